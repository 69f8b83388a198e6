#include "stages/scenes/detail/surface_discs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "methods/curve/frames.h"
#include "methods/mesh/build.h"
#include "methods/mesh/triangulate.h"
#include "stages/scenes/detail/near_points.h"
#include "stages/scenes/detail/sample_elimination.h"

namespace weald::scene {

namespace {

/// A part of a triangle of the surface.
struct Piece {
  std::array<Vec3, 3> corners{};
  std::uint32_t triangle = 0;
};

Vec3 doubled_area(const std::array<Vec3, 3>& c) { return glm::cross(c[1] - c[0], c[2] - c[0]); }

/// The triangles of a mesh that have an area.
std::vector<Piece> pieces_of(const mesh::Mesh& mesh) {
  const mesh::Soup soup = mesh::triangulate(mesh::to_soup(mesh));
  std::vector<Piece> pieces;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto corners = soup.face(f);
    Piece piece;
    for (std::size_t i = 0; i < 3; ++i) piece.corners[i] = Vec3{soup.positions[corners[i]]};
    piece.triangle = static_cast<std::uint32_t>(pieces.size());
    if (glm::length(doubled_area(piece.corners)) > 1e-30) pieces.push_back(piece);
  }
  if (pieces.empty()) throw StageError("the surface has no area", "surface");
  return pieces;
}

/// A point of a triangle, uniform by area for uniform random numbers u and v.
Vec3 point_in(const std::array<Vec3, 3>& corners, double u, double v) {
  const double root = std::sqrt(u);
  return corners[0] * (1 - root) + corners[1] * (root * (1 - v)) + corners[2] * (root * v);
}

Site site_in(const Piece& triangle, const Vec3& position, std::size_t number) {
  const Vec3 normal = normalized_or(doubled_area(triangle.corners), {0, 1, 0});
  return {position, curve::perpendicular(normal, {0, 0, 1}), normal, normal, number};
}

/// Numbers of a random stream.
enum class DiscDraw : std::uint64_t { spread = 1, rounds = 2 };

class SurfaceThrower {
 public:
  SurfaceThrower(const mesh::Mesh& mesh, double distance, std::uint64_t seed)
      : triangles_(pieces_of(mesh)), distance_(distance), seed_(seed), near_(distance) {}

  std::vector<Site> run(const RunContext& context) {
    std::vector<Piece> pieces = triangles_;
    for (std::uint64_t round = 0; !pieces.empty(); ++round) {
      context.check_stop();
      throw_darts(pieces, round);
      pieces = refined(pieces);
    }
    return std::move(sites_);
  }

 private:
  /// A piece without a place that this share of the distance is wide is dropped.
  static constexpr double kFinest = 1e-3;

  struct Dart {
    double rank;  ///< exponentially distributed with the area as rate: ascending ranks choose pieces by area
    std::uint32_t piece;
    Vec3 position{0};
  };

  void throw_darts(const std::vector<Piece>& pieces, std::uint64_t round) {
    const Rng rng(sub_seed(sub_seed(seed_, static_cast<std::uint64_t>(DiscDraw::rounds)), round));
    std::vector<Dart> darts;
    darts.reserve(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto random = rng.four_uniforms(i);
      const double area = glm::length(doubled_area(pieces[i].corners));
      darts.push_back({-math::log(1 - random[2]) / area, static_cast<std::uint32_t>(i),
                       point_in(pieces[i].corners, random[0], random[1])});
    }
    std::sort(darts.begin(), darts.end(),
              [](const Dart& a, const Dart& b) { return std::tie(a.rank, a.piece) < std::tie(b.rank, b.piece); });
    for (const Dart& dart : darts) {
      if (near_.any_near(dart.position, [](std::uint32_t, double) { return true; })) continue;
      require_site_count(static_cast<double>(sites_.size() + 1), "distance");
      sites_.push_back(site_in(triangles_[pieces[dart.piece].triangle], dart.position, sites_.size()));
      near_.add(dart.position);
    }
  }

  /// The halves of the pieces, those that can still accept a sample.
  std::vector<Piece> refined(const std::vector<Piece>& pieces) const {
    std::vector<Piece> result;
    for (const Piece& piece : pieces) {
      const std::size_t edge = longest_edge(piece);
      const Vec3 a = piece.corners[edge], b = piece.corners[(edge + 1) % 3], apex = piece.corners[(edge + 2) % 3];
      if (glm::length(b - a) < kFinest * distance_) continue;
      const Vec3 middle = 0.5 * (a + b);
      for (const Piece& half : {Piece{{a, middle, apex}, piece.triangle}, Piece{{middle, b, apex}, piece.triangle}}) {
        if (!is_covered(half)) result.push_back(half);
      }
      if (result.size() > kMaxPieces)
        throw StageError(
            "the distance is too small for this surface: more than 3 million places would have to be tested",
            "distance");
    }
    return result;
  }

  static std::size_t longest_edge(const Piece& piece) {
    std::size_t longest = 0;
    double most = -1;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 edge = piece.corners[(i + 1) % 3] - piece.corners[i];
      const double square = glm::dot(edge, edge);
      if (square > most) longest = i, most = square;
    }
    return longest;
  }

  /// Whether all corners, and with them the whole piece, lie within the distance of one sample.
  bool is_covered(const Piece& piece) const {
    if (glm::length(piece.corners[1] - piece.corners[0]) > 2 * distance_) return false;
    return near_.any_near(piece.corners[0], [&](std::uint32_t sample, double) {
      const Vec3 b = near_.points()[sample] - piece.corners[1], c = near_.points()[sample] - piece.corners[2];
      return glm::dot(b, b) < distance_ * distance_ && glm::dot(c, c) < distance_ * distance_;
    });
  }

  std::vector<Piece> triangles_;
  double distance_;
  std::uint64_t seed_;
  NearPoints near_;
  std::vector<Site> sites_;
};

/// A sample of the surface that may be removed.
struct SpreadSample {
  Vec3 position{0};
  std::uint32_t triangle = 0;
};

/// Samples spread by area, in the order of the triangles.
std::vector<SpreadSample> spread_samples(const std::vector<Piece>& triangles, std::size_t count, std::uint64_t seed) {
  std::vector<double> sums;
  for (const Piece& triangle : triangles)
    sums.push_back((sums.empty() ? 0.0 : sums.back()) + 0.5 * glm::length(doubled_area(triangle.corners)));
  const Rng rng(sub_seed(seed, static_cast<std::uint64_t>(DiscDraw::spread)));
  std::vector<SpreadSample> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto random = rng.four_uniforms(i);
    const double at = (static_cast<double>(i) + random[2]) / static_cast<double>(count) * sums.back();
    const auto triangle = std::upper_bound(sums.begin(), sums.end() - 1, at) - sums.begin();
    samples[i].triangle = static_cast<std::uint32_t>(triangle);
    samples[i].position = point_in(triangles[static_cast<std::size_t>(triangle)].corners, random[0], random[1]);
  }
  return samples;
}

/// Orders samples by the cells of a grid, so that neighbours lie near each other in memory.
void order_by_cells(std::vector<SpreadSample>& samples, double width) {
  const auto cell_of = [&](const SpreadSample& sample) {
    const Vec3 cell = glm::floor(sample.position / width);
    return std::array{cell.x, cell.y, cell.z};
  };
  std::stable_sort(samples.begin(), samples.end(),
                   [&](const SpreadSample& a, const SpreadSample& b) { return cell_of(a) < cell_of(b); });
}

}  // namespace

std::vector<Site> discs_on(const mesh::Mesh& mesh, double distance, std::uint64_t seed, const RunContext& context) {
  return SurfaceThrower(mesh, distance, seed).run(context);
}

std::vector<Site> spread_on(const mesh::Mesh& mesh, std::size_t count, std::uint64_t seed, const RunContext& context) {
  constexpr std::size_t kSamplesEach = 5;
  const std::vector<Piece> triangles = pieces_of(mesh);
  double area = 0;
  for (const Piece& triangle : triangles) area += 0.5 * glm::length(doubled_area(triangle.corners));
  const double reach = 2 * std::sqrt(area / (2 * std::sqrt(3.0) * static_cast<double>(count)));
  std::vector<SpreadSample> samples = spread_samples(triangles, kSamplesEach * count, seed);
  order_by_cells(samples, reach);
  std::vector<Vec3> positions;
  for (const SpreadSample& sample : samples) positions.push_back(sample.position);
  const std::vector<bool> is_left = least_crowded(positions, count, reach, context);
  std::vector<Site> sites;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (is_left[i]) sites.push_back(site_in(triangles[samples[i].triangle], samples[i].position, sites.size()));
  }
  return sites;
}

}  // namespace weald::scene
