#include "picture/render/detail/placed_copies.h"

#include <algorithm>
#include <numeric>

namespace weald::render {

std::size_t PlacedCopies::add_set(std::span<const Vec3f> points) {
  Set& set = sets_.emplace_back();
  set.points = points;
  set.chunks.resize((points.size() + kChunk - 1) / kChunk);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_finite(points[i])) set.chunks[i / kChunk].add(Vec3{points[i]});
  }
  for (const Bounds& chunk : set.chunks) set.box.add(chunk);
  return sets_.size() - 1;
}

// A number near the golden section of `count` that has no common divisor with it.
std::size_t PlacedCopies::far_stride(std::size_t count) {
  constexpr double kGolden = 0.6180339887498949;
  auto stride = static_cast<std::size_t>(kGolden * static_cast<double>(count)) + 1;
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

}  // namespace weald::render
