#pragma once
// PlantModel: a small plant for tests: a leaning pole with a ball of leaves.

#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"

namespace weald::billboard_tests {

inline void add_quad(mesh::Soup& soup, const Vec3& corner, const Vec3& along, const Vec3& up, std::uint16_t group) {
  const auto first = static_cast<std::uint32_t>(soup.positions.size());
  for (const Vec3& p : {corner, corner + along, corner + along + up, corner + up}) soup.positions.emplace_back(p);
  const std::uint32_t corners[4] = {first, first + 1, first + 2, first + 3};
  soup.add_face(corners);
  soup.face_groups.push_back(group);
}

/// The middle of the pole at a height, metres: it leans 2.4 m to the east and 1.2 m to the south, and bends.
inline Vec3 pole_at(double height) {
  const double share = height / 8;
  return {2.4 * share * share, height, 1.2 * share * share};
}

/// A pole of eight metres with a radius of 0.15 m, and around its top leaves of 0.3 m in a ball of 1.5 m.
inline mesh::Mesh leaning_plant(int leaves) {
  mesh::Soup soup;
  soup.materials = {mesh::Material{"bark", Vec3f{0.5f, 0.3f, 0.1f}, 0.9f, false},
                    mesh::Material{"leaf", Vec3f{0.1f, 0.6f, 0.1f}, 0.9f, true}};
  soup.groups = {{"bark", 0}, {"leaf", 1}};
  for (int i = 0; i < 32; ++i) {
    const Vec3 low = pole_at(i * 0.25), high = pole_at(i * 0.25 + 0.25);
    for (int side = 0; side < 6; ++side) {
      const auto out = [](int k) { return Vec3{math::cos_deg(60.0 * k), 0, -math::sin_deg(60.0 * k)} * 0.15; };
      add_quad(soup, low + out(side), out(side + 1) - out(side), high - low, 0);
    }
  }
  const Rng rng(5);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(leaves); ++i) {
    const auto a = rng.four_uniforms(2 * i), b = rng.four_uniforms(2 * i + 1);
    const auto direction = [](double u, double v) {
      const double y = 2 * u - 1, flat = std::sqrt(1 - y * y);
      return Vec3{flat * math::cos_deg(360 * v), y, flat * math::sin_deg(360 * v)};
    };
    const Vec3 along = direction(a[0], a[1]), other = direction(b[0], b[1]);
    const Vec3 up = normalized_or(glm::cross(along, other), Vec3{0, 1, 0});
    const Vec3 at = pole_at(8) + direction(a[2], a[3]) * (1.5 * std::sqrt(b[2]));
    add_quad(soup, at, along * 0.3, up * 0.3, 1);
  }
  return mesh::build_checked(soup);
}

}  // namespace weald::billboard_tests
