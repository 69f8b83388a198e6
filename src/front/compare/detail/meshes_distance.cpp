#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "base/math/clamped.h"
#include "base/parallel.h"
#include "front/compare/detail/meshes.h"
#include "methods/mesh/build.h"
#include "methods/mesh/surface_tree.h"
#include "methods/mesh/triangulate.h"

namespace weald::compare {

namespace {

using mesh::Corners;
using mesh::SurfaceTree;

constexpr std::size_t kTrianglesAtOnce = 512;
constexpr std::uint64_t kFewestSamples = 20'000;
constexpr std::uint64_t kMaxParts = 1024;  // limit on the parts of one side of a triangle

Corners corners_of(const mesh::Soup& soup, std::uint32_t face) {
  const auto indices = soup.face(face);
  return {Vec3{soup.positions[indices[0]]}, Vec3{soup.positions[indices[1]]}, Vec3{soup.positions[indices[2]]}};
}

double area_of(const Corners& t) { return glm::length(glm::cross(t[1] - t[0], t[2] - t[0])) / 2; }

double longest_side(const Corners& t) {
  return std::max({glm::distance(t[0], t[1]), glm::distance(t[1], t[2]), glm::distance(t[2], t[0])});
}

/// The number of parts into which each side of a triangle is divided to make them no longer than `spacing`.
std::uint64_t parts_of(const Corners& triangle, double spacing) {
  const double parts = std::ceil(longest_side(triangle) / spacing);
  return static_cast<std::uint64_t>(clamped(parts, 1.0, static_cast<double>(kMaxParts)));
}

/// The spacing at which the surface has about kFewestSamples small triangles, and at most four times as many beyond
/// one for each triangle.
double sample_spacing(const mesh::Soup& soup) {
  double area = 0, longest = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    area += area_of(corners_of(soup, f));
    longest = std::max(longest, longest_side(corners_of(soup, f)));
  }
  double spacing = std::max(std::sqrt(2 * area / static_cast<double>(kFewestSamples)), longest * 1e-3);
  if (!(spacing > 0)) return 1;
  const auto small_triangles = [&] {
    std::uint64_t sum = 0;
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const std::uint64_t parts = parts_of(corners_of(soup, f), spacing);
      sum += parts * parts;
    }
    return sum;
  };
  while (small_triangles() > 4 * kFewestSamples + soup.face_count()) spacing *= 1.5;
  return spacing;
}

/// The distances found from samples of some triangles.
struct Part {
  double largest = -1, bound = 0;
  Vec3 at{0};
  double weighted = 0, area = 0;
  std::uint64_t samples = 0;

  void sample(double distance, const Vec3& point) {
    ++samples;
    if (distance <= largest) return;
    largest = distance;
    at = point;
  }
  void merge(const Part& other) {
    if (other.largest > largest) {
      largest = other.largest;
      at = other.at;
    }
    bound = std::max(bound, other.bound);
    weighted += other.weighted;
    area += other.area;
    samples += other.samples;
  }
};

/// Samples the centres of the small triangles into which a triangle is divided.
void sample_triangle(const Corners& t, std::uint64_t parts, const SurfaceTree& tree, std::uint32_t& hint, Part& part) {
  const auto n = static_cast<double>(parts);
  const Vec3 u = (t[1] - t[0]) / n, v = (t[2] - t[0]) / n;
  const double area = area_of(t) / (n * n);
  const Vec3 centre = (t[0] + t[1] + t[2]) / 3.0;
  // Small triangles are similar to the large one: no point of one is farther from its centre than this.
  const double reach =
      std::max({glm::distance(centre, t[0]), glm::distance(centre, t[1]), glm::distance(centre, t[2])}) / n;
  const auto sample = [&](double i, double j) {
    const Vec3 point = t[0] + u * i + v * j;
    const double distance = tree.distance(point, hint);
    part.sample(distance, point);
    part.bound = std::max(part.bound, distance + reach);
    part.weighted += distance * area;
    part.area += area;
  };
  for (std::uint64_t i = 0; i < parts; ++i) {
    for (std::uint64_t j = 0; i + j < parts; ++j) {
      const auto x = static_cast<double>(i), y = static_cast<double>(j);
      sample(x + 1.0 / 3, y + 1.0 / 3);
      if (i + j + 1 < parts) sample(x + 2.0 / 3, y + 2.0 / 3);
    }
  }
}

/// The first triangle that uses each position, which alone samples it.
std::vector<std::uint32_t> first_users(const mesh::Soup& soup) {
  std::vector<std::uint32_t> users(soup.positions.size());
  for (std::uint32_t f = soup.face_count(); f-- > 0;)
    for (const std::uint32_t corner : soup.face(f)) users[corner] = f;
  return users;
}

/// Distances from the surface `from` to the one in `tree`.
Part one_way(const mesh::Soup& from, const SurfaceTree& tree, const RunContext& context) {
  const double spacing = sample_spacing(from);
  const std::vector<std::uint32_t> users = first_users(from);
  const std::size_t blocks = (from.face_count() + kTrianglesAtOnce - 1) / kTrianglesAtOnce;
  std::vector<Part> parts(blocks);
  parallel_blocks(from.face_count(), kTrianglesAtOnce, [&](std::size_t begin, std::size_t end) {
    Part& part = parts[begin / kTrianglesAtOnce];
    std::uint32_t hint = 0;
    for (auto f = static_cast<std::uint32_t>(begin); f < end; ++f) {
      context.check_stop();
      const Corners corners = corners_of(from, f);
      for (std::size_t i = 0; i < 3; ++i)
        if (users[from.face(f)[i]] == f) part.sample(tree.distance(corners[i], hint), corners[i]);
      sample_triangle(corners, parts_of(corners, spacing), tree, hint, part);
    }
  });
  Part all;
  for (const Part& part : parts) all.merge(part);
  return all;
}

}  // namespace

SurfaceDistance surface_distance(const mesh::Mesh& a, const mesh::Mesh& b, const RunContext& context) {
  const mesh::Soup soup_a = mesh::triangulate(mesh::to_soup(a)), soup_b = mesh::triangulate(mesh::to_soup(b));
  WEALD_CHECK(soup_a.face_count() > 0 && soup_b.face_count() > 0);
  const Part forth = one_way(soup_a, SurfaceTree(soup_b), context);
  const Part back = one_way(soup_b, SurfaceTree(soup_a), context);
  Part all = forth;
  all.merge(back);
  SurfaceDistance result;
  result.hausdorff = all.largest;
  result.hausdorff_at = all.at;
  result.upper_bound = std::max(all.bound, all.largest);
  result.samples = all.samples;
  if (all.area > 0) result.mean = all.weighted / all.area;
  return result;
}

}  // namespace weald::compare
