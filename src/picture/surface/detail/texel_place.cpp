#include "picture/surface/detail/texel_place.h"

#include <algorithm>
#include <cstdint>

namespace weald::render {

TexelCover texel_cover(int count, int parts, int index) {
  TexelCover result;
  const std::int64_t begin = std::int64_t{index} * count, end = begin + count;  // in units of 1 / parts of a cell
  result.first = static_cast<int>(begin / parts);
  for (std::int64_t cell = result.first; cell * parts < end; ++cell) {
    const std::int64_t overlap = std::min(end, (cell + 1) * parts) - std::max(begin, cell * parts);
    result.share[static_cast<std::size_t>(result.count++)] = static_cast<float>(overlap) / static_cast<float>(count);
  }
  return result;
}

}  // namespace weald::render
