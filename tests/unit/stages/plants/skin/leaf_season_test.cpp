#include "support/catch.h"

#include <algorithm>
#include <array>
#include <set>

#include "stages/plants/skin/detail/leaf_season.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// Feet of the leaves at a part of the year; feet tell leaves apart.
std::set<std::array<float, 3>> feet_at(double season, bool evergreen = false) {
  lsystem::Skeleton skeleton = random_tree(5, 6);
  skeleton.season = season;
  PlantMeshParams params;
  params.leaves.spacing = 0.02;
  params.leaves.shape = LeafShape::rhombus;
  params.leaves.evergreen = evergreen;
  const mesh::Soup soup = soup_of(skeleton, params);
  std::set<std::array<float, 3>> feet;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.groups[soup.face_groups[f]].name != "leaves") continue;
    const Vec3f foot = soup.positions[soup.face(f)[0]];
    feet.insert({foot.x, foot.y, foot.z});
  }
  return feet;
}

}  // namespace

TEST_CASE("season: leaves that have fallen do not come back, and in winter there are none") {
  const auto summer = feet_at(0.5);
  REQUIRE(summer.size() > 1000);
  CHECK(feet_at(0.38) == summer);
  CHECK(feet_at(0.78) == summer);
  auto before = summer;
  for (const double season : {0.80, 0.83, 0.86, 0.89, 0.915}) {
    const auto now = feet_at(season);
    CHECK(now.size() < before.size());
    CHECK(std::includes(before.begin(), before.end(), now.begin(), now.end()));
    before = now;
  }
  const auto half = feet_at(0.85);
  CHECK(static_cast<double>(half.size()) == Approx(0.5 * static_cast<double>(summer.size())).epsilon(0.1));
  for (const double winter : {0.0, 0.1, 0.22, 0.92, 1.0}) CHECK(feet_at(winter).empty());
  CHECK(feet_at(0.0, true) == summer);
}

TEST_CASE("season: each leaf grows through spring and turns once through autumn, outer ones first") {
  const Rng rng(3);
  for (std::uint64_t leaf = 0; leaf < 200; ++leaf) {
    double size = 0, turned = 0;
    for (int day = 0; day <= 365; ++day) {
      const double season = day / 365.0;
      const LeafAge age = leaf_age(leaf, 0.5, season, rng);
      CHECK(age.size >= size);
      CHECK(age.turned >= turned);
      if (season > kUnfolded && season < kTurning) CHECK((age.size == 1 && age.turned == 0 && !age.gone));
      if (season > kTurned) CHECK(age.turned == 1);
      CHECK(leaf_age(leaf, 0, season, rng).turned >= leaf_age(leaf, 1, season, rng).turned);
      size = age.size;
      turned = age.turned;
    }
  }
}

TEST_CASE("season: autumn leaves have colours between the two of autumn") {
  lsystem::Skeleton skeleton = random_tree(5, 5);
  skeleton.season = 0.83;
  PlantMeshParams params;
  params.leaves.spacing = 0.05;
  params.leaves.autumn_colour = {1, 0.5, 0};
  params.leaves.autumn_second_colour = Vec3{0.8, 0, 0};
  params.leaves.colour_variation = 0;
  params.shade = 0;
  const mesh::Soup soup = soup_of(skeleton, params);
  const Vec3f material = soup.materials.back().colour;
  std::set<int> greens;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face_groups[f] == 0) continue;
    const Rgba8 colour = soup.colours[soup.face(f)[0]];
    CHECK(static_cast<double>(static_cast<float>(colour.r) * material.x) > 0.79 * 255);
    CHECK(colour.b == 0);
    greens.insert(colour.g);
  }
  CHECK(greens.size() > 20);
}
