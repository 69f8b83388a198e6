// Any accepted parameters: a skeleton of finite, connected segments, or a refusal that says why.
#include <cmath>
#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "stages/plants/models/space_colonization.h"
#include "stages/plants/models/weber_penn.h"

using namespace weald;
using namespace weald::tree;

namespace {

/// Gives every declared number of `params` the least, the largest, or some value of its range now and then.
template <class P>
void disturb(P& params, const Rng& rng, std::uint64_t& draw, double share) {
  schema::for_each_field<P>([&](const auto& field) {
    using Value = std::remove_cvref_t<decltype(params.*field.member)>;
    if constexpr (std::is_arithmetic_v<Value>) {
      const auto u = rng.four_uniforms(draw++);
      if (!field.range || u[0] > share) return;
      const double at = u[1] < 0.3 ? 0 : u[1] < 0.6 ? 1 : u[2];
      (params.*field.member) = static_cast<Value>(glm::mix(field.range->min, field.range->max, at));
    } else if constexpr (schema::Described<Value>) {
      disturb(params.*field.member, rng, draw, share);
    }
  });
}

std::size_t broken_segments(const lsystem::Skeleton& skeleton) {
  std::size_t broken = 0;
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    const auto& s = skeleton.segments[i];
    bool sound = is_finite(s.start) && is_finite(s.end) && is_finite(s.frame.heading) && is_finite(s.frame.left) &&
                 s.start_radius >= 0 && s.end_radius >= 0 && std::isfinite(s.start_radius + s.end_radius);
    if (s.parent) sound = sound && *s.parent < i && skeleton.segments[*s.parent].end == s.start;
    broken += !sound;
  }
  for (const auto& organ : skeleton.organs) {
    broken += !(is_finite(organ.position) && is_finite(organ.frame.heading) && organ.size > 0 &&
                organ.parent < skeleton.segments.size());
  }
  return broken;
}

}  // namespace

TEST_CASE("weber_penn: extreme parameters give sound trees or are refused") {
  int grown = 0;
  for (std::uint64_t round = 0; round < 400; ++round) {
    const Rng rng(sub_seed(11, round));
    std::uint64_t draw = 0;
    WeberPennParams params;
    const double share = round % 2 == 0 ? 0.1 : 0.4;
    for (StemLevel& level : params.levels) disturb(level, rng, draw, share);
    disturb(params, rng, draw, share);
    params.max_segments = 3000;
    if (params.height_variation >= params.height) params.height_variation = 0.5 * params.height;
    RunContext context;
    context.seed = round;
    try {
      const auto skeleton = weber_penn(params, context);
      ++grown;
      CHECK(skeleton.segments.size() + skeleton.organs.size() <= 3000);
      CHECK(broken_segments(skeleton) == 0);
    } catch (const StageError&) {
    }
  }
  CHECK(grown > 40);
}

TEST_CASE("space_colonization: extreme parameters give sound trees or are refused") {
  int grown = 0;
  for (std::uint64_t round = 0; round < 150; ++round) {
    const Rng rng(sub_seed(12, round));
    std::uint64_t draw = 0;
    SpaceColonizationParams params;
    disturb(params, rng, draw, 0.2);
    params.attractors = static_cast<int>(1 + 300 * rng.uniform(900));
    if (rng.uniform(901) < 0.5) params.influence = 10 * rng.uniform(902);
    params.tropism = Vec3{rng.uniform(903), rng.uniform(904), rng.uniform(905)} * 4.0 - 2.0;
    params.max_nodes = 4000;
    params.kill = std::max(params.kill, 0.5 * params.step);
    if (params.influence) params.influence = std::max(*params.influence, params.kill);
    RunContext context;
    context.seed = round;
    try {
      const auto skeleton = space_colonization(params, {}, context);
      ++grown;
      CHECK(broken_segments(skeleton) == 0);
    } catch (const StageError&) {
    }
  }
  CHECK(grown > 30);
}
