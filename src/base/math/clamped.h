#pragma once
// Clamping that is safe for every number, including NaN. Use it for values that are converted to an index.

namespace weald {

/// `value` clamped to [`low`, `high`]; NaN becomes `low`. std::clamp and glm::clamp return NaN, whose conversion to an
/// integer is undefined. Pre: low <= high.
template <class T>
constexpr T clamped(T value, T low, T high) {
  if (!(value >= low)) return low;
  return high < value ? high : value;
}

}  // namespace weald
