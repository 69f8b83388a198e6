#include "stages/plants/lsystem/detail/grammar.h"

#include <algorithm>

namespace weald::lsystem {

namespace {

template <class IsKnown>
bool all_sets(const Grammar& grammar, IsKnown&& is_known) {
  const auto known = [&](const RuleSet& rules) {
    for (std::size_t symbol = 0; symbol < grammar.alphabet.size(); ++symbol) {
      if (!is_known(rules, symbol)) return false;
    }
    return true;
  };
  return std::all_of(grammar.steps.begin(), grammar.steps.end(), known) && known(grammar.decomposition) &&
         known(grammar.interpretation);
}

}  // namespace

const RuleSet& Grammar::rules(int step) const {
  const std::size_t last = rules_of_step.size() - 1;
  return steps[rules_of_step[std::min(static_cast<std::size_t>(step - 1), last)]];
}

bool Grammar::has_exact_growth() const {
  return !cut && all_sets(*this, [](const RuleSet& rules, std::size_t symbol) {
    return rules.fixed_production[symbol].has_value();
  });
}

bool Grammar::has_expected_growth() const {
  return !cut && all_sets(*this, [](const RuleSet& rules, std::size_t symbol) {
    return rules.fixed_production[symbol].has_value() || !rules.lottery[symbol].empty();
  });
}

bool is_query(const Symbol& symbol) {
  return symbol.parameters > 0 && symbol.name.size() == 2 && symbol.name[0] == '?' &&
         std::string_view("PHULNV").find(symbol.name[1]) != std::string_view::npos;
}

}  // namespace weald::lsystem
