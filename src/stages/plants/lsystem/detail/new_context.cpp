#include "stages/plants/lsystem/detail/new_context.h"

namespace weald::lsystem {

void NewContext::append(std::uint8_t symbol) {
  const auto number = static_cast<std::uint32_t>(symbols_.size());
  symbols_.push_back(symbol);
  parameter_begin_.push_back(parameters_);
  parameters_ += grammar_.alphabet[symbol].parameters;
  links_.push_back(nearest_);
  const bool begins = symbol == (from_ == From::left ? grammar_.open : grammar_.close);
  const bool ends = symbol == (from_ == From::left ? grammar_.close : grammar_.open);
  if (begins) {
    saved_.push_back(nearest_);
    if (from_ == From::right) nearest_ = kNone;  // nothing follows the end of a branch
  } else if (ends) {
    nearest_ = saved_.back();
    saved_.pop_back();
  } else if (!grammar_.ignored[symbol]) {
    nearest_ = number;
  }
}

bool NewContext::match(const Context& pattern, std::vector<std::uint32_t>& matched) const {
  matched.resize(pattern.size());
  std::uint32_t at = nearest_;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t place = from_ == From::left ? pattern.size() - 1 - i : i;
    if (at == kNone || symbols_[at] != pattern[place]) return false;
    matched[place] = at;
    at = links_[at];
  }
  return true;
}

}  // namespace weald::lsystem
