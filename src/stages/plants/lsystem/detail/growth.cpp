#include "stages/plants/lsystem/detail/growth.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace weald::lsystem {

namespace {

// Counts of symbols: integers where growth is exact, means where chance decides. Integers do not overflow: a pass
// starts from at most `limit` <= 1e9 symbols, and a successor has at most a few million.
template <class Count>
using Counts = std::array<Count, kMaxAlphabet>;

// Rows of a growth matrix: how often each symbol occurs in the successor of one symbol.
template <class Count>
struct Matrix {
  std::vector<std::vector<std::pair<std::uint8_t, Count>>> rows;
  std::bitset<kMaxAlphabet> applies;  // symbols that some production may change
};

template <class Count>
void add_successor(const Grammar& grammar, std::uint16_t production, std::size_t symbol, Count share,
                   std::map<std::uint8_t, Count>& counts) {
  if (production == kCopy)
    counts[static_cast<std::uint8_t>(symbol)] += share;
  else
    for (const std::uint8_t next : grammar.productions[production].successor.symbols) counts[next] += share;
}

template <class Count>
Matrix<Count> matrix_of(const Grammar& grammar, const RuleSet& rules) {
  Matrix<Count> matrix;
  for (std::size_t symbol = 0; symbol < grammar.alphabet.size(); ++symbol) {
    std::map<std::uint8_t, Count> counts;
    if (const auto& fixed = rules.fixed_production[symbol]) {
      add_successor(grammar, *fixed, symbol, Count{1}, counts);
      matrix.applies[symbol] = *fixed != kCopy;
    } else {
      const Lottery& lottery = rules.lottery[symbol];
      double before = 0;
      for (const Chance& chance : lottery) {
        const double share = (chance.sum - before) / lottery.back().sum;
        add_successor(grammar, chance.production, symbol, static_cast<Count>(share), counts);
        before = chance.sum;
      }
      matrix.applies[symbol] = true;
    }
    matrix.rows.emplace_back(counts.begin(), counts.end());
  }
  return matrix;
}

// Most products of counts in a forecast, which could otherwise take minutes if every step has many rounds of
// decomposition. Beyond it, the derivation itself refuses strings that outgrow the limit. Steps without decomposition
// stay far below this number.
constexpr std::uint64_t kMaxProducts = 200'000'000;

template <class Count>
class Forecast {
 public:
  Forecast(const Grammar& grammar, std::uint64_t limit)
      : grammar_(grammar),
        limit_(static_cast<Count>(limit)),
        decomposition_(matrix_of<Count>(grammar, grammar.decomposition)) {
    for (const RuleSet& rules : grammar.steps) steps_.push_back(matrix_of<Count>(grammar, rules));
    for (const std::uint8_t symbol : grammar.axiom.symbols) counts_[symbol] += 1;
    size_ = size();
  }

  std::optional<Excess> run(int steps) {
    if (size_ > limit_) return Excess{0, whole(size_), 0};
    for (int step = 1; step <= steps; ++step) {
      before_ = size_;
      const auto last = static_cast<std::size_t>(step - 1);
      const std::uint16_t rules = grammar_.rules_of_step[std::min(last, grammar_.rules_of_step.size() - 1)];
      if (!apply(steps_[rules])) return excess(step, Pass::step);
      if (auto found = repeat(decomposition_, grammar_.decomposition_rounds, step, Pass::decomposition)) return found;
      if (products_ > kMaxProducts) {
        gave_up_ = true;
        return std::nullopt;
      }
    }
    before_ = size_;
    if (grammar_.interpretation.is_empty) return std::nullopt;
    return repeat(matrix_of<Count>(grammar_, grammar_.interpretation), grammar_.interpretation_rounds, steps,
                  Pass::interpretation);
  }

  /// Valid after run(): whether the size of the string is unknown.
  bool gave_up() const { return gave_up_; }

  /// Valid if run() found no excess: size of the last string.
  StringSize string_size() const {
    StringSize result;
    for (std::size_t symbol = 0; symbol < grammar_.alphabet.size(); ++symbol) {
      const auto count = static_cast<double>(counts_[symbol]);
      result.modules += count;
      result.parameters += count * grammar_.alphabet[symbol].parameters;
      result.name_bytes += count * static_cast<double>(grammar_.alphabet[symbol].name.size());
    }
    return result;
  }

 private:
  static std::uint64_t whole(Count size) {
    if constexpr (std::is_same_v<Count, double>)
      return static_cast<std::uint64_t>(std::min(size, 1e18));
    else
      return size;
  }

  Excess excess(int step, Pass pass) const { return {step, whole(size_), whole(before_), pass}; }

  Count size() const {
    Count sum{};
    for (std::size_t symbol = 0; symbol < grammar_.alphabet.size(); ++symbol) {
      sum += counts_[symbol] * static_cast<Count>(1u + grammar_.alphabet[symbol].parameters);
    }
    return sum;
  }

  // Returns false if the string would be too large.
  bool apply(const Matrix<Count>& matrix) {
    Counts<Count> next{};
    for (std::size_t symbol = 0; symbol < matrix.rows.size(); ++symbol) {
      if (counts_[symbol] == Count{}) continue;
      for (const auto& entry : matrix.rows[symbol]) next[entry.first] += entry.second * counts_[symbol];
      products_ += matrix.rows[symbol].size();
    }
    products_ += matrix.rows.size();
    counts_ = next;
    size_ = size();
    return size_ <= limit_;
  }

  bool is_done(const Matrix<Count>& matrix) const {
    for (std::size_t symbol = 0; symbol < matrix.rows.size(); ++symbol) {
      if (matrix.applies[symbol] && counts_[symbol] > Count{}) return false;
    }
    return true;
  }

  // A mean never reaches zero, so only exact growth can detect productions that never end.
  std::optional<Excess> repeat(const Matrix<Count>& matrix, const Rounds& rounds, int step, Pass pass) {
    for (int round = 0; round < rounds.most && !is_done(matrix); ++round) {
      if (!apply(matrix)) return excess(step, pass);
    }
    if (rounds.may_end_early || std::is_same_v<Count, double> || is_done(matrix)) return std::nullopt;
    return Excess{step, 0, 0, pass, true};
  }

  const Grammar& grammar_;
  Count limit_;
  Matrix<Count> decomposition_;
  std::vector<Matrix<Count>> steps_;
  Counts<Count> counts_{};
  Count size_{};
  Count before_{};  // size before the step
  std::uint64_t products_ = 0;
  bool gave_up_ = false;
};

std::string subject(const Excess& excess) {
  if (excess.pass == Pass::interpretation) return "the interpretation";
  return fmt::format("{}step {}", excess.pass == Pass::decomposition ? "the decomposition in " : "", excess.step);
}

}  // namespace

std::optional<Excess> find_excess(const Grammar& grammar, int steps, std::uint64_t limit) {
  return Forecast<std::uint64_t>(grammar, limit).run(steps);
}

std::optional<StringSize> grown_size(const Grammar& grammar, int steps, std::uint64_t limit) {
  Forecast<std::uint64_t> forecast(grammar, limit);
  if (forecast.run(steps) || forecast.gave_up()) return std::nullopt;
  return forecast.string_size();
}

std::optional<Excess> find_expected_excess(const Grammar& grammar, int steps, std::uint64_t limit) {
  return Forecast<double>(grammar, limit).run(steps);
}

std::string describe_expected_excess(const Excess& excess, std::uint64_t limit) {
  return fmt::format("{} would make a string of {} symbols and parameters on average, more than max_symbols = {}",
                     subject(excess), excess.size, limit);
}

std::string describe_excess(const Excess& excess, std::uint64_t limit) {
  if (excess.is_endless)
    return fmt::format("productions of {} still apply after {} rounds", subject(excess), kMaxRounds);
  if (excess.step == 0 && excess.pass == Pass::step)
    return fmt::format("the axiom has {} symbols and parameters, more than max_symbols = {}", excess.size, limit);
  return fmt::format("{} would make a string of {} symbols and parameters, more than max_symbols = {}", subject(excess),
                     excess.size, limit);
}

std::string excess_help(const Excess& excess) {
  if (excess.is_endless)
    return fmt::format("a symbol reproduces itself endlessly; set {}_depth to the intended number of rounds",
                       excess_key(excess));
  if (excess.step == 0) return "raise max_symbols";
  if (excess.pass == Pass::interpretation)
    return fmt::format("before it, the string has {}; lower derivation or raise max_symbols", excess.before);
  return fmt::format("after {} steps the string has {}; lower derivation to {} or raise max_symbols", excess.step - 1,
                     excess.before, excess.step - 1);
}

std::string_view excess_key(const Excess& excess) {
  if (excess.is_endless) return excess.pass == Pass::interpretation ? "interpretation" : "decomposition";
  return excess.step == 0 ? "max_symbols" : "derivation";
}

}  // namespace weald::lsystem
