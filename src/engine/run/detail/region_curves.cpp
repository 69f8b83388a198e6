#include "engine/run/detail/region_curves.h"

#include <cstddef>
#include <utility>

namespace weald::pipeline {

namespace {

bool begins_in(const curve::Segment& segment, const RegionShare& share) {
  const Vec4& first = segment.points.front();  // homogeneous
  const Vec3 at = Vec3{first} / first.w;
  return at.x >= share.low.x && at.x < share.high.x && at.z >= share.low.y && at.z < share.high.y;
}

/// The segments [begin, end) of a path.
curve::Path piece_of(const curve::Path& path, std::size_t begin, std::size_t end) {
  if (begin == 0 && end == path.segments.size()) return path;
  const auto at = [](auto& values, std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
  curve::Path piece;
  piece.segments.assign(at(path.segments, begin), at(path.segments, end));
  if (!path.widths.empty()) piece.widths.assign(at(path.widths, begin), at(path.widths, end + 1));
  piece.order = path.order;
  return piece;
}

}  // namespace

curve::Curve curves_in(const curve::Curve& curve, const RegionShare& share) {
  curve::Curve result;
  result.plane = curve.plane;
  for (const curve::Path& path : curve.paths) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= path.segments.size(); ++i) {
      if (i < path.segments.size() && begins_in(path.segments[i], share)) continue;
      if (begin < i) result.paths.push_back(piece_of(path, begin, i));
      begin = i + 1;
    }
  }
  return result;
}

}  // namespace weald::pipeline
