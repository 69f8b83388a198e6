#include "formats/gltf/detail/measures.h"

#include <cmath>

namespace weald::gltf {

namespace {

/// Rounded to the micrometre: single precision has no more digits, and people read these numbers.
double short_length(double metres) { return std::round(metres * 1e6) / 1e6 + 0.0; }

Json lengths(const Vec3& v) { return {short_length(v.x), short_length(v.y), short_length(v.z)}; }

}  // namespace

void add_copy(Measures& total, const Measures& mesh, const Placement& placement) {
  total.triangles += mesh.triangles;
  total.vertices += mesh.vertices;
  if (mesh.bounds.empty()) return;
  const Mat4 matrix = matrix_of(placement);
  for (int corner = 0; corner < 8; ++corner) {
    const auto pick = [&](int axis) {
      return (corner >> axis & 1) != 0 ? mesh.bounds.max[axis] : mesh.bounds.min[axis];
    };
    total.bounds.add(Vec3{matrix * Vec4{pick(0), pick(1), pick(2), 1}});
  }
}

Json extras_of(const Measures& measures) {
  Json json{{"triangles", measures.triangles}, {"vertices", measures.vertices}};
  if (measures.bounds.empty()) return json;
  json["height_m"] = short_length(measures.bounds.max.y - measures.bounds.min.y);
  json["min_m"] = lengths(measures.bounds.min);
  json["max_m"] = lengths(measures.bounds.max);
  return json;
}

Json extras_of(const Origin& origin) { return {{"preset", origin.preset}, {"seed", origin.seed}}; }

}  // namespace weald::gltf
