#include "engine/run/detail/result_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"
#include "data/finite_samples.h"

namespace weald::pipeline {

namespace {

bool is_near(double value) { return std::abs(value) <= kFarthest; }  // false for NaN
bool is_near(const Vec3& place) { return is_near(place.x) && is_near(place.y) && is_near(place.z); }

/// Checks one artifact; `of` identifies it in messages.
class ArtifactCheck {
 public:
  explicit ArtifactCheck(std::string of) : of_(std::move(of)) {}

  void operator()(const Heightmap& map) const {
    if (all_finite(map.heights.values())) return;
    BadSample fault = *first_not_finite(view(map));
    if (map.place) fault = {fault.x + map.place->x, fault.y + map.place->y, fault.value};
    throw StageError(fault_of(fault, of_));
  }

  void operator()(const mesh::Mesh& mesh) const {
    require(mesh.positions, "vertex", [](const Vec3f& p) { return is_near(Vec3(p)); });
    const auto has_direction = [](const Vec3f& n) { return is_finite(n); };
    if (!std::ranges::all_of(mesh.normals.values, has_direction)) fail("a normal", "not a number");
    const auto is_uv = [](const Vec2f& uv) { return std::isfinite(uv.x) && std::isfinite(uv.y); };
    if (!std::ranges::all_of(mesh.uvs.values, is_uv)) fail("a texture coordinate", "not finite");
  }

  void operator()(const curve::Curve& curve) const {
    for (const curve::Path& path : curve.paths) {
      for (const curve::Segment& segment : path.segments) {
        require(segment.points, "point", [](const Vec4& p) { return p.w > 0 && is_near(Vec3(p) / p.w); });
      }
      if (!std::ranges::all_of(path.widths, [](double width) { return is_near(width); }))
        fail("a width of a path", "not finite");
    }
  }

  void operator()(const lsystem::Skeleton& skeleton) const {
    require(skeleton.segments, "segment", [](const lsystem::SkeletonSegment& segment) {
      return is_near(segment.start) && is_near(segment.end) && is_near(segment.start_radius) &&
             is_near(segment.end_radius) && is_finite(segment.frame.heading);
    });
    for (const lsystem::SkeletonPolygon& polygon : skeleton.polygons)
      require(polygon.points, "point of a polygon", [](const Vec3& p) { return is_near(p); });
    require(skeleton.organs, "organ", [](const lsystem::SkeletonOrgan& organ) {
      return is_near(organ.position) && is_near(organ.size) && is_finite(organ.frame.heading);
    });
  }

  void operator()(const scene::Scene& scene) const {
    for (const auto& mesh : scene::meshes_of(scene)) (*this)(*mesh);
    const auto is_sound = [](const auto& placed) {
      const Mat3 axes(placed.axes);
      return is_near(axes[0]) && is_near(axes[1]) && is_near(axes[2]) && is_near(placed.position);
    };
    require(scene.instances, "instance", is_sound);
    require(scene.groups, "group", is_sound);
  }

  void operator()(const Image&) const {}
  void operator()(const lsystem::LString&) const {}

 private:
  template <class Elements, class IsSound>
  void require(const Elements& elements, std::string_view what, const IsSound& is_sound) const {
    const auto found = std::ranges::find_if_not(elements, is_sound);
    if (found == elements.end()) return;
    throw StageError(fmt::format("{} {}{} is not within {} m of the origin", what, found - elements.begin(), of_,
                                 schema::number_text(kFarthest)));
  }

  void fail(std::string_view what, std::string_view why) const {
    throw StageError(fmt::format("{}{} is {}", what, of_, why));
  }

  std::string of_;
};

}  // namespace

void require_sound(const StageResult& result) {
  std::visit(ArtifactCheck{""}, result.main);
  for (const auto& [name, part] : result.parts) std::visit(ArtifactCheck{" of its part '" + name + "'"}, *part);
}

}  // namespace weald::pipeline
