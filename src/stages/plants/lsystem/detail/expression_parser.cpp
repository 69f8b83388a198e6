#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "base/text/read_number.h"
#include "schema/codec.h"
#include "stages/plants/lsystem/detail/expression.h"

namespace weald::lsystem {

namespace {

constexpr int kMaxNesting = 64;

// Takes at most `most` arguments; min and max apply the third and later ones one by one.
struct Function {
  std::string_view name;
  Op op;
  int least;
  int most;
};
constexpr int kManyArguments = 32;
constexpr std::array<Function, 24> kFunctions{{{"min", Op::minimum, 2, kManyArguments},
                                               {"max", Op::maximum, 2, kManyArguments},
                                               {"abs", Op::absolute, 1, 1},
                                               {"floor", Op::floor, 1, 1},
                                               {"ceil", Op::ceil, 1, 1},
                                               {"trunc", Op::trunc, 1, 1},
                                               {"round", Op::round, 1, 1},
                                               {"sign", Op::sign, 1, 1},
                                               {"sqrt", Op::sqrt, 1, 1},
                                               {"sin", Op::sin, 1, 1},
                                               {"cos", Op::cos, 1, 1},
                                               {"tan", Op::tan, 1, 1},
                                               {"asin", Op::asin, 1, 1},
                                               {"acos", Op::acos, 1, 1},
                                               {"atan", Op::atan, 1, 1},
                                               {"atan2", Op::atan2, 2, 2},
                                               {"exp", Op::exp, 1, 1},
                                               {"log", Op::log, 1, 1},
                                               {"pow", Op::power, 2, 2},
                                               {"mod", Op::modulo, 2, 2},
                                               {"rand", Op::random, 0, 2},
                                               {"random", Op::random, 0, 2},
                                               {"ran", Op::random, 0, 2},
                                               {"inside", Op::inside, 3, 3}}};

struct Binary {
  std::string_view text;
  Op op;
  int strength;
};
constexpr int kComparison = 3;
// Longer operators come first: "<=" before "<". The last operators are in the notation of books: x = 1 & y \u2264 2.
constexpr std::array<Binary, 20> kBinaries{{{"||", Op::logical_or, 1},
                                            {"&&", Op::logical_and, 2},
                                            {"==", Op::equal, kComparison},
                                            {"!=", Op::not_equal, kComparison},
                                            {"<>", Op::not_equal, kComparison},
                                            {"<=", Op::less_equal, kComparison},
                                            {">=", Op::greater_equal, kComparison},
                                            {"<", Op::less, kComparison},
                                            {">", Op::greater, kComparison},
                                            {"+", Op::add, 4},
                                            {"-", Op::subtract, 4},
                                            {"*", Op::multiply, 5},
                                            {"/", Op::divide, 5},
                                            {"%", Op::modulo, 5},
                                            {"|", Op::logical_or, 1},
                                            {"&", Op::logical_and, 2},
                                            {"=", Op::equal, kComparison},
                                            {"\u2260", Op::not_equal, kComparison},
                                            {"\u2264", Op::less_equal, kComparison},
                                            {"\u2265", Op::greater_equal, kComparison}}};

// Greek letters take two bytes, the first of which is 0xCE or 0xCF.
constexpr bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool is_greek = byte == 0xCE || byte == 0xCF || (byte >= 0x80 && byte < 0xC0);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_greek;
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Precedence climbing: one recursion per precedence level and per parenthesis; the nesting of parentheses is limited.
class Parser {
 public:
  Parser(Cursor& cursor, const Scope& scope, TextIssues& issues, std::vector<Instruction>& out)
      : cursor_(cursor), scope_(scope), issues_(issues), out_(out) {}

  bool parse(int weakest = 1) {
    if (!parse_unary()) return false;
    bool compared = false;
    while (const Binary* binary = peek_binary(weakest)) {
      const std::size_t place = cursor_.position;
      if (binary->strength == kComparison && compared) {
        return fail(place, binary->text.size(), "comparisons do not chain", "join the two comparisons with &&");
      }
      compared = binary->strength == kComparison;
      cursor_.position += binary->text.size();
      if (!parse(binary->strength + 1)) return false;
      emit(binary->op);
    }
    return true;
  }

 private:
  bool fail(std::size_t offset, std::size_t length, std::string message, std::string help = {}) {
    issues_.error(cursor_.source, offset, length, std::move(message), std::move(help));
    return false;
  }

  // The operator at the cursor, unless its precedence is lower than `weakest`.
  const Binary* peek_binary(int weakest) {
    cursor_.skip_space();
    const std::string_view rest =
        std::string_view(cursor_.source.text).substr(cursor_.position, cursor_.end - cursor_.position);
    for (const Binary& binary : kBinaries) {
      if (rest.starts_with(binary.text)) return binary.strength >= weakest ? &binary : nullptr;
    }
    return nullptr;
  }

  bool parse_unary() {
    cursor_.skip_space();
    const char sign = cursor_.peek();
    if (sign != '-' && sign != '!' && sign != '+') return parse_power();
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    ++cursor_.position;
    if (!parse_unary()) return false;
    if (sign != '+') emit(sign == '-' ? Op::negate : Op::logical_not);
    return true;
  }

  bool parse_power() {
    if (!parse_primary()) return false;
    cursor_.skip_space();
    if (cursor_.peek() != '^') return true;
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    ++cursor_.position;
    if (!parse_unary()) return false;
    emit(Op::power);
    return true;
  }

  bool parse_primary() {
    cursor_.skip_space();
    const char c = cursor_.peek();
    if (c == '(') return parse_parentheses();
    if (is_digit(c) || c == '.') return parse_number();
    if (is_letter(c)) return parse_name();
    if (cursor_.at_end()) return fail(cursor_.position, 1, "the expression ends where a value is expected");
    return fail(cursor_.position, 1, fmt::format("expected a number, a name or '(' here, not {}", shown(c)));
  }

  static std::string shown(char c) {
    return c >= 0x20 && c < 0x7f ? fmt::format("'{}'", c) : fmt::format("byte {}", static_cast<unsigned char>(c));
  }

  bool parse_parentheses() {
    const std::size_t open = cursor_.position;
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    ++cursor_.position;
    return parse() && expect_close(open);
  }

  bool expect_close(std::size_t open) {
    cursor_.skip_space();
    if (cursor_.peek() == ')') {
      ++cursor_.position;
      return true;
    }
    if (cursor_.at_end()) return fail(open, 1, "'(' is never closed");
    return fail(cursor_.position, 1, fmt::format("expected ')' here, not {}", shown(cursor_.peek())));
  }

  bool parse_number() {
    const char* begin = cursor_.source.text.data() + cursor_.position;
    const char* end = cursor_.source.text.data() + cursor_.end;
    double value = 0;
    const auto [stop, status] = read_number({begin, end}, value);
    if (status == std::errc::invalid_argument) return fail(cursor_.position, 1, "expected a digit after '.'");
    const auto length = static_cast<std::size_t>(stop - begin);
    const bool is_denormal = value != 0 && std::abs(value) < schema::kMagnitudes.min;  // as for numbers in presets
    if (status == std::errc::result_out_of_range || is_denormal)
      return fail(cursor_.position, length, "the number is out of range");
    if (stop != end && (is_letter(*stop) || *stop == '.')) {
      return fail(cursor_.position, length + 1, "an operator is missing between a number and a name");
    }
    cursor_.position += length;
    return push({Op::constant, 0, value});
  }

  bool parse_name() {
    const std::size_t place = cursor_.position;
    std::size_t stop = place;
    while (stop < cursor_.end && (is_letter(cursor_.source.text[stop]) || is_digit(cursor_.source.text[stop]))) ++stop;
    const std::string_view name = std::string_view(cursor_.source.text).substr(place, stop - place);
    cursor_.position = stop;
    cursor_.skip_space();
    if (cursor_.peek() == '(') return parse_call(name, place);
    const auto parameter = std::find(scope_.parameters.begin(), scope_.parameters.end(), name);
    if (parameter != scope_.parameters.end()) {
      return push({Op::parameter, static_cast<std::uint32_t>(parameter - scope_.parameters.begin()), 0});
    }
    const auto define = scope_.defines.find(name);
    if (define != scope_.defines.end()) return push({Op::constant, 0, define->second});
    if (scope_.predefined != nullptr) {
      const auto known = scope_.predefined->find(name);
      if (known != scope_.predefined->end()) return push({Op::constant, 0, known->second});
    }
    return unknown_name(name, place);
  }

  bool unknown_name(std::string_view name, std::size_t place) {
    std::vector<std::string_view> known(scope_.parameters.begin(), scope_.parameters.end());
    for (const auto& define : scope_.defines) known.push_back(define.first);
    constexpr std::size_t kLongestShown = 40;
    return fail(place, name.size(),
                fmt::format("'{}' is neither a parameter nor a define", name.substr(0, kLongestShown)),
                schema::suggest(name, known));
  }

  bool parse_call(std::string_view name, std::size_t place) {
    const auto* function =
        std::find_if(kFunctions.begin(), kFunctions.end(), [&](const Function& f) { return f.name == name; });
    if (function == kFunctions.end()) {
      std::vector<std::string_view> known;
      for (const Function& f : kFunctions) known.push_back(f.name);
      return fail(place, name.size(), fmt::format("unknown function '{}'", name.substr(0, 40)),
                  schema::suggest(name, known));
    }
    if (function->op == Op::random && !scope_.allow_random) {
      return fail(place, name.size(), fmt::format("{}() is allowed in successors and conditions only", name));
    }
    if (function->op == Op::inside && !scope_.has_volume)
      return fail(place, name.size(), "inside() needs the key environment with a volume");
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    return parse_arguments(*function, place);
  }

  bool parse_arguments(const Function& function, std::size_t place) {
    const std::size_t open = cursor_.position++;
    cursor_.skip_space();
    // Without a lower bound rand starts at 0, which must be pushed first.
    const bool from_zero = function.op == Op::random && count_arguments() < 2;
    if (from_zero && !push({Op::constant, 0, 0})) return false;
    int count = 0;
    if (cursor_.peek() != ')' || function.least > 0) {
      do {
        if (count > 0) ++cursor_.position;
        if (!parse()) return false;
        ++count;
        if (count > 2 && function.most == kManyArguments) emit(function.op);
        cursor_.skip_space();
      } while (cursor_.peek() == ',');
    }
    if (!expect_close(open)) return false;
    if (count < function.least || count > function.most) {
      return fail(place, cursor_.position - place,
                  fmt::format("{}() takes {} argument{}, not {}", function.name, counts_of(function),
                              function.most == 1 ? "" : "s", count));
    }
    if (from_zero && count == 0 && !push({Op::constant, 0, 1})) return false;
    emit(function.op);
    return true;
  }

  static std::string counts_of(const Function& function) {
    if (function.most == kManyArguments) return fmt::format("{} or more", function.least);
    if (function.most > function.least) return fmt::format("{} to {}", function.least, function.most);
    return fmt::format("{}", function.most);
  }

  // Number of arguments in the list at the cursor, counted without parsing them.
  int count_arguments() const {
    int depth = 0, commas = 0;
    for (std::size_t i = cursor_.position; i < cursor_.end; ++i) {
      const char c = cursor_.source.text[i];
      if (c == '(') ++depth;
      if (c == ')' && depth-- == 0) break;
      if (c == ',' && depth == 0) ++commas;
    }
    return commas + 1;
  }

  bool push(Instruction instruction) {
    if (++pending_ > kMaxStack)
      return fail(cursor_.position - 1, 1, "the expression is too deep; split it with define");
    out_.push_back(instruction);
    return true;
  }

  // Appends an operation, or evaluates it immediately if its operands are constants: an operand whose code ends in a
  // constant is that constant.
  void emit(Op op) {
    const auto operands = static_cast<std::size_t>(operand_count(op));
    pending_ -= operands - 1;
    if (op == Op::random) {
      out_.push_back({op, static_cast<std::uint32_t>(sub_seed(scope_.address, ++randoms_) | 1u), 0});
      return;
    }
    const std::size_t first = out_.size() - operands;
    if (op == Op::inside) {
      out_.push_back({op, 0, 0});
      return;
    }
    const bool constant = std::all_of(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(),
                                      [](const Instruction& i) { return i.op == Op::constant; });
    if (!constant) {
      out_.push_back({op, 0, 0});
      return;
    }
    const double value = apply(op, out_[first].value, out_.back().value);
    out_.resize(first + 1);
    out_[first].value = value;
  }

  // Increments the parser's recursion depth during its lifetime.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser), ok_(++parser.depth_ <= kMaxNesting) {
      if (!ok_)
        parser.fail(parser.cursor_.position, 1, fmt::format("the expression is nested more than {} deep", kMaxNesting));
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool ok() const { return ok_; }

   private:
    Parser& parser_;
    bool ok_;
  };

  Cursor& cursor_;
  const Scope& scope_;
  TextIssues& issues_;
  std::vector<Instruction>& out_;
  int depth_ = 0;
  std::size_t pending_ = 0;  // stack depth after the code emitted so far
  std::uint64_t randoms_ = 0;
};

}  // namespace

void Cursor::skip_space() {
  while (position < end && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position;
}

bool parse_expression(Cursor& cursor, const Scope& scope, TextIssues& issues, std::vector<Instruction>& out) {
  return Parser(cursor, scope, issues, out).parse();
}

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

bool is_function(std::string_view name) {
  return std::any_of(kFunctions.begin(), kFunctions.end(), [&](const Function& f) { return f.name == name; });
}

}  // namespace weald::lsystem
