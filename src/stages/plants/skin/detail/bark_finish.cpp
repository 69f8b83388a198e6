#include "stages/plants/skin/detail/bark_finish.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace weald::plant {
namespace {

constexpr std::size_t kShiftedAxes = 1024;  // per block

/// Number of texture coordinates of the parent's bark around the hole; they precede the axis's own.
std::uint64_t parent_uvs(const Tube& tube) {
  if (!tube.attachment || !tube.attachment->hole) return 0;
  return outline_size(*tube.attachment->hole) + tube.stem.rings[0].sides;
}

}  // namespace

void join_textures(const BarkPlan& plan, const BarkParts& parts, std::vector<Vec2> shifts, mesh::Soup& soup) {
  for (std::size_t i = 0; i < shifts.size(); ++i) {  // parents precede their side axes
    const auto& attachment = plan.tubes[i].attachment;
    if (!attachment) continue;
    const Vec2 sum = shifts[i] + shifts[attachment->place.parent];
    shifts[i] = sum - glm::floor(sum);  // textures repeat
  }
  parallel_blocks(plan.tubes.size(), kShiftedAxes, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const auto& attachment = plan.tubes[i].attachment;
      if (!attachment || !plan.tubes[i].has_bark()) continue;
      const std::uint64_t first = parts.begins[i].uvs, own = first + parent_uvs(plan.tubes[i]);
      const std::uint64_t end = parts.end_of(i).uvs;
      const Vec2f parent_shift(shifts[attachment->place.parent]), shift(shifts[i]);
      for (std::uint64_t uv = first; uv < own; ++uv) soup.uvs[uv] += parent_shift;
      for (std::uint64_t uv = own; uv < end; ++uv) soup.uvs[uv] += shift;
    }
  });
}

std::vector<std::uint8_t> unseen_faces(const BarkPlan& plan, const BarkParts& parts) {
  std::vector<std::uint8_t> unseen;
  for (std::size_t i = 0; i < plan.tubes.size(); ++i) {
    const Tube& tube = plan.tubes[i];
    if (!tube.attachment || tube.attachment->hole || !tube.has_bark()) continue;
    unseen.resize(parts.end.faces, 0);
    const auto first = unseen.begin() + static_cast<std::ptrdiff_t>(parts.begins[i].faces);
    std::fill_n(first, 1 + tube.stem.rings[0].sides, std::uint8_t{1});  // the end face, and the band up to the foot
  }
  return unseen;
}

void set_flat_normals(const BarkPlan& plan, const BarkParts& parts, mesh::Soup& soup) {
  const auto flatten = [&](std::uint64_t from, std::uint64_t to, const Vec3& normal) {
    if (soup.corner_normals.empty()) soup.corner_normals = soup.corners;
    const auto number = static_cast<std::uint32_t>(soup.normals.size());
    soup.normals.emplace_back(normal);
    for (std::uint32_t c = soup.face_begin[from]; c < soup.face_begin[to]; ++c) soup.corner_normals[c] = number;
  };
  for (std::size_t i = 0; i < plan.tubes.size(); ++i) {
    const Tube& tube = plan.tubes[i];
    const auto& rings = tube.stem.rings;
    if (!tube.has_bark()) continue;
    const std::uint64_t first = parts.begins[i].faces;  // the faces of the base come first, the face of a cut end last
    if (tube.base != BaseFace::hidden) flatten(first, first + (tube.has_fan() ? rings[0].sides : 1), -rings[0].tangent);
    if (tube.stem.apex) continue;
    const std::uint64_t end = parts.end_of(i).faces;
    flatten(end - (tube.has_cut_fan() ? rings.back().sides : 1), end, rings.back().tangent);
  }
}

}  // namespace weald::plant
