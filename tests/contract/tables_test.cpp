// Presets with published tables of the tree model of Weber and Penn have the tables' numbers.

#include "support/catch.h"

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "engine/preset/preset.h"
#include "front/golden/detail/recipe.h"

using namespace weald;

namespace {

/// What is asked of a tree and what the trees of the tables have of it, by the paper's names; n stands for the level.
struct Row {
  const char* name;       ///< in the table
  const char* parameter;  ///< in the recipe; LEVEL.x of levels, else as nested
  std::vector<std::string> aspen, tupelo, willow, palm;
};

/// The rows of a level have one value per level. Source: [weber1995], appendix; the palm: Arbaro's species file.
const std::vector<Row> kRows{
    {"Shape", "shape", {"tend_flame"}, {"tapered_cylindrical"}, {"cylindrical"}, {"tapered_cylindrical"}},
    {"BaseSize", "base_size", {"0.4"}, {"0.2"}, {"0.05"}, {"0.95"}},
    {"Scale", "height", {"13"}, {"23"}, {"15"}, {"12"}},
    {"ScaleV", "height_variation", {"3"}, {"5"}, {"5"}, {"10"}},
    {"ZScale", "stretch", {"1"}, {"1"}, {"1"}, {"1"}},
    {"ZScaleV", "stretch_variation", {"0"}, {"0"}, {"0"}, {"0"}},
    {"Ratio", "ratio", {"0.015"}, {"0.015"}, {"0.03"}, {"0.015"}},
    {"RatioPower", "ratio_power", {"1.2"}, {"1.3"}, {"2"}, {"2"}},
    {"Lobes", "tree.flare.lobes", {"5"}, {"3"}, {"9"}, {"0"}},
    {"LobeDepth", "tree.flare.lobe_depth", {"0.07"}, {"0.1"}, {"0.03"}, {}},
    {"Flare", "flare", {"0.6"}, {"1"}, {"0.75"}, {"0"}},
    {"0Scale", "trunk_scale", {"1"}, {"1"}, {"1"}, {"1"}},
    {"0ScaleV", "trunk_scale_variation", {"0"}, {"0"}, {"0"}, {"0"}},
    {"0BaseSplits", "base_splits", {"0"}, {"0"}, {"2"}, {"0"}},
    {"AttractionUp", "attraction_up", {"0.5"}, {"0.5"}, {"-3"}, {"0"}},
    {"PruneRatio", "prune.ratio", {"0"}, {"0"}, {"1"}, {"0"}},
    {"PruneWidth", "prune.width", {"0.5"}, {"0.5"}, {"0.4"}, {"0.5"}},
    {"PruneWidthPeak", "prune.width_peak", {"0.5"}, {"0.5"}, {"0.6"}, {"0.5"}},
    {"PrunePowerLow", "prune.power_low", {"0.5"}, {"0.5"}, {"0.001"}, {"0.5"}},
    {"PrunePowerHigh", "prune.power_high", {"0.5"}, {"0.5"}, {"0.5"}, {"0.5"}},
    {"nLength",
     "LEVEL.length",
     {"1", "0.3", "0.6"},
     {"1", "0.3", "0.6", "0.4"},
     {"0.8", "0.5", "1.5", "0.1"},
     {"1", "0.4"}},
    {"nLengthV",
     "LEVEL.length_variation",
     {"0", "0", "0"},
     {"0", "0.05", "0.1", "0"},
     {"0", "0.1", "0", "0"},
     {"0", "0.05"}},
    {"nTaper", "LEVEL.taper", {"1", "1", "1"}, {"1.1", "1", "1", "1"}, {"1", "1", "1", "1"}, {"2.1", "1"}},
    {"nCurveRes", "LEVEL.segments", {"3", "5", "3"}, {"10", "10", "10", "1"}, {"8", "16", "12", "1"}, {"12", "9"}},
    {"nCurve", "LEVEL.curve", {"0", "-40", "-40"}, {"0", "0", "-10", "0"}, {"0", "40", "0", "0"}, {"20", "50"}},
    {"nCurveBack", "LEVEL.curve_back", {"0", "0", "0"}, {"0", "0", "0", "0"}, {"20", "80", "0", "0"}, {"-5", "0"}},
    {"nCurveV",
     "LEVEL.curve_variation",
     {"20", "50", "75"},
     {"40", "90", "150", "0"},
     {"120", "90", "0", "0"},
     {"10", "20"}},
    {"nSegSplits",
     "LEVEL.segment_splits",
     {"0", "0", "0"},
     {"0", "0", "0", "0"},
     {"0.1", "0.2", "0.2", "0"},
     {"0", "0"}},
    {"nSplitAngle", "LEVEL.split_angle", {"0", "0", "0"}, {"0", "0", "0", "0"}, {"3", "30", "45", "0"}, {"0", "0"}},
    {"nSplitAngleV",
     "LEVEL.split_angle_variation",
     {"0", "0", "0"},
     {"0", "0", "0", "0"},
     {"0", "10", "20", "0"},
     {"0", "0"}},
    {"nBranches", "LEVEL.branches", {"", "50", "30"}, {"", "50", "25", "12"}, {"", "25", "10", "300"}, {"", "33"}},
    {"nDownAngle", "LEVEL.down_angle", {"", "60", "45"}, {"", "60", "30", "45"}, {"", "20", "30", "20"}, {"", "70"}},
    {"nDownAngleV",
     "LEVEL.down_angle_variation",
     {"", "-50", "10"},
     {"", "-40", "10", "10"},
     {"", "10", "10", "10"},
     {"", "-80"}},
    {"nRotate",
     "LEVEL.rotate",
     {"", "140", "140"},
     {"", "140", "140", "140"},
     {"", "-120", "-120", "140"},
     {"", "120"}},
    {"nRotateV", "LEVEL.rotate_variation", {"", "0", "0"}, {"", "0", "0", "0"}, {"", "30", "30", "0"}, {"", "60"}},
    {"Leaves", "leaves.count", {"25"}, {"6"}, {"15"}, {"250"}},
    {"LeafScale", "leaves.size", {"0.17"}, {"0.3"}, {"0.12"}, {"0.6"}},
    {"LeafScaleX", "tree.leaves.width", {"1"}, {"0.5"}, {"0.2"}, {"0.06"}},
    {"nDownAngle of leaves", "leaves.down_angle", {"45"}, {"45"}, {"20"}, {"50"}},
    {"nDownAngleV of leaves", "leaves.down_angle_variation", {"10"}, {"10"}, {"10"}, {"-50"}},
    {"nRotate of leaves", "leaves.rotate", {"77"}, {"140"}, {"140"}, {"-120"}},
    {"nRotateV of leaves", "leaves.rotate_variation", {"0"}, {"0"}, {"0"}, {"20"}},
};

/// Adds the parameters of a list of maps in one line, by number.
void add_levels(const std::string& line, std::map<std::string, std::string>& values) {
  std::size_t level = 0;
  for (std::size_t at = line.find('{'); at != std::string::npos; at = line.find('{', at + 1), ++level) {
    std::istringstream entries(line.substr(at + 1, line.find('}', at) - at - 1));
    for (std::string entry; std::getline(entries, entry, ',');) {
      const std::size_t from = entry.find_first_not_of(' '), colon = entry.find(": ");
      values["LEVEL." + entry.substr(from, colon - from) + std::to_string(level)] = entry.substr(colon + 2);
    }
  }
  values["levels"] = std::to_string(level);
}

/// All parameters of the stages `wood` and `tree` of a preset; those of `tree` after its name.
std::map<std::string, std::string> parameters_of(const std::string& name) {
  Diagnostics diagnostics;
  Sources sources;
  preset::PresetRequest request;
  request.path = WEALD_SOURCE_DIR "/presets/" + name + ".yaml";
  const auto loaded = preset::load_preset(request, sources, diagnostics);
  REQUIRE(loaded.preset.has_value());
  std::map<std::string, std::string> values;
  std::istringstream recipe(golden::recipe_text(*loaded.preset));
  std::string stage, map;
  for (std::string line; std::getline(recipe, line);) {
    const std::size_t depth = line.find_first_not_of(' '), colon = line.find(':');
    if (depth == 0) stage = line.substr(line.find(' ') + 1);
    if (depth == 0 || (stage != "wood" && stage != "tree")) continue;
    const std::string key = line.substr(depth, colon - depth);
    if (colon + 1 >= line.size()) {
      map = key + ".";
    } else if (stage == "wood" && key == "levels") {
      add_levels(line, values);
    } else {
      values[(stage == "tree" ? "tree." : "") + (depth > 2 ? map : "") + key] = line.substr(colon + 2);
    }
  }
  return values;
}

void check_preset(const std::string& name, std::vector<std::string> Row::*column) {
  INFO(name);
  auto values = parameters_of(name);
  for (const Row& row : kRows) {
    INFO(row.name);
    const std::string parameter = row.parameter;
    const auto& expected = row.*column;
    if (!parameter.starts_with("LEVEL.")) {
      if (!expected.empty()) CHECK(values[parameter] == expected[0]);
      continue;
    }
    CHECK(values["levels"] == std::to_string(expected.size()));
    for (std::size_t n = 0; n < expected.size(); ++n) {
      if (!expected[n].empty()) CHECK(values[parameter + std::to_string(n)] == expected[n]);
    }
  }
}

}  // namespace

TEST_CASE("the trees of published tables have the tables' numbers") {
  check_preset("quaking_aspen", &Row::aspen);
  check_preset("black_tupelo", &Row::tupelo);
  check_preset("weeping_willow", &Row::willow);
  check_preset("palm", &Row::palm);
}
