// The checks of the parameters of place.

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "schema/wording.h"
#include "stages/scenes/detail/copies.h"
#include "stages/scenes/detail/variation.h"
#include "stages/scenes/place.h"

namespace weald::schema {

namespace {

using scene::Arrangement;
using scene::PlaceParams;

/// A key, and the arrangements that use it.
struct ArrangementKey {
  std::string_view key;
  std::vector<Arrangement> arrangements;
  bool is_required = false;
};

const std::vector<ArrangementKey>& arrangement_keys() {
  using A = Arrangement;
  static const std::vector<ArrangementKey> kKeys{
      {"curve", {A::along, A::corners, A::ends}, true},
      {"surface", {A::vertices, A::edges, A::faces, A::blue_noise, A::volume}, true},
      {"skeleton", {A::tips, A::nodes}, true},
      {"at", {A::list}, true},
      {"spacing", {A::along, A::hexagons}},
      {"count", {A::along, A::ring, A::spiral, A::blue_noise, A::volume}},
      {"distance", {A::blue_noise, A::volume}},
      {"fit", {A::along}},
      {"start", {A::along}},
      {"end", {A::along}},
      {"sides", {A::along, A::corners, A::ends}},
      {"offset", {A::along, A::corners, A::ends}},
      {"corner_angle", {A::corners}},
      {"radius", {A::ring, A::spiral}},
      {"arc", {A::ring}},
      {"counts", {A::grid, A::hexagons}},
      {"step", {A::grid}},
      {"angle", {A::spiral}},
      {"height", {A::spiral}},
      {"top_radius", {A::spiral}}};
  return kKeys;
}

void check_arrangement_keys(const PlaceParams& params, Checker& checker) {
  for (const ArrangementKey& known : arrangement_keys()) {
    const bool is_used = std::ranges::find(known.arrangements, params.arrangement) != known.arrangements.end();
    if (known.is_required && is_used && !checker.given(known.key))
      checker.error("arrangement", fmt::format("'arrangement: {}' needs '{}'", name_of(params.arrangement), known.key));
    if (is_used || !checker.given(known.key)) continue;
    std::vector<std::string_view> users;
    for (const Arrangement arrangement : known.arrangements) users.push_back(name_of(arrangement));
    checker.error(known.key, fmt::format("'arrangement: {}' does not use '{}'", name_of(params.arrangement), known.key),
                  fmt::format("it is used by the arrangement {}", alternatives_text(users)));
  }
}

/// Checks that exactly one of two keys says how many copies there are.
void check_one_of(std::string_view a, std::string_view b, const PlaceParams& params, Checker& checker) {
  const bool has_a = checker.given(a), has_b = checker.given(b);
  if (has_a && has_b) checker.error(b, fmt::format("give one of '{}' and '{}', but not both", a, b));
  if (!has_a && !has_b)
    checker.error("arrangement",
                  fmt::format("'arrangement: {}' needs '{}' or '{}'", name_of(params.arrangement), a, b));
}

void check_numbers(const PlaceParams& params, Checker& checker) {
  const auto needs = [&](std::string_view key) {
    if (!checker.given(key))
      checker.error("arrangement", fmt::format("'arrangement: {}' needs '{}'", name_of(params.arrangement), key));
  };
  switch (params.arrangement) {
    case Arrangement::along: check_one_of("spacing", "count", params, checker); break;
    case Arrangement::volume:
    case Arrangement::blue_noise: check_one_of("distance", "count", params, checker); break;
    case Arrangement::ring:
    case Arrangement::spiral: needs("count"); break;
    case Arrangement::hexagons:
      needs("spacing");
      if (params.counts[1] != 1)
        checker.error("counts", "hexagons lie in a plane: the second of the 'counts' must be 1");
      break;
    default: break;
  }
  if (params.arrangement == Arrangement::along && params.fit && params.count)
    checker.error("fit", "'fit' changes the 'spacing'; a 'count' always fits");
  if (checker.given("offset") && params.sides == scene::Sides::centre)
    checker.error("offset", "'offset' is used with 'sides: left', 'sides: right' and 'sides: both' only");
  if (checker.given("top_radius") && !params.height)
    checker.error("top_radius", "'top_radius' is used with 'height' only");
}

void check_orientation(const PlaceParams& params, Checker& checker) {
  if (params.arrangement == Arrangement::list) {
    for (const std::string_view key : {"up", "facing", "target", "align"}) {
      if (checker.given(key))
        checker.error(key, fmt::format("'arrangement: list' does not use '{}': each placement has its rotation", key));
    }
  } else if (params.facing == scene::Facing::target && !params.target) {
    checker.error("facing", "'facing: target' needs a 'target'");
  } else if (params.facing != scene::Facing::target && params.target) {
    checker.error("target", "'target' is used with 'facing: target' only");
  }
  for (const std::string_view key : {"align", "sink"}) {
    if (checker.given(key) && !params.on.given()) checker.error(key, fmt::format("'{}' is used with 'on' only", key));
  }
}

void check_variation_keys(const PlaceParams& params, Checker& checker) {
  const std::vector<std::string> fields = scene::names_of(params);
  const scene::KnownFacts known{true, fields};
  std::vector<const scene::VaryParams*> all;
  if (params.vary) {
    all.push_back(&*params.vary);
    scene::check_variation(*params.vary, known, checker);
  }
  scene::check_field_names(all, known, checker);
  if (params.vary && params.vary->tint && params.tints.empty())
    checker.error("vary", "'vary.tint' is a position in 'tints', which has no colours");
  if (params.vary && params.vary->mesh && (checker.given("weights") || checker.given("sequence")))
    checker.error("vary", "'vary.mesh' chooses the mesh, so 'weights' and 'sequence' have no effect");
}

}  // namespace

void Schema<scene::PlaceParams>::check(const P& params, Checker& checker) {
  scene::check_meshes(params.meshes, params.weights, checker);
  scene::check_ordered(params.scale, "scale", checker);
  check_arrangement_keys(params, checker);
  check_numbers(params, checker);
  check_orientation(params, checker);
  if (!params.sequence.empty() && !params.weights.empty())
    checker.error("weights", "give one of 'weights' and 'sequence', but not both");
  for (const int number : params.sequence) {
    if (static_cast<std::size_t>(number) < params.meshes.size()) continue;
    checker.error("sequence", fmt::format("there is no mesh number {}: the last one is {}", number,
                                          static_cast<long long>(params.meshes.size()) - 1));
    break;
  }
  check_variation_keys(params, checker);
  if (checker.given("apron") && !params.on.given() && params.of.empty())
    checker.error("apron", "'apron' is used with 'on' or 'of' only");
  if (params.arrangement == Arrangement::list && params.at.empty())
    checker.error("at", "'at' needs at least one placement");
  if (params.at.size() > scene::kMaxInstances)
    checker.error("at", fmt::format("there would be more than {} copies", scene::kMaxInstances));
  for (const mesh::PlacementParams& placement : params.at) {
    if (!mesh::is_flat(placement.scale)) continue;
    checker.error("at", "a 'scale' would flatten a copy: every factor must have a magnitude of at least 1e-6");
    break;
  }
}

}  // namespace weald::schema
