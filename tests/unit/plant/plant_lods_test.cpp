#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "mesh/build.h"
#include "mesh/check.h"
#include "plant/leaf_shape.h"
#include "plant/leaf_thinning.h"
#include "plant/plant_lods.h"
#include "skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

constexpr int kPixels = 256;

PlantLodsParams leafy_lods(LeafShape shape = LeafShape::oval) {
  PlantLodsParams params;
  params.leaves.spacing = 0.02;
  params.leaves.shape = shape;
  params.flare.amount = 0.4;
  return params;
}

std::vector<mesh::Mesh> lods_of(const lsystem::Skeleton& skeleton, const PlantLodsParams& params) {
  RunContext context;
  context.seed = 5;
  return plant_lods(skeleton, params, {}, context);
}

double triangles_of(const mesh::Mesh& mesh) {
  const mesh::Soup soup = mesh::to_soup(mesh);
  return static_cast<double>(soup.corners.size() - 2 * std::size_t{soup.face_count()});
}

/// What a mesh covers of a picture, seen level from azimuth `degrees`; the box of the finest mesh fills its height.
class Silhouette {
 public:
  Silhouette(const mesh::Mesh& mesh, const Bounds& frame, double degrees) : set_(kPixels * kPixels, false) {
    const mesh::Soup soup = mesh::to_soup(mesh);
    const double scale = kPixels / (1.1 * glm::length(frame.size()));
    const auto project = [&](std::uint32_t v) {
      const Vec3 p = Vec3(soup.positions[v]) - frame.centre();
      const double x = p.x * math::cos_deg(degrees) + p.z * math::sin_deg(degrees);
      return Vec2{kPixels / 2 + x * scale, kPixels / 2 - p.y * scale};
    };
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const auto face = soup.face(f);
      for (std::size_t i = 1; i + 1 < face.size(); ++i) fill(project(face[0]), project(face[i]), project(face[i + 1]));
    }
  }
  bool at(int x, int y) const { return set_[static_cast<std::size_t>(y * kPixels + x)]; }

 private:
  void fill(const Vec2& a, const Vec2& b, const Vec2& c) {
    const auto side = [](const Vec2& p, const Vec2& q, const Vec2& r) {
      return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    };
    const Vec2 low = glm::min(a, glm::min(b, c)), high = glm::max(a, glm::max(b, c));
    for (int y = static_cast<int>(low.y); y <= static_cast<int>(high.y); ++y) {
      for (int x = static_cast<int>(low.x); x <= static_cast<int>(high.x); ++x) {
        const Vec2 p{x + 0.5, y + 0.5};
        const double u = side(a, b, p), v = side(b, c, p), w = side(c, a, p);
        if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))
          set_[static_cast<std::size_t>(y * kPixels + x)] = true;
      }
    }
  }
  std::vector<bool> set_;
};

/// How two silhouettes differ.
struct Difference {
  double overlap = 0;   ///< pixels of both / pixels of either
  double farthest = 0;  ///< largest distance from a pixel of one to the nearest of the other, as a share of the picture
};

double farthest_from(const Silhouette& from, const Silhouette& to) {
  double farthest = 0;
  for (int y = 0; y < kPixels; ++y) {
    for (int x = 0; x < kPixels; ++x) {
      if (!from.at(x, y)) continue;
      double nearest = 1e9;
      for (int reach = 0; reach < nearest && reach < kPixels; ++reach) {
        for (int dy = -reach; dy <= reach; ++dy) {
          for (int dx = -reach; dx <= reach; dx += std::abs(dy) == reach ? 1 : std::max(2 * reach, 1)) {
            const int u = x + dx, v = y + dy;
            if (u >= 0 && v >= 0 && u < kPixels && v < kPixels && to.at(u, v))
              nearest = std::min(nearest, std::hypot(dx, dy));
          }
        }
      }
      farthest = std::max(farthest, nearest);
    }
  }
  return farthest / kPixels;
}

Difference difference(const mesh::Mesh& fine, const mesh::Mesh& coarse) {
  Difference result{1, 0};
  for (const double azimuth : {0.0, 70.0}) {
    const Silhouette a(fine, mesh::bounds(fine), azimuth), b(coarse, mesh::bounds(fine), azimuth);
    double both = 0, either = 0;
    for (int y = 0; y < kPixels; ++y) {
      for (int x = 0; x < kPixels; ++x) {
        both += a.at(x, y) && b.at(x, y);
        either += a.at(x, y) || b.at(x, y);
      }
    }
    result.overlap = std::min(result.overlap, both / either);
    result.farthest = std::max({result.farthest, farthest_from(a, b), farthest_from(b, a)});
  }
  return result;
}

}  // namespace

TEST_CASE("plant_lods: each level has its share of the triangles, whatever the plant") {
  const auto skeleton = random_tree(4, 8);
  for (const LeafShape shape : {LeafShape::rhombus, LeafShape::oval, LeafShape::lobed, LeafShape::needles,
                                LeafShape::card, LeafShape::folded_card, LeafShape::crossed}) {
    const auto meshes = lods_of(skeleton, leafy_lods(shape));
    REQUIRE(meshes.size() == 3);
    CHECK(triangles_of(meshes[1]) / triangles_of(meshes[0]) == Approx(0.4).margin(0.4 * 0.03));
    CHECK(triangles_of(meshes[2]) / triangles_of(meshes[0]) == Approx(0.2).margin(0.2 * 0.03));
    for (const mesh::Mesh& mesh : meshes) CHECK(mesh::check(mesh).ok());
  }
  PlantLodsParams bare = leafy_lods();
  bare.leaves.spacing.reset();
  const auto meshes = lods_of(skeleton, bare);
  CHECK(triangles_of(meshes[1]) / triangles_of(meshes[0]) == Approx(0.4).margin(0.4 * 0.03));
  CHECK(triangles_of(meshes[2]) / triangles_of(meshes[0]) == Approx(0.2).margin(0.2 * 0.03));
}

TEST_CASE("plant_lods: the first level is plant_mesh's, the others keep a part of its leaves at their places") {
  const auto skeleton = random_tree(4, 7);
  const PlantLodsParams params = leafy_lods(LeafShape::rhombus);
  const auto meshes = lods_of(skeleton, params);
  RunContext context;
  context.seed = 5;
  CHECK(meshes[0].positions == plant_mesh(skeleton, params, context).positions);
  // A leaf's first face holds its foot and its tip; the middle between them stays.
  const auto middles = [](const mesh::Mesh& mesh) {
    const mesh::Soup soup = mesh::to_soup(mesh);
    std::set<std::array<int, 3>> result;
    bool first = true;
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      if (soup.groups[soup.face_groups[f]].name != "leaves") continue;
      const auto face = soup.face(f);
      const Vec3 sum(soup.positions[face[0]] + soup.positions[face[2]]);
      if (first)
        result.insert({static_cast<int>(std::floor(1e3 * sum.x)), static_cast<int>(std::floor(1e3 * sum.y)),
                       static_cast<int>(std::floor(1e3 * sum.z))});
      first = !first;
    }
    return result;
  };
  const auto all = middles(meshes[0]), some = middles(meshes[1]), few = middles(meshes[2]);
  CHECK(few.size() < some.size());
  const auto missing = [](const auto& from, const auto& of) {  // rounding may move one in some hundreds
    std::vector<std::array<int, 3>> lost;
    std::set_difference(of.begin(), of.end(), from.begin(), from.end(), std::back_inserter(lost));
    return static_cast<double>(lost.size()) / static_cast<double>(of.size());
  };
  CHECK(missing(all, some) < 0.01);
  CHECK(missing(some, few) < 0.01);
}

TEST_CASE("plant_lods: the silhouette stays where it is") {
  const auto meshes = lods_of(random_tree(11, 8), leafy_lods());
  const Difference first = difference(meshes[0], meshes[1]), second = difference(meshes[0], meshes[2]);
  INFO("overlap " << first.overlap << ", " << second.overlap << "; farthest " << first.farthest << ", "
                  << second.farthest);
  CHECK(first.overlap > 0.75);
  CHECK(second.overlap > 0.55);
  CHECK(first.farthest < 0.02);
  CHECK(second.farthest < 0.03);
}

TEST_CASE("thinning: leaves grow to cover what is gone, to at most twice their length") {
  std::vector<LeafPlace> leaves(1000);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    leaves[i].length = 0.1;
    leaves[i].number = 1 + i;
  }
  LeafKinds kinds;
  LeafParams params;
  params.shape = LeafShape::card;
  kinds.models.push_back(leaf_model_levels(params).back());
  kinds.kinds.emplace_back();
  const auto order = keeping_order(leaves, Rng(1));
  CHECK(order[0] == 0);  // the tip's
  const ThinnedLeaves half = thin_leaves(leaves, order, kinds, kinds.models, 1000);
  CHECK(half.leaves.size() == 500);
  CHECK(half.enlarged == Approx(std::sqrt(2.0)));
  CHECK(thin_leaves(leaves, order, kinds, kinds.models, 100).enlarged == 2);
  for (std::size_t i = 0; i + 1 < half.leaves.size(); ++i)
    CHECK(half.leaves[i + 1].number - half.leaves[i].number == 2);  // every second one of the twig
}
