#pragma once
// Numbers moved into a range, whatever they are: for everything that becomes an index.

namespace weald {

/// `value` moved into [`low`, `high`]; NaN becomes `low`. std::clamp and glm::clamp let NaN pass, and to convert that
/// to an integer is undefined. Pre: low <= high.
template <class T>
constexpr T clamped(T value, T low, T high) {
  if (!(value >= low)) return low;
  return high < value ? high : value;
}

}  // namespace weald
