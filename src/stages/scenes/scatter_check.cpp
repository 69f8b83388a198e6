// The rules across the parameters of `scatter` and its species.

#include <fmt/format.h>

#include "stages/scenes/detail/copies.h"
#include "stages/scenes/detail/variation.h"
#include "stages/scenes/scatter.h"

namespace weald::schema {

namespace {

/// Keys that species have for themselves, and keys that only species use.
constexpr std::array<std::string_view, 7> kWithoutSpecies{"meshes", "weights", "distance", "scale",
                                                          "turn",   "align",   "sink"};
constexpr std::array<std::string_view, 5> kWithSpecies{"seedlings", "size", "age", "age_spread", "moisture"};

void check_species(const scene::ScatterParams& params, Checker& checker) {
  if (params.species.size() > scene::kMaxSpecies)
    checker.error("species", fmt::format("there are more than {} species", scene::kMaxSpecies));
  for (const std::string_view key : kWithoutSpecies) {
    if (checker.given(key)) checker.error(key, fmt::format("'{}' is not used with 'species'", key));
  }
  double weights = 0;
  bool has_moisture = false;
  for (const scene::SpeciesParams& species : params.species) {
    weights += species.weight;
    has_moisture = has_moisture || species.moisture.has_value();
  }
  if (!(weights > 0)) checker.error("species", "the weights of the species must not all be 0");
  if (has_moisture && !params.moisture.given())
    checker.error("species", "a species has limits of moisture, but the stage has no 'moisture'");
  if (!has_moisture && params.moisture.given())
    checker.error("moisture", "'moisture' is used only if a species has limits of moisture");
  if (checker.given("age_spread") && !params.age.given())
    checker.error("age_spread", "'age_spread' is used with 'age' only");
}

/// The expressions of the stage and of its species.
void check_variations(const scene::ScatterParams& params, Checker& checker) {
  const std::vector<std::string> fields = scene::names_of(params);
  const scene::KnownFacts known{false, fields};
  std::vector<const scene::VaryParams*> all;
  const auto check = [&](const std::optional<scene::VaryParams>& vary, bool has_tints) {
    if (!vary) return;
    all.push_back(&*vary);
    scene::check_variation(*vary, known, checker);
    if (vary->tint && !has_tints) checker.error("vary", "'vary.tint' is a position in 'tints', which has no colours");
  };
  bool has_tints = !params.tints.empty();
  for (const scene::SpeciesParams& species : params.species) {
    has_tints = has_tints || !species.tints.empty();
    check(species.vary, !species.tints.empty() || !params.tints.empty());
  }
  check(params.vary, has_tints);
  if (params.vary && params.vary->mesh && checker.given("weights"))
    checker.error("vary", "'vary.mesh' chooses the mesh, so 'weights' has no effect");
  scene::check_field_names(all, known, checker);
}

}  // namespace

void Schema<scene::SpeciesParams>::check(const P& params, Checker& checker) {
  if (params.meshes.empty()) checker.error("meshes", "'meshes' needs at least one mesh");
  scene::check_ordered(params.slope, "slope", checker);
  scene::check_ordered(params.scale, "scale", checker);
  if (params.height) scene::check_ordered(*params.height, "height", checker);
  if (params.moisture) scene::check_ordered(*params.moisture, "moisture", checker);
  if (params.trunk > params.crown) checker.error("trunk", "a trunk must not be wider than its crown");
  const auto check_fade = [&](std::string_view fade, std::string_view limits) {
    if (checker.given(fade) && !checker.given(limits))
      checker.error(fade, fmt::format("'{}' is used with '{}' only", fade, limits));
  };
  check_fade("slope_fade", "slope");
  check_fade("height_fade", "height");
  check_fade("moisture_fade", "moisture");
}

void Schema<scene::ScatterParams>::check(const P& params, Checker& checker) {
  if (!params.species.empty()) {
    check_species(params, checker);
  } else if (checker.given("species")) {
    checker.error("species", "'species' needs at least one species");
  } else {
    if (!checker.given("meshes"))
      checker.error("meshes", "either 'meshes' or 'species' is required");
    else
      scene::check_meshes(params.meshes, params.weights, checker);
    for (const std::string_view key : kWithSpecies) {
      if (checker.given(key)) checker.error(key, fmt::format("'{}' is used with 'species' only", key));
    }
  }
  scene::check_ordered(params.slope, "slope", checker);
  scene::check_ordered(params.scale, "scale", checker);
  if (params.height) scene::check_ordered(*params.height, "height", checker);
  check_variations(params, checker);
  if (checker.given("clearance") && !params.avoid.given())
    checker.error("clearance", "'clearance' is used with 'avoid' only");
  if (checker.given("keep_off_distance") && params.keep_off.empty() && params.keep_off_boxes.empty())
    checker.error("keep_off_distance", "'keep_off_distance' is used with 'keep_off' or 'keep_off_boxes' only");
}

}  // namespace weald::schema
