#include "base/text/nearest_name.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weald::schema {

int edit_distance(std::string_view a, std::string_view b) {
  // Three rolling rows: the swap of two neighbours looks two rows back.
  std::vector<int> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::string suggest(std::string_view wrong, std::span<const std::string_view> names, int most_in_long) {
  constexpr std::size_t kLongestCompared = 64;  // keeps hostile keys cheap
  constexpr std::size_t kLongName = 9;
  if (wrong.size() <= kLongestCompared) {
    int best = most_in_long + 1;
    std::string_view nearest;
    for (const std::string_view name : names) {
      const int distance = edit_distance(wrong, name);
      const int most = name.size() >= kLongName ? most_in_long : 2;
      if (distance < best && distance <= most && distance < static_cast<int>(name.size())) {
        best = distance;
        nearest = name;
      }
    }
    if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  }
  constexpr std::size_t kMaxListed = 16;
  if (!names.empty() && names.size() <= kMaxListed) return fmt::format("one of: {}", fmt::join(names, ", "));
  return {};
}

}  // namespace weald::schema
