#include "stages/scenes/detail/volume_balls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "methods/mesh/build.h"
#include "methods/mesh/mesh_volume.h"
#include "methods/mesh/surface_tree.h"
#include "methods/mesh/triangulate.h"
#include "stages/scenes/detail/near_points.h"
#include "stages/scenes/detail/sample_elimination.h"
#include "stages/scenes/detail/surface_discs.h"

namespace weald::scene {

namespace {

/// A cube with sides along the axes.
struct Cube {
  Vec3 low{0};
  double side = 0;
  bool is_inside = false;  ///< all of it
};

mesh::Soup triangles_of(const mesh::Mesh& mesh) {
  mesh::Soup soup = mesh::triangulate(mesh::to_soup(mesh));
  if (soup.face_count() == 0) throw StageError("the surface has no faces", "surface");
  return soup;
}

/// A mesh as a solid whose surface is quickly found.
class Solid {
 public:
  explicit Solid(const mesh::Mesh& mesh) : volume_(mesh), surface_(triangles_of(mesh)) {}

  const Bounds& bounds() const { return volume_.bounds(); }
  bool contains(const Vec3& point) const { return volume_.contains(point); }
  /// Whether no part of the cube is inside; otherwise, notes whether all of it is.
  bool misses(Cube& cube) {
    if (cube.is_inside) return false;
    const Vec3 centre = cube.low + 0.5 * cube.side;
    const double reach = 0.5 * std::sqrt(3.0) * cube.side * (1 + 1e-9);
    if (surface_.within(centre, reach, hint_)) return false;
    cube.is_inside = contains(centre);
    return !cube.is_inside;
  }

 private:
  mesh::MeshVolume volume_;
  mesh::SurfaceTree surface_;
  std::uint32_t hint_ = 0;
};

/// The cubes with sides of `side` metres that have a part of the solid.
std::vector<Cube> cubes_of(Solid& solid, double side) {
  const Vec3 low = solid.bounds().min;
  const Vec3 counts = glm::max(glm::ceil((solid.bounds().max - low) / side), Vec3{1});
  if (counts.x * counts.y * counts.z > static_cast<double>(kMaxPieces))
    throw StageError("the distance is too small for this volume: more than 3 million places would have to be tested",
                     "distance");
  std::vector<Cube> cubes;
  for (double z = 0; z < counts.z; ++z) {
    for (double y = 0; y < counts.y; ++y) {
      for (double x = 0; x < counts.x; ++x) {
        Cube cube{low + Vec3{x, y, z} * side, side};
        if (!solid.misses(cube)) cubes.push_back(cube);
      }
    }
  }
  return cubes;
}

/// The outward direction leads away from the vertical axis through the middle of the solid.
Site site_in_volume(const Vec3& position, const Vec3& middle, std::size_t number) {
  const Vec3 away{position.x - middle.x, 0, position.z - middle.z};
  return {position, {0, 0, 1}, {0, 1, 0}, normalized_or(away, {0, 0, 1}), number};
}

/// Numbers of a random stream.
enum class BallDraw : std::uint64_t { spread = 1, rounds = 2 };

std::uint64_t seed_of(std::uint64_t seed, BallDraw draw) { return sub_seed(seed, static_cast<std::uint64_t>(draw)); }

class BallThrower {
 public:
  BallThrower(const mesh::Mesh& mesh, double distance, std::uint64_t seed)
      : solid_(mesh), distance_(distance), seed_(seed_of(seed, BallDraw::rounds)), near_(distance) {}

  std::vector<Site> run(const RunContext& context) {
    std::vector<Cube> cubes = cubes_of(solid_, distance_ / std::sqrt(3.0));
    for (std::uint64_t round = 0; !cubes.empty(); ++round) {
      context.check_stop();
      throw_darts(cubes, round);
      cubes = divided(cubes);
    }
    return std::move(sites_);
  }

 private:
  /// Cubes with a diagonal of less than this share of the distance are dropped.
  static constexpr double kFinest = 0.05;

  struct Dart {
    double rank;
    std::uint32_t cube;
    Vec3 position{0};
  };

  void throw_darts(const std::vector<Cube>& cubes, std::uint64_t round) {
    const Rng rng(sub_seed(seed_, round));
    std::vector<Dart> darts;
    darts.reserve(cubes.size());
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      const auto random = rng.four_uniforms(i);
      darts.push_back({random[3], static_cast<std::uint32_t>(i),
                       cubes[i].low + Vec3{random[0], random[1], random[2]} * cubes[i].side});
    }
    std::sort(darts.begin(), darts.end(),
              [](const Dart& a, const Dart& b) { return std::tie(a.rank, a.cube) < std::tie(b.rank, b.cube); });
    const Vec3 middle = 0.5 * (solid_.bounds().min + solid_.bounds().max);
    for (const Dart& dart : darts) {
      if (near_.any_near(dart.position, [](std::uint32_t, double) { return true; })) continue;
      if (!cubes[dart.cube].is_inside && !solid_.contains(dart.position)) continue;
      require_site_count(static_cast<double>(sites_.size() + 1), "distance");
      sites_.push_back(site_in_volume(dart.position, middle, sites_.size()));
      near_.add(dart.position);
    }
  }

  /// The eighths of the cubes, those that can still accept a sample.
  std::vector<Cube> divided(const std::vector<Cube>& cubes) {
    std::vector<Cube> result;
    for (const Cube& cube : cubes) {
      const double side = 0.5 * cube.side;
      if (std::sqrt(3.0) * side < kFinest * distance_ || is_covered(cube)) continue;
      for (int k = 0; k < 8; ++k) {
        Cube part{cube.low + Vec3{k & 1, k >> 1 & 1, k >> 2} * side, side, cube.is_inside};
        if (!is_covered(part) && !solid_.misses(part)) result.push_back(part);
      }
      if (result.size() > kMaxPieces)
        throw StageError(
            "the distance is too small for this volume: more than 3 million places would have to be tested",
            "distance");
    }
    return result;
  }

  /// Whether the cube lies within the distance of one sample.
  bool is_covered(const Cube& cube) const {
    const Vec3 centre = cube.low + 0.5 * cube.side;
    return near_.any_near(centre, [&](std::uint32_t sample, double) {
      const Vec3 farthest = glm::abs(near_.points()[sample] - centre) + 0.5 * cube.side;
      return glm::dot(farthest, farthest) < distance_ * distance_;
    });
  }

  Solid solid_;
  double distance_;
  std::uint64_t seed_;
  NearPoints near_;
  std::vector<Site> sites_;
};

/// Points inside a solid, uniform by volume, and the volume.
struct VolumeSamples {
  std::vector<Vec3> points;
  double volume = 0;  ///< cubic metres, estimated
};

constexpr double kCubesAlong = 48;  // along the longest side of the box

VolumeSamples samples_in(Solid& solid, std::size_t count, std::uint64_t seed) {
  const Vec3 size = solid.bounds().max - solid.bounds().min;
  const double largest = std::max({size.x, size.y, size.z});
  if (!(largest > 0)) throw StageError("the surface encloses no volume", "surface");
  const std::vector<Cube> cubes = cubes_of(solid, largest / kCubesAlong);
  const Rng rng(seed_of(seed, BallDraw::spread));
  VolumeSamples result;
  const std::size_t most_tries = 64 * count + 100'000;
  std::size_t tries = 0;
  for (; result.points.size() < count && tries < most_tries && !cubes.empty(); ++tries) {
    const auto random = rng.four_uniforms(tries);
    const Cube& cube = cubes[rng.below(static_cast<std::uint32_t>(cubes.size()), tries, 1)];
    const Vec3 point = cube.low + Vec3{random[0], random[1], random[2]} * cube.side;
    if (cube.is_inside || solid.contains(point)) result.points.push_back(point);
  }
  if (result.points.size() < count) throw StageError("the surface encloses hardly any volume", "surface");
  const double side = largest / kCubesAlong;
  result.volume =
      side * side * side * static_cast<double>(cubes.size()) * static_cast<double>(count) / static_cast<double>(tries);
  return result;
}

}  // namespace

std::vector<Site> balls_in(const mesh::Mesh& mesh, double distance, std::uint64_t seed, const RunContext& context) {
  return BallThrower(mesh, distance, seed).run(context);
}

std::vector<Site> spread_in(const mesh::Mesh& mesh, std::size_t count, std::uint64_t seed, const RunContext& context) {
  constexpr std::size_t kSamplesEach = 5;
  Solid solid(mesh);
  const VolumeSamples samples = samples_in(solid, kSamplesEach * count, seed);
  // The densest packing of balls fills the share pi / sqrt(18) of space.
  const double reach = math::pow(std::sqrt(2.0) * samples.volume / static_cast<double>(count), 1.0 / 3);
  const std::vector<bool> is_left = least_crowded(samples.points, count, reach, context);
  const Vec3 middle = 0.5 * (solid.bounds().min + solid.bounds().max);
  std::vector<Site> sites;
  for (std::size_t i = 0; i < samples.points.size(); ++i) {
    if (is_left[i]) sites.push_back(site_in_volume(samples.points[i], middle, sites.size()));
  }
  return sites;
}

}  // namespace weald::scene
