#pragma once
// Copies and curves for tests of the stage place.

#include <cmath>
#include <vector>

#include "base/run_context.h"
#include "methods/curve/bezier.h"
#include "stages/scenes/place.h"

namespace weald::test {

inline scene::PlaceParams placing(scene::Arrangement arrangement, std::size_t meshes = 1) {
  scene::PlaceParams params;
  params.meshes.resize(meshes);
  params.arrangement = arrangement;
  return params;
}

/// Axes of copies are stored in single precision.
inline constexpr double kAxisPrecision = 4e-7;

inline RunContext with_seed(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

/// The copies of place(), each with the number of its mesh as its variety.
inline std::vector<scene::Instance> placed(const scene::PlaceInputs& inputs, const scene::PlaceParams& params,
                                           const RunContext& context = {}) {
  scene::Copies copies = scene::place(inputs, params, context);
  for (scene::Instance& copy : copies.instances) copy.variety = copies.varieties[copy.variety].prototype;
  return copies.instances;
}

inline Vec3 foot_of(const scene::Instance& copy) { return copy.position; }
/// The axes of a copy: 0 to its left, 1 up, 2 ahead.
inline Vec3 axis_of(const scene::Instance& copy, int axis) { return Vec3{copy.axes[axis]}; }

/// A path of cubic segments from one to the next of the points.
inline curve::Path path_of(const std::vector<std::vector<Vec3>>& segments, bool closed = false) {
  curve::Path path;
  for (const std::vector<Vec3>& points : segments) path.segments.push_back(curve::make_segment(points));
  path.closed = closed;
  return path;
}

inline curve::Curve curve_of(std::vector<curve::Path> paths) {
  curve::Curve curve;
  curve.paths = std::move(paths);
  curve.plane = curve::Plane::xz;
  return curve;
}

/// A winding road that climbs.
inline curve::Curve winding_road() {
  return curve_of({path_of({{{0, 0, 0}, {30, 4, -20}, {50, 0, 40}, {80, 8, 10}},
                            {{80, 8, 10}, {95, 11, -5}, {90, 3, -60}, {140, 5, -40}}})});
}

/// Length of a cubic's part from 0 to t by Simpson's rule on its control polygon's polynomial, with 2 * `steps` chords.
inline double simpson_length(const curve::Segment& segment, double t, int steps = 4000) {
  const auto speed = [&](double u) {
    const Vec3 p[4] = {Vec3{segment.points[0]}, Vec3{segment.points[1]}, Vec3{segment.points[2]},
                       Vec3{segment.points[3]}};
    const double v = 1 - u;
    return glm::length(3.0 * (v * v * (p[1] - p[0]) + 2 * u * v * (p[2] - p[1]) + u * u * (p[3] - p[2])));
  };
  const double h = t / (2 * steps);
  double sum = speed(0) + speed(t);
  for (int i = 1; i < 2 * steps; ++i) sum += (i % 2 == 1 ? 4 : 2) * speed(i * h);
  return sum * h / 3;
}

}  // namespace weald::test
