#include "stages/plants/skin/branch_organs.h"

#include <array>
#include <cmath>

#include "support/catch.h"

#include "base/error.h"
#include "base/math/math.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using weald::lsystem::Skeleton;
using weald::lsystem::SkeletonOrgan;
using weald::lsystem::SkeletonSegment;
using weald::plant::test::Sketch;

namespace {

bool is_near(const Vec3& a, const Vec3& b) { return glm::length(a - b) < 1e-9; }

/// A point of the typical branch where an organ puts it: x to the right, y up, -z along.
Vec3 placed(const SkeletonOrgan& organ, const Vec3& p) {
  return organ.position + (-organ.frame.left * p.x + organ.frame.up * p.y - organ.frame.heading * p.z) * organ.size;
}

/// A trunk of two segments with straight branches of lengths 1, 2 and 4, each in two segments with a twig between.
struct Tree {
  Sketch sketch;
  std::array<std::uint32_t, 3> feet{};
};

Tree tree() {
  Tree result;
  const std::uint32_t low = result.sketch.root({0, 0, 0}, {0, 1, 0}, 0.2, 0.2);
  const std::uint32_t high = result.sketch.extend(low, {0, 2, 0}, 0.2, 0.1);
  const std::array<Vec3, 3> along{Vec3{1, 0, 0}, Vec3{0, 0, 2}, Vec3{-2.4, 3.2, 0}};
  const std::array<std::uint32_t, 3> from{low, low, high};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 foot{0, from[i] == low ? 1.0 : 2.0, 0};
    result.feet[i] = result.sketch.fork(from[i], foot + along[i] * 0.5, 0.05, 0.05);
    result.sketch.fork(result.feet[i], foot + along[i] * 0.5 + Vec3{0, 0.3, 0.2}, 0.02, 0.02);
    result.sketch.extend(result.feet[i], foot + along[i], 0.05, 0.03);
  }
  return result;
}

}  // namespace

TEST_CASE("branch_organs: an organ stands where each branch began, of its length beside the median one's", "[plant]") {
  Tree given = tree();
  const BranchOrganSet made = with_branch_organs(given.sketch.skeleton(), {.organ = "spray"});
  REQUIRE(made.skeleton.segments.size() == 2);
  REQUIRE(made.skeleton.organs.size() == 3);
  CHECK(made.skeleton.organ_names == std::vector<std::string>{"spray"});
  const std::array<double, 3> sizes{0.5, 1, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    const SkeletonOrgan& organ = made.skeleton.organs[i];
    const SkeletonSegment& foot = given.sketch.skeleton().segments[given.feet[i]];
    CHECK(organ.size == Approx(sizes[i]));
    CHECK(is_near(organ.position, foot.start));
    CHECK(is_near(organ.frame.heading, foot.frame.heading));
    CHECK(is_near(glm::cross(organ.frame.heading, organ.frame.left), organ.frame.up));
    CHECK(organ.parent == foot.parent);  // the trunk came first, so its numbers are as before
  }
}

TEST_CASE("branch_organs: the typical branch, put in an organ's place, is the branch that was there", "[plant]") {
  Tree given = tree();
  const Skeleton& before = given.sketch.skeleton();
  const BranchOrganSet made = with_branch_organs(before, {});
  REQUIRE(made.branch.segments.size() == 3);
  const SkeletonOrgan& organ = made.skeleton.organs[1];  // the median one
  for (std::uint32_t i = 0; i < 3; ++i) {
    const SkeletonSegment& was = before.segments[given.feet[1] + i];
    CHECK(is_near(placed(organ, made.branch.segments[i].start), was.start));
    CHECK(is_near(placed(organ, made.branch.segments[i].end), was.end));
    CHECK(made.branch.segments[i].level == was.level - 1);
    CHECK(made.branch.segments[i].start_radius == was.start_radius);
  }
  CHECK_FALSE(made.branch.segments[0].parent);
  CHECK(made.branch.segments[1].parent == 0U);
}

TEST_CASE("branch_organs: a bent branch is made straight, and what grows from it keeps its angles", "[plant]") {
  Sketch sketch;
  const std::uint32_t trunk = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  std::uint32_t last = sketch.fork(trunk, {0.5, 1.2, 0}, 0.05, 0.05);
  const double first_length = std::sqrt(0.29);
  last = sketch.extend(last, {0.9, 1.1, 0.3}, 0.05, 0.04);
  const std::uint32_t bend = last;
  sketch.fork(bend, {1.0, 1.5, 0.4}, 0.01, 0.01);
  last = sketch.extend(last, {1.0, 0.5, 0.4}, 0.04, 0.02);
  const Skeleton& before = sketch.skeleton();
  const BranchOrganSet made = with_branch_organs(before, {});
  REQUIRE(made.branch.segments.size() == 4);
  double reach = 0;
  for (const std::size_t i : {0U, 1U, 3U}) {
    const SkeletonSegment& was = before.segments[i + 1];
    const SkeletonSegment& now = made.branch.segments[i];
    CHECK(is_near(now.start, {0, 0, -reach}));
    reach += glm::length(was.end - was.start);
    CHECK(is_near(now.end, {0, 0, -reach}));
    CHECK(is_near(now.frame.heading, {0, 0, -1}));
    CHECK(is_near(now.frame.up, {0, 1, 0}));
  }
  CHECK(glm::length(made.branch.segments[0].end) == Approx(first_length));
  const SkeletonSegment& twig = made.branch.segments[2];
  CHECK(is_near(twig.start, made.branch.segments[1].end));
  const auto turn = [](const SkeletonSegment& a, const SkeletonSegment& b) {
    return glm::dot(glm::normalize(a.end - a.start), glm::normalize(b.end - b.start));
  };
  CHECK(turn(made.branch.segments[1], twig) == Approx(turn(before.segments[2], before.segments[3])));
  // The organ points from foot to tip, not along the first segment.
  CHECK(is_near(made.skeleton.organs[0].frame.heading, glm::normalize(Vec3{1.0, -0.5, 0.4})));
}

TEST_CASE("branch_organs: a stalk stays, with what it carries, and the organ stands at its end", "[plant]") {
  Tree given = tree();
  const BranchOrganSet made = with_branch_organs(given.sketch.skeleton(), {.stalk = 0.5});
  REQUIRE(made.skeleton.segments.size() == 2 + 3 * 2);  // stalks and the twigs at their ends
  const SkeletonOrgan& organ = made.skeleton.organs[1];
  CHECK(is_near(organ.position, {0, 1, 1}));
  REQUIRE(organ.parent);
  CHECK(is_near(made.skeleton.segments[*organ.parent].end, organ.position));
  CHECK(made.branch.segments.size() == 1);
  CHECK(glm::length(made.branch.segments[0].end) == Approx(1));
  for (const SkeletonSegment& segment : made.skeleton.segments) {
    if (segment.parent) CHECK(is_near(segment.start, made.skeleton.segments[*segment.parent].end));
  }
}

TEST_CASE("branch_organs: branches of another length or colour stay, and so do polygons", "[plant]") {
  Tree given = tree();
  Skeleton& skeleton = given.sketch.skeleton();
  skeleton.polygons.push_back({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 1, 0});
  CHECK(with_branch_organs(skeleton, {.shortest = 1.5}).skeleton.organs.size() == 2);
  CHECK(with_branch_organs(skeleton, {.longest = 1.5}).skeleton.organs.size() == 1);
  for (std::uint32_t i = given.feet[2]; i < skeleton.segments.size(); ++i) skeleton.segments[i].colour = 3;
  const BranchOrganSet coloured = with_branch_organs(skeleton, {.colour = 3});
  REQUIRE(coloured.skeleton.organs.size() == 1);
  CHECK(coloured.skeleton.organs[0].size == 1);
  CHECK(coloured.skeleton.segments.size() == 2 + 2 * 3);
  CHECK(coloured.skeleton.polygons.size() == 1);
}

TEST_CASE("branch_organs: organs go with their branch, those of the trunk stay under their names", "[plant]") {
  Tree given = tree();
  Skeleton& skeleton = given.sketch.skeleton();
  skeleton.organ_names = {"berry", "bud"};
  skeleton.organs.resize(2);
  skeleton.organs[0].parent = 1;                  // on the trunk
  skeleton.organs[1].parent = given.feet[1] + 2;  // on the typical branch
  skeleton.organs[1].kind = 1;
  const BranchOrganSet made = with_branch_organs(skeleton, {.organ = "spray"});
  REQUIRE(made.skeleton.organs.size() == 1 + 3);
  CHECK(made.skeleton.organ_names == std::vector<std::string>{"berry", "bud", "spray"});
  CHECK(made.skeleton.organs[0].kind == 0);
  CHECK(made.skeleton.organs[3].kind == 2);
  REQUIRE(made.branch.organs.size() == 1);
  CHECK(made.branch.organs[0].kind == 1);
  CHECK(made.branch.organs[0].parent == 2U);
}

TEST_CASE("branch_organs: a skeleton without such branches is refused", "[plant]") {
  Tree given = tree();
  CHECK_THROWS_AS(with_branch_organs(given.sketch.skeleton(), {.level = 3}), StageError);
  CHECK_THROWS_AS(with_branch_organs(given.sketch.skeleton(), {.shortest = 5}), StageError);
  CHECK_THROWS_AS(with_branch_organs(Skeleton{}, {}), StageError);
}
