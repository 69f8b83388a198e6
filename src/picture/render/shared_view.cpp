#include "picture/render/shared_view.h"

#include <algorithm>
#include <initializer_list>

#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"
#include "methods/raster/resample.h"
#include "picture/camera/camera.h"
#include "picture/render/detail/hypsometry.h"
#include "picture/render/detail/placed_copies.h"
#include "picture/render/detail/relief.h"
#include "picture/render/hillshade.h"

namespace weald::pipeline {

namespace {

using render::PictureParams;
using render::PixelSize;

constexpr double kBlockDepth = 0.035;  // thickness of a relief below its lowest point, as a share of its longer side

PixelSize size_of(const PictureParams& params) { return render::size_or(params, render::kDefaultSize); }

double elevation_of(const PictureParams& params, const ArtifactView& artifact) {
  const bool relief = std::holds_alternative<const Heightmap*>(artifact);
  return params.elevation.value_or(relief ? render::kReliefElevation : render::kDefaultElevation);
}

/// Calls visit(point, radius), in metres, for the points that a picture's camera is fitted to. Points of scenes are
/// left out if they lie in a box for which matters(box) is false.
template <class Matters, class Visit>
class PointVisitor {
 public:
  PointVisitor(const Matters& matters, Visit& visit) : matters_(matters), visit_(visit) {}
  void operator()(const Heightmap&) const {}
  void operator()(const Image&) const {}
  void operator()(const lsystem::LString&) const {}
  void operator()(const mesh::Mesh& mesh) const {
    for (const auto& p : mesh.positions) visit_(p, 0.0);
  }
  void operator()(const scene::Scene& scene) const {
    render::PlacedCopies points;
    for (const scene::Prototype& prototype : scene.prototypes) points.add_set(prototype.mesh->positions);
    for (const scene::Instance& instance : scene.instances)
      points.place(scene.prototype_index(instance), world_from_prototype(instance));
    points.visit(matters_, [&](const Vec3& p) { visit_(p, 0.0); });
  }
  void operator()(const curve::Curve& curve) const {
    for (const Polyline& path : curve::flatten(curve, line_tolerance(curve)))
      for (const Vec3& p : path.points) visit_(p, 0.0);
  }
  void operator()(const lsystem::Skeleton& skeleton) const {
    for (const auto& segment : skeleton.segments) {
      visit_(segment.start, segment.start_radius);
      visit_(segment.end, segment.end_radius);
    }
    for (const auto& polygon : skeleton.polygons)
      for (const Vec3& p : polygon.points) visit_(p, 0.0);
  }

 private:
  const Matters& matters_;
  Visit& visit_;
};

template <class Matters, class Visit>
void for_each_point(const ArtifactView& artifact, const Matters& matters, Visit visit) {
  const PointVisitor<Matters, Visit> visitor(matters, visit);
  std::visit([&](const auto* value) { visitor(*value); }, artifact);
}

}  // namespace

Bounds bounds_of(const ArtifactView& artifact) {
  Bounds bounds;
  if (const auto* map = std::get_if<const Heightmap*>(&artifact)) {
    const HeightRange range = height_range(**map);
    const Vec2 last = (*map)->grid().position((*map)->width() - 1, (*map)->height() - 1);
    bounds.add(Vec3{(*map)->origin.x, static_cast<double>(range.min), (*map)->origin.y});
    bounds.add(Vec3{last.x, static_cast<double>(range.max), last.y});
  }
  const auto matters = [&](const Bounds& box) { return !bounds.contains(box); };
  for_each_point(artifact, matters, [&](const Vec3& p, double radius) {
    if (!is_finite(p)) return;
    bounds.add(p - Vec3{radius});
    bounds.add(p + Vec3{radius});
  });
  return bounds;
}

void SharedView::add(const ArtifactView& artifact, const PictureParams& params) {
  if (const auto* map = std::get_if<const Heightmap*>(&artifact)) {
    add_land(**map, params);
    return;
  }
  const render::ViewAxes axes =
      render::axes_of(params.azimuth.value_or(render::kDefaultAzimuth), elevation_of(params, artifact));
  const render::FrameShape shape = render::subject_shape(params, size_of(params));
  const auto matters = [&](const Bounds& box) { return render::may_extend(support_, axes, shape, box); };
  for_each_point(artifact, matters, [&](const Vec3& p, double radius) {
    if (!is_finite(p)) return;
    for (const Vec3& side : {axes.right * radius, axes.up * radius}) {
      render::add_support(support_, axes, shape, p + side);
      if (radius > 0) render::add_support(support_, axes, shape, p - side);
    }
  });
}

void SharedView::add_land(const Heightmap& map, const PictureParams& params) {
  if (map.width() < 2 || map.height() < 2) return;
  const PixelSize size = size_of(params);
  const int longer = std::max(size.width, size.height);
  const bool relief = params.style == render::HeightStyle::relief;
  SharedLand& land = land_ ? *land_ : land_.emplace();
  // Resample to the picture's resolution: detail finer than a pixel must not affect the result.
  const auto samples = [&](int side) {
    const int most = std::max(map.width(), map.height());
    return std::clamp(static_cast<int>(std::int64_t{side} * longer / most), 2, side);
  };
  const Heightmap seen = render::resample(map, render::pixel_centres(map.width(), samples(map.width())),
                                          render::pixel_centres(map.height(), samples(map.height())));
  const double exaggeration =
      relief ? render::relief_exaggeration(map, longer) : render::hillshade_exaggeration(render::rms_slope(seen));
  land.exaggeration = std::min(land.exaggeration, exaggeration);
  const render::LandTint tint =
      render::land_tint(seen, params.water ? std::optional{render::sea_level_of(params)} : std::nullopt, 1.0);
  land.low = std::min(land.low, tint.low);
  land.high = std::max(land.high, tint.high);
  const HeightRange range = height_range(map);
  land.bottom = std::min(land.bottom, static_cast<double>(range.min));
  land.top = std::max({land.top, static_cast<double>(range.max), params.water ? render::sea_level_of(params) : -1e300});
  const Vec2 last = map.grid().position(map.width() - 1, map.height() - 1);
  land.first = glm::min(land.first, map.origin);
  land.last = glm::max(land.last, last);
}

PictureParams SharedView::apply(const PictureParams& params) const {
  PictureParams result = params;
  render::FrustumSupport support = support_;
  if (land_) {
    if (!result.exaggeration) result.exaggeration = land_->exaggeration;
    if (!result.heights && land_->high > land_->low) result.heights = {{land_->low, land_->high}};
    const double scale = *result.exaggeration;
    const Vec2 size = land_->last - land_->first;
    const double base = land_->bottom * scale - kBlockDepth * std::max(size.x, size.y);
    const render::ViewAxes axes = render::axes_of(params.azimuth.value_or(render::kDefaultAzimuth),
                                                  params.elevation.value_or(render::kReliefElevation));
    for (const double x : {land_->first.x, land_->last.x})
      for (const double z : {land_->first.y, land_->last.y})
        for (const double y : {base, land_->top * scale})
          render::add_support(support, axes, render::subject_shape(params, size_of(params)), {x, y, z});
  }
  if (!support.empty()) result.framing = render::Framing{support, {0, 0, 0}};
  return result;
}

}  // namespace weald::pipeline
