// Trees of weber_penn against the closed forms of the model.
#include "stages/plants/models/weber_penn.h"

#include <cmath>
#include <map>
#include "support/catch.h"

#include "base/error.h"
#include "stages/plants/models/detail/weber_penn_formulas.h"

using namespace weald;
using namespace weald::tree;
using lsystem::Skeleton;
using lsystem::SkeletonSegment;

namespace {

Skeleton grown(const WeberPennParams& params, std::uint64_t seed = 1) {
  RunContext context;
  context.seed = seed;
  return weber_penn(params, context);
}

/// A straight trunk with straight limbs.
WeberPennParams plain_tree() {
  WeberPennParams params;
  params.height = 10;
  params.base_size = 0.2;
  params.leaves.count = 0;
  params.levels = {StemLevel{}, StemLevel{}};
  params.levels[1].length = 0.4;
  params.levels[1].branches = 40;
  return params;
}

struct StemView {
  std::vector<SkeletonSegment> segments;
  double length() const {
    double sum = 0;
    for (const auto& s : segments) sum += glm::length(s.end - s.start);
    return sum;
  }
};

std::map<std::uint32_t, StemView> stems_of(const Skeleton& skeleton, int level) {
  std::map<std::uint32_t, StemView> stems;
  for (const auto& s : skeleton.segments) {
    if (s.level == level) stems[s.branch].segments.push_back(s);
  }
  return stems;
}

bool same_stem(const StemView& a, const StemView& b) {
  if (a.segments.size() != b.segments.size()) return false;
  for (std::size_t i = 0; i < a.segments.size(); ++i) {
    if (a.segments[i].end != b.segments[i].end || a.segments[i].end_radius != b.segments[i].end_radius) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("weber_penn: lengths and radii of limbs follow the paper's formulas") {
  for (const CrownShape shape : {CrownShape::conical, CrownShape::hemispherical, CrownShape::tend_flame}) {
    WeberPennParams params = plain_tree();
    params.shape = shape;
    params.levels[1].down_angle_variation = -30;
    const Skeleton skeleton = grown(params);
    const auto limbs = stems_of(skeleton, 1);
    REQUIRE(limbs.size() == 40);
    for (const auto& [branch, limb] : limbs) {
      const double offset = limb.segments[0].start.y;
      const double ratio = (10 - offset) / (10 - 2);
      const double length = 10 * 0.4 * shape_ratio(shape, ratio);
      CHECK(limb.length() == Approx(length).epsilon(1e-9));
      const double by_power = 10 * 0.02 * std::pow(length / 10, 1.2);
      const double of_trunk = 10 * 0.02 * (1 - offset / 10);
      CHECK(limb.segments[0].start_radius == Approx(std::min(by_power, of_trunk)).epsilon(1e-9));
      const double angle = std::acos(limb.segments[0].frame.heading.y) * 180 / 3.14159265358979;
      CHECK(angle == Approx(45 - 30 * (1 - 2 * (0.2 + 0.8 * ratio))).epsilon(1e-6));
      CHECK(offset >= 2);
    }
  }
}

TEST_CASE("weber_penn: a trunk of curve c with n segments turns by c (n - 1) / n, in chords of one length") {
  WeberPennParams params = plain_tree();
  params.levels[1].branches = 0;
  params.levels[0].segments = 9;
  params.levels[0].curve = 90;
  const Skeleton skeleton = grown(params);
  REQUIRE(skeleton.segments.size() == 9);
  for (const auto& s : skeleton.segments) CHECK(glm::length(s.end - s.start) == Approx(10.0 / 9));
  CHECK(skeleton.segments.back().frame.heading.y == Approx(std::cos(80 * 3.14159265358979 / 180)).epsilon(1e-9));
  params.levels[0].segments = 10;
  params.levels[0].curve = 40;
  params.levels[0].curve_back = -50;  // four turns of 8, five of -10
  CHECK(grown(params).segments.back().frame.heading.y == Approx(std::cos(18 * 3.14159265358979 / 180)).epsilon(1e-9));
}

TEST_CASE("weber_penn: a helix advances by the cosine of its angle and closes after four segments") {
  WeberPennParams params = plain_tree();
  params.levels[1].branches = 0;
  params.levels[0].segments = 12;
  params.levels[0].curve_variation = -35;
  const Skeleton skeleton = grown(params);
  for (std::size_t i = 0; i < 12; ++i) {
    const Vec3 d = skeleton.segments[i].end - skeleton.segments[i].start;
    CHECK(d.y == Approx(10.0 / 12 * std::cos(35 * 3.14159265358979 / 180)));
    if (i % 4 != 3) continue;
    CHECK(std::hypot(skeleton.segments[i].end.x, skeleton.segments[i].end.z) < 1e-9);
  }
}

TEST_CASE("weber_penn: splits happen as often as asked, at the base exactly") {
  WeberPennParams params = plain_tree();
  params.levels[1].branches = 0;
  params.base_splits = 3;
  params.levels[0].segments = 6;
  params.levels[0].split_angle = 20;
  CHECK(stems_of(grown(params), 0).size() == 4);
  params.base_splits = 0;
  params.levels = {StemLevel{}, StemLevel{}};
  params.levels[0].segments = 2;
  params.levels[1].branches = 2000;
  params.levels[1].segments = 4;
  params.levels[1].segment_splits = 0.25;
  // Three nodes, each with a quarter of a further stem for every one there was.
  const double stems = static_cast<double>(stems_of(grown(params), 1).size());
  CHECK(stems == Approx(2000 * 1.75).epsilon(0.03));
}

TEST_CASE("weber_penn: stems that part share the children of a stem that does not") {
  WeberPennParams params = plain_tree();
  params.base_splits = 3;
  params.levels[0].segments = 10;
  params.levels[0].segment_splits = 0.3;
  params.levels[0].split_angle = 15;
  params.levels[1].branches = 1000;
  const Skeleton skeleton = grown(params);
  const auto trunks = stems_of(skeleton, 0), limbs = stems_of(skeleton, 1);
  CHECK(trunks.size() > 5);
  CHECK(static_cast<double>(limbs.size()) == Approx(1000).margin(static_cast<double>(trunks.size())));
  // As many grow at every height: the parts are of one length. Branches begin at 2 m of 10.
  double below = 0, all = 0;
  for (const auto& [branch, trunk] : trunks) {
    for (const auto& s : trunk.segments) all += glm::length(s.end - s.start);
  }
  CHECK(all > 30);
  std::map<std::uint32_t, double> reached{{0, 0.0}};  // along the wood, by segment
  for (std::uint32_t i = 0; i < skeleton.segments.size(); ++i) {
    const auto& s = skeleton.segments[i];
    if (s.level == 0) reached[i] = (s.parent ? reached.at(*s.parent) : 0) + glm::length(s.end - s.start);
  }
  for (const auto& [branch, limb] : limbs) below += reached.at(*limb.segments[0].parent) < 6;
  CHECK(below == Approx(500).margin(40));
}

TEST_CASE("weber_penn: every stem starts at the end of its parent segment") {
  WeberPennParams params = plain_tree();
  params.levels.push_back(params.levels[1]);
  params.levels[0].curve_variation = 60;
  params.levels[0].segment_splits = 0.3;
  params.levels[1].curve = 50;
  params.levels[1].segment_splits = 0.2;
  params.flare = 1;
  const Skeleton skeleton = grown(params);
  std::size_t roots = 0;
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    const auto& s = skeleton.segments[i];
    const Vec3 along = glm::normalize(s.end - s.start);
    CHECK(glm::length(along - s.frame.heading) < 1e-9);
    CHECK(glm::length(glm::cross(s.frame.heading, s.frame.left) - s.frame.up) < 1e-9);
    if (!s.parent) {
      ++roots;
      continue;
    }
    REQUIRE(*s.parent < i);
    CHECK(skeleton.segments[*s.parent].end == s.start);
    CHECK(s.start_radius <= skeleton.segments[*s.parent].end_radius * (1 + 1e-9));
  }
  CHECK(roots == 1);
}

TEST_CASE("weber_penn: the numbers of stems and leaves are those of the formulas") {
  WeberPennParams params = plain_tree();
  params.levels.push_back(params.levels[1]);
  params.levels[2].branches = 30;
  params.leaves.count = 20;
  const Skeleton skeleton = grown(params);
  double twigs = 0;
  for (const auto& [branch, limb] : stems_of(skeleton, 1)) twigs += 30 * (0.2 + 0.8 * (limb.length() / 10) / 0.4);
  const auto found = stems_of(skeleton, 2);
  CHECK(static_cast<double>(found.size()) == Approx(twigs).epsilon(0.03));  // rounding by chance: sqrt(40) / 2
  // Twigs are spread evenly over their limbs: on average 3/4 of the leaves.
  CHECK(static_cast<double>(skeleton.organs.size()) == Approx(0.75 * 20 * twigs).epsilon(0.05));
  CHECK(skeleton.organ_names == std::vector<std::string>{"leaf"});
  params.leaves.count = -7;
  params.levels.resize(1);
  CHECK(grown(params).organs.size() == 7);
}

TEST_CASE("weber_penn: pruned stems stay inside the envelope, and only there") {
  WeberPennParams params = plain_tree();
  params.levels.push_back(params.levels[1]);
  params.levels[1].length = 0.8;
  params.levels[1].curve_variation = 60;
  params.levels[2].branches = 10;
  params.prune = {1, 0.3, 0.5, 0.5, 0.5};
  std::size_t outside = 0, all = 0;
  for (const auto& s : grown(params).segments) {
    if (s.level == 0) continue;
    ++all;
    // Nodes between those that the model bends at lie on a curve, a little beyond its chords.
    outside += !inside_envelope({1, 0.31, 0.5, 0.5, 0.5}, s.end, 10, 0.2);
  }
  CHECK(all > 500);
  CHECK(outside == 0);
  params.prune.ratio = 0;
  outside = 0;
  for (const auto& s : grown(params).segments) outside += !inside_envelope(params.prune, s.end, 10, 0.2);
  CHECK(outside > 100);
}

TEST_CASE("weber_penn: what is edited on one level leaves the others as they were") {
  WeberPennParams params = plain_tree();
  params.levels.push_back(params.levels[1]);
  params.levels[0].curve_variation = 40;
  params.levels[1].curve_variation = 40;
  params.levels[1].rotate_variation = 30;
  params.leaves.count = 3;
  const Skeleton before = grown(params);
  WeberPennParams edited = params;
  edited.levels[2].segments = 3;
  edited.levels[2].curve_variation = 90;
  edited.leaves.count = 30;
  const Skeleton after = grown(edited);
  const auto limbs_before = stems_of(before, 1), limbs_after = stems_of(after, 1);
  REQUIRE(limbs_before.size() == limbs_after.size());
  for (auto a = limbs_before.begin(), b = limbs_after.begin(); a != limbs_before.end(); ++a, ++b)
    CHECK(same_stem(a->second, b->second));
  CHECK_FALSE(same_stem(stems_of(before, 2).begin()->second, stems_of(after, 2).begin()->second));
  CHECK_FALSE(same_stem(limbs_before.begin()->second, stems_of(grown(params, 2), 1).begin()->second));
}

TEST_CASE("weber_penn: a stretched tree is higher and no wider") {
  WeberPennParams params = plain_tree();
  const Skeleton plain = grown(params);
  params.stretch = 2;
  const Skeleton tall = grown(params);
  for (std::size_t i = 0; i < plain.segments.size(); ++i)
    CHECK(glm::length(tall.segments[i].end - plain.segments[i].end * Vec3{1, 2, 1}) < 1e-12);
}

TEST_CASE("weber_penn: a tree beyond its limit is refused") {
  WeberPennParams params = plain_tree();
  params.max_segments = 100;
  CHECK_THROWS_AS(grown(params), StageError);
  params = plain_tree();
  params.levels[0].segments = 100;
  params.levels[0].segment_splits = 4;
  params.max_segments = 10000;
  CHECK_THROWS_AS(grown(params), StageError);
}

TEST_CASE("weber_penn: pruning that takes too much work is refused, and may be interrupted") {
  WeberPennParams params = plain_tree();
  params.levels.push_back(params.levels[1]);
  params.levels[1].branches = 2000;
  params.levels[2].branches = 2000;
  params.levels[1].segments = params.levels[2].segments = 100;
  params.prune = {1, 0.05, 0.5, 0.5, 0.5};
  params.max_segments = 50'000;
  CHECK_THROWS_WITH(grown(params), Catch::Contains("takes too much work"));
  std::atomic<bool> stop{true};
  RunContext context;
  context.stop = &stop;
  params.max_segments = 20'000'000;
  CHECK_THROWS_AS(weber_penn(params, context), Interrupted);
}

TEST_CASE("weber_penn: the table's quaking aspen has as many stems and leaves as another program makes of it") {
  // Arbaro with the species file it ships wrote 131,928 triangles of leaves and 23,210 connected parts. Taken as six
  // triangles to a leaf, the numbers of stems and of leaves agree with ours; its own count of leaves was not seen.
  const double leaves = 131928 / 6.0, stems = 23210 - leaves;
  WeberPennParams params;
  params.shape = CrownShape::tend_flame;
  params.height = 13;
  params.height_variation = 3;
  params.base_size = 0.4;
  params.ratio = 0.015;
  params.attraction_up = 0.5;
  params.levels = {
      {.segments = 3, .curve_variation = 20},
      {.length = 0.3,
       .segments = 5,
       .curve = -40,
       .curve_variation = 50,
       .branches = 50,
       .down_angle = 60,
       .down_angle_variation = -50},
      {.length = 0.6, .segments = 3, .curve = -40, .curve_variation = 75, .branches = 30, .down_angle_variation = 10}};
  params.leaves = {.count = 25, .size = 0.17, .rotate = 77};
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Skeleton skeleton = grown(params, seed);
    double count = 0;
    for (int level = 0; level < 3; ++level) count += static_cast<double>(stems_of(skeleton, level).size());
    CHECK(count == Approx(stems).epsilon(0.1));
    CHECK(static_cast<double>(skeleton.organs.size()) == Approx(leaves).epsilon(0.1));
  }
}

TEST_CASE("weber_penn: a weeping willow that splits has as many leaves as another program makes of it") {
  // Arbaro with the species file it ships, which has half of the table's twigs, wrote 465,240 triangles of leaves, two
  // to a leaf, for one seed. Were children not shared by stems that part, there would be ten times as many.
  WeberPennParams params;
  params.shape = CrownShape::cylindrical;
  params.height = 15;
  params.height_variation = 5;
  params.base_size = 0.05;
  params.ratio = 0.03;
  params.ratio_power = 2;
  params.base_splits = 2;
  params.attraction_up = -2;
  params.levels.resize(4);
  params.levels[0] = {
      .length = 0.8, .segments = 8, .curve_back = 20, .curve_variation = 120, .segment_splits = 0.1, .split_angle = 3};
  params.levels[1] = {.length = 0.5,
                      .length_variation = 0.1,
                      .segments = 16,
                      .curve = 40,
                      .curve_back = 80,
                      .curve_variation = 90,
                      .segment_splits = 0.2,
                      .split_angle = 30,
                      .split_angle_variation = 10,
                      .branches = 25,
                      .down_angle = 20,
                      .down_angle_variation = 10,
                      .rotate = -120,
                      .rotate_variation = 30};
  params.levels[2] = {.length = 1.5,
                      .segments = 12,
                      .segment_splits = 0.2,
                      .split_angle = 45,
                      .split_angle_variation = 20,
                      .branches = 10,
                      .down_angle = 30,
                      .down_angle_variation = 10,
                      .rotate = -120,
                      .rotate_variation = 30};
  params.levels[3] = {.length = 0.1, .segments = 1, .branches = 150, .down_angle = 20, .down_angle_variation = 10};
  params.leaves = {.count = 10, .size = 0.12, .down_angle = 20};
  params.prune = {1, 0.4, 0.6, 0.001, 0.5};
  for (const std::uint64_t seed : {1u, 2u, 3u})
    CHECK(static_cast<double>(grown(params, seed).organs.size()) == Approx(232620).epsilon(0.3));
}

TEST_CASE("weber_penn: leaves grow with the tree, so that no seed has a small tree with large leaves") {
  WeberPennParams params;
  params.height = 10;
  params.height_variation = 8;
  params.leaves.count = 5;
  params.leaves.size = 0.5;
  double lowest = 1e9, highest = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RunContext context;
    context.seed = seed;
    const auto skeleton = weber_penn(params, context);
    REQUIRE(!skeleton.organs.empty());
    double height = 0;
    for (const auto& segment : skeleton.segments) {
      if (segment.level == 0) height += glm::distance(segment.start, segment.end);
    }
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
    CHECK(skeleton.organs[0].size == Approx(0.05 * height).epsilon(1e-3));  // along the chords of a bent trunk
  }
  CHECK(highest > 2 * lowest);
}
