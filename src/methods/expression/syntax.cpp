#include "methods/expression/syntax.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "base/text/read_number.h"

namespace weald::expression {

namespace {

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

std::string shown(char c) {
  return c >= 0x20 && c < 0x7f ? fmt::format("'{}'", c) : fmt::format("byte {}", static_cast<unsigned char>(c));
}

// Precedence climbing: one recursion per precedence level and per parenthesis; the nesting of parentheses is limited.
class Parser {
 public:
  Parser(std::string_view source, std::size_t& position, std::size_t end, Problem& problem, const OwnFunctions* own)
      : source_(source.substr(0, end)), position_(position), problem_(problem), own_(own) {}

  bool parse(Term& out) {
    if (!parse_chain(out, 1)) return false;
    skip_space();
    return peek() != '?' || parse_choice(out);
  }

 private:
  // condition ? a : b is the call if(condition, a, b).
  bool parse_choice(Term& out) {
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    const std::size_t place = position_++;
    Term choice;
    choice.form = Form::call;
    choice.function = find_function("if");
    choice.begin = out.begin;
    choice.text = source_.substr(out.begin, place + 1 - out.begin);
    choice.arguments.push_back(std::move(out));
    if (!parse(choice.arguments.emplace_back())) return false;
    skip_space();
    if (peek() != ':') return fail(place, 1, "'?' without ':'", "write condition ? a : b, or if(condition, a, b)");
    ++position_;
    if (!parse(choice.arguments.emplace_back())) return false;
    choice.end = choice.arguments.back().end;
    out = std::move(choice);
    return true;
  }

  bool parse_chain(Term& out, int weakest) {
    if (!parse_unary(out)) return false;
    bool compared = false, is_chain = false;
    while (const Binary* binary = peek_binary(weakest)) {
      const std::size_t place = position_;
      if (binary->strength == kComparison && compared)
        return fail(place, binary->text.size(), "comparisons do not chain", "join the two comparisons with &&");
      compared = binary->strength == kComparison;
      position_ += binary->text.size();
      if (!std::exchange(is_chain, true)) make_chain(out);
      out.links.push_back({binary->op, place, position_});
      if (!parse_chain(out.arguments.emplace_back(), binary->strength + 1)) return false;
      out.end = out.arguments.back().end;
    }
    return true;
  }

  // Makes `out` the first argument of a chain.
  static void make_chain(Term& out) {
    Term chain;
    chain.form = Form::chain;
    chain.begin = out.begin;
    chain.arguments.push_back(std::move(out));
    out = std::move(chain);
  }

  bool fail(std::size_t begin, std::size_t length, std::string message, std::string help = {}) {
    problem_ = {begin, length, std::move(message), std::move(help)};
    return false;
  }

  void skip_space() {
    while (position_ < source_.size() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r'))
      ++position_;
  }
  bool at_end() const { return position_ >= source_.size(); }
  char peek() const { return at_end() ? '\0' : source_[position_]; }

  // The operator at the position, unless its precedence is lower than `weakest`.
  const Binary* peek_binary(int weakest) {
    skip_space();
    const std::string_view rest = source_.substr(std::min(position_, source_.size()));
    for (const Binary& binary : kBinaries) {
      if (rest.starts_with(binary.text)) return binary.strength >= weakest ? &binary : nullptr;
    }
    return nullptr;
  }

  bool parse_unary(Term& out) {
    skip_space();
    const char sign = peek();
    if (sign != '-' && sign != '!' && sign != '+') return parse_power(out);
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    const std::size_t place = position_++;
    if (sign == '+') return parse_unary(out);
    out = Term{};
    out.form = Form::sign;
    out.op = sign == '-' ? Op::negate : Op::logical_not;
    out.begin = place;
    if (!parse_unary(out.arguments.emplace_back())) return false;
    out.end = out.arguments.back().end;
    return true;
  }

  bool parse_power(Term& out) {
    if (!parse_primary(out)) return false;
    skip_space();
    if (peek() != '^') return true;
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    const std::size_t place = position_++;
    make_chain(out);
    out.links.push_back({Op::power, place, place + 1});
    if (!parse_unary(out.arguments.emplace_back())) return false;
    out.end = out.arguments.back().end;
    return true;
  }

  bool parse_primary(Term& out) {
    skip_space();
    const char c = peek();
    if (c == '(') return parse_parentheses(out);
    if (c == '[') return parse_list(out);
    if (c == '\'' || c == '"') return parse_text(out, c);
    if (is_digit(c) || c == '.') return parse_number(out);
    if (is_letter(c)) return parse_name(out);
    if (at_end()) return fail(position_, 1, "the expression ends where a value is expected");
    return fail(position_, 1, fmt::format("expected a number, a name or '(' here, not {}", shown(c)));
  }

  bool parse_parentheses(Term& out) {
    const std::size_t open = position_;
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    ++position_;
    return parse(out) && expect_close(open, ')');
  }

  bool expect_close(std::size_t open, char close) {
    skip_space();
    if (peek() == close) {
      ++position_;
      return true;
    }
    if (at_end()) return fail(open, 1, fmt::format("'{}' is never closed", source_[open]));
    return fail(position_, 1, fmt::format("expected '{}' here, not {}", close, shown(peek())));
  }

  bool parse_list(Term& out) {
    const std::size_t open = position_;
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    out = Term{};
    out.form = Form::list;
    out.begin = open;
    if (!parse_elements(out, ']', false)) return false;
    out.end = position_;
    return true;
  }

  // Elements or arguments, separated by commas, from the opening bracket to the closing one.
  bool parse_elements(Term& out, char close, bool at_least_one) {
    const std::size_t open = position_++;
    skip_space();
    if (peek() != close || at_least_one) {
      while (true) {
        if (!parse(out.arguments.emplace_back())) return false;
        skip_space();
        if (peek() != ',') break;
        ++position_;
      }
    }
    return expect_close(open, close);
  }

  bool parse_text(Term& out, char quote) {
    const std::size_t open = position_++;
    out = Term{};
    out.form = Form::text;
    out.begin = open;
    while (!at_end()) {
      const char c = source_[position_++];
      if (c != quote) {
        out.text += c;
      } else if (peek() == quote) {
        out.text += source_[position_++];
      } else {
        out.end = position_;
        return true;
      }
    }
    return fail(open, 1, "the text is never closed");
  }

  bool parse_number(Term& out) {
    const char* begin = source_.data() + position_;
    const char* end = source_.data() + source_.size();
    double value = 0;
    const auto [stop, status] = read_number({begin, end}, value);
    if (status == std::errc::invalid_argument) return fail(position_, 1, "expected a digit after '.'");
    const auto length = static_cast<std::size_t>(stop - begin);
    const bool is_denormal = value != 0 && std::abs(value) < kLeastNumber;  // as for numbers in presets
    if (status == std::errc::result_out_of_range || is_denormal)
      return fail(position_, length, "the number is out of range");
    if (stop != end && (is_letter(*stop) || *stop == '.'))
      return fail(position_, length + 1, "an operator is missing between a number and a name");
    out = Term{};
    out.number = value;
    out.begin = position_;
    out.end = position_ += length;
    return true;
  }

  bool parse_name(Term& out) {
    const std::size_t place = position_;
    std::size_t stop = place;
    while (stop < source_.size() && (is_letter(source_[stop]) || is_digit(source_[stop]))) ++stop;
    out = Term{};
    out.form = Form::name;
    out.text = source_.substr(place, stop - place);
    out.begin = place;
    out.end = position_ = stop;
    skip_space();
    return peek() != '(' || parse_call(out);
  }

  bool parse_call(Term& out) {
    const std::string name = out.text;
    out.function = find_function(name);
    if (out.function == nullptr && own_ != nullptr) {
      const auto found = own_->find(name);
      if (found != own_->end()) out.own = &found->second;
    }
    if (out.function == nullptr && out.own == nullptr) return fail_unknown(out);
    const Nesting nesting(*this);
    if (!nesting.ok()) return false;
    out.form = Form::call;
    const std::size_t least =
        out.own != nullptr ? argument_count(*out.own) : static_cast<std::size_t>(out.function->least);
    if (!parse_elements(out, ')', least > 0)) return false;
    out.end = position_;
    const std::size_t count = out.arguments.size();
    const std::size_t most = out.own != nullptr ? least : static_cast<std::size_t>(out.function->most);
    if (count >= least && count <= most) return true;
    const std::string counts = out.own != nullptr ? fmt::format("{}", least) : counts_of(*out.function);
    return fail(out.begin, position_ - out.begin,
                fmt::format("{}() takes {} argument{}, not {}", name, counts, most == 1 ? "" : "s", count));
  }

  static std::size_t argument_count(const OwnFunction& function) {
    return function.curve ? 1 : function.parameters.size();
  }

  // A name of one or two letters is near every other short name, so nothing is suggested for it.
  bool fail_unknown(const Term& call) {
    constexpr std::size_t kShortest = 3;
    const std::string_view name = call.text;
    std::string help;
    if (name.size() >= kShortest) {
      std::vector<std::string_view> known;
      for (const Function& f : functions()) known.push_back(f.name);
      if (own_ != nullptr)
        for (const auto& [own, function] : *own_) known.push_back(own);
      help = schema::suggest(name, known);
    }
    if (help.empty() && own_ != nullptr)
      help = fmt::format("a function of your own is defined before it is used: {}(x): x / 2", name.substr(0, 40));
    return fail(call.begin, name.size(), fmt::format("unknown function '{}'", name.substr(0, 40)), std::move(help));
  }

  // Increments the parser's recursion depth during its lifetime.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser), ok_(++parser.depth_ <= kMaxNesting) {
      if (!ok_)
        parser.fail(parser.position_, 1, fmt::format("the expression is nested more than {} deep", kMaxNesting));
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool ok() const { return ok_; }

   private:
    Parser& parser_;
    bool ok_;
  };

  std::string_view source_;  // up to the end of the expression
  std::size_t& position_;
  Problem& problem_;
  const OwnFunctions* own_;
  int depth_ = 0;
};

}  // namespace

std::optional<Term> parse(std::string_view source, std::size_t& position, std::size_t end, Problem& problem,
                          const OwnFunctions* own) {
  Term term;
  if (!Parser(source, position, end, problem, own).parse(term)) return std::nullopt;
  return term;
}

std::optional<Term> parse_all(std::string_view source, std::size_t begin, Problem& problem, const OwnFunctions* own) {
  std::size_t position = begin;
  auto term = parse(source, position, source.size(), problem, own);
  if (!term) return std::nullopt;
  position = std::min(source.find_first_not_of(" \t\r\n", position), source.size());
  if (position == source.size()) return term;
  problem = {position, 1, fmt::format("expected an operator here, not {}", shown(source[position])), {}};
  return std::nullopt;
}

std::optional<Signature> parse_signature(std::string_view text) {
  const auto trim = [](std::string_view part) {
    const std::size_t begin = std::min(part.find_first_not_of(" \t\n"), part.size());
    return part.substr(begin, part.find_last_not_of(" \t\n") + 1 - begin);
  };
  const std::size_t open = text.find('(');
  text = trim(text);
  if (open == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
  Signature result{trim(text.substr(0, text.find('('))), {}};
  if (!is_identifier(result.name) || find_function(result.name) != nullptr) return std::nullopt;
  std::string_view rest = text.substr(text.find('(') + 1);
  rest.remove_suffix(1);
  while (true) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string name(trim(rest.substr(0, comma)));
    if (!is_identifier(name) || name == "true" || name == "false" || find_function(name) != nullptr ||
        std::find(result.parameters.begin(), result.parameters.end(), name) != result.parameters.end())
      return std::nullopt;
    result.parameters.push_back(std::move(name));
    if (comma == rest.size()) return result;
    rest.remove_prefix(comma + 1);
  }
}

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

namespace {

constexpr int kManyArguments = 32;

constexpr Function number_function(std::string_view name, Op op, std::string_view call, std::string_view help) {
  return {name, op, Special::none, operand_count(op), operand_count(op), Where::everywhere, call, help};
}

constexpr Function special_function(std::string_view name, Special special, int least, int most, std::string_view call,
                                    std::string_view help) {
  return {name, Op::constant, special, least, most, Where::presets, call, help};
}

constexpr Function random_function(std::string_view name, std::string_view call) {
  return {name,
          Op::random,
          Special::none,
          0,
          2,
          Where::lsystems,
          call,
          "A random number between the bounds, by default 0 and 1, drawn for each module."};
}

constexpr std::array kFunctions{
    number_function("if", Op::conditional, "(condition, a, b)", "a if the condition is true, otherwise b."),
    Function{"min", Op::minimum, Special::none, 2, kManyArguments, Where::everywhere, "(a, b, ...)",
             "The least of the numbers."},
    Function{"max", Op::maximum, Special::none, 2, kManyArguments, Where::everywhere, "(a, b, ...)",
             "The greatest of the numbers."},
    number_function("clamp", Op::clamp, "(x, low, high)", "x, moved to the nearer bound if it is outside."),
    number_function("mix", Op::mix, "(a, b, t)", "a + (b - a) * t, also of lists and colours, element by element."),
    number_function("step", Op::step, "(edge, x)", "1 if x is at least the edge, otherwise 0."),
    number_function("smoothstep", Op::smoothstep, "(low, high, x)", "Rises smoothly from 0 at low to 1 at high."),
    number_function("abs", Op::absolute, "(x)", "x without its sign."),
    number_function("sign", Op::sign, "(x)", "-1, 0 or 1."),
    number_function("floor", Op::floor, "(x)", "The greatest whole number that is not above x."),
    number_function("ceil", Op::ceil, "(x)", "The least whole number that is not below x."),
    number_function("round", Op::round, "(x)", "The nearest whole number; halves are rounded up."),
    number_function("trunc", Op::trunc, "(x)", "x without its fraction."),
    number_function("mod", Op::modulo, "(a, b)", "The remainder of a / b with the sign of b, like a % b."),
    number_function("sqrt", Op::sqrt, "(x)", "The square root."),
    number_function("pow", Op::power, "(a, b)", "a to the power of b, like a ^ b."),
    number_function("exp", Op::exp, "(x)", "e to the power of x."),
    number_function("log", Op::log, "(x)", "The natural logarithm."),
    number_function("sin", Op::sin, "(x)", "The sine of x degrees."),
    number_function("cos", Op::cos, "(x)", "The cosine of x degrees."),
    number_function("tan", Op::tan, "(x)", "The tangent of x degrees."),
    number_function("asin", Op::asin, "(x)", "The angle in degrees whose sine is x."),
    number_function("acos", Op::acos, "(x)", "The angle in degrees whose cosine is x."),
    number_function("atan", Op::atan, "(x)", "The angle in degrees whose tangent is x."),
    number_function("atan2", Op::atan2, "(y, x)", "The angle in degrees from the x axis to the point (x, y)."),
    special_function("uniform", Special::uniform, 2, 2, "(low, high)", "A random number between the bounds."),
    special_function("normal", Special::normal, 2, 2, "(mean, deviation)",
                     "A random number with a normal distribution."),
    special_function("choose", Special::choose, 1, 2, "(list, weights)",
                     "A random element of the list; the weights are a list of the same length."),
    special_function("range", Special::range, 2, 3, "(first, last, step)",
                     "The list of numbers from the first to the last; the step is 1 by default."),
    special_function("length", Special::length, 1, 1, "(list)", "The number of elements of a list."),
    special_function("at", Special::at, 2, 2, "(list, index)", "The element of the list with this number, from 0."),
    special_function("join", Special::join, 1, kManyArguments, "(list, ...)", "The elements of all lists as one list."),
    special_function("number", Special::number, 1, 1, "(x)", "The number x without its unit."),
    special_function("text", Special::text, 1, 1, "(x)", "The value x as a text."),
    random_function("rand", "(low, high)"),
    random_function("random", "(low, high)"),
    random_function("ran", "(low, high)"),
    Function{"nran", Op::random_normal, Special::none, 2, 2, Where::lsystems, "(mean, deviation)",
             "A random number with a normal distribution, drawn for each module."},
    Function{"inside", Op::inside, Special::none, 3, 3, Where::lsystems, "(x, y, z)",
             "1 if the point is in the volume of 'environment', otherwise 0."},
    Function{"light", Op::ask, Special::light, 3, 3, Where::lsystems, "(x, y, z)",
             "The share of the light that the plant's modules, neighbours and meshes leave at the point, from 0 to 1."},
    Function{"distance", Op::ask, Special::distance, 3, 3, Where::lsystems, "(x, y, z)",
             "The distance in metres from the point to the surface or the ground of 'environment'."},
    Function{"ground", Op::ask, Special::ground, 2, 2, Where::lsystems, "(x, z)",
             "The height of the ground of 'environment' in metres."},
};

}  // namespace

std::span<const Function> functions() { return kFunctions; }

const Function* find_function(std::string_view name) {
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](const Function& f) { return f.name == name; });
  return found != kFunctions.end() ? &*found : nullptr;
}

std::string counts_of(const Function& function) {
  if (function.most == kManyArguments) return fmt::format("{} or more", function.least);
  if (function.most > function.least) return fmt::format("{} to {}", function.least, function.most);
  return fmt::format("{}", function.most);
}

}  // namespace weald::expression
