// Settings of pictures that change nothing: the table of them is held against what the renderer draws.

#include <map>

#include <fmt/format.h>
#include "support/catch.h"

#include "engine/graph/detail/picture_keys.h"
#include "engine/outputs/digest.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "picture/render/picture.h"
#include "schema/decode.h"

using namespace weald;
using render::PictureSubject;

namespace {

const std::string kSubjects =
    "weald: 1\nstages:\n"
    "  land: {kind: fbm, size: [17, 17], cell_size: 0.2, frequency: 0.6, amplitude: 0.6, octaves: 1, seed: 5}\n"
    "  ball: {kind: shapes, shape: icosphere, levels: 2, radius: 1}\n"
    "  slab: {kind: heightmap_mesh, from: land, max_error: 0.02}\n"
    "  ring: {kind: bezier, points: [[0, 0, 0], [1, 0, 1], [2, 2, 0], [0, 3, 1]]}\n"
    "  string: {kind: lsystem, axiom: 'F(1);+F(1)\\F(1)'}\n"
    "  twigs: {kind: turtle, from: string, width: 0.05}\n";

/// The stage, and what its picture needs for all settings to have something to act on.
const std::map<PictureSubject, std::pair<std::string, std::string>> kPictures{
    {PictureSubject::hillshade, {"land", "style: hillshade"}},
    {PictureSubject::relief, {"land", "style: relief"}},
    {PictureSubject::mesh, {"slab", "sea_level: 0"}},
    {PictureSubject::curve, {"ring", ""}},
    {PictureSubject::skeleton, {"twigs", ""}}};

const std::map<std::string, std::string> kBase{{"size", "[32, 24]"},   {"samples", "1"},       {"azimuth", "205"},
                                               {"elevation", "20"},    {"fog", "3"},           {"fog_height", "0.3"},
                                               {"wireframe", "2"},     {"contours", "0.2"},    {"exaggeration", "1"},
                                               {"sun_azimuth", "300"}, {"sun_elevation", "40"}};

const std::map<std::string, std::string> kOthers{
    {"size", "[24, 24]"},
    {"look", "overcast"},
    {"camera", "{target: [3, 1, 2], distance: 9}"},
    {"azimuth", "100"},
    {"elevation", "60"},
    {"projection", "orthographic"},
    {"field_of_view", "80"},
    {"zoom", "2"},
    {"margin", "0.3"},
    {"sun_azimuth", "30"},
    {"sun_elevation", "80"},
    {"sun_strength", "3"},
    {"sky_strength", "3"},
    {"exposure", "2"},
    {"background_top", "[1, 0, 0]"},
    {"background_bottom", "[1, 0, 0]"},
    {"ground", "false"},
    {"fog", "1"},
    {"fog_height", "9"},
    {"fog_colour", "[1, 0, 0]"},
    {"wireframe", "6"},
    {"wireframe_colour", "[1, 0, 0]"},
    {"clay", "true"},
    {"exaggeration", "3"},
    {"palette", "desert"},
    {"heights", "[0, 1]"},
    {"contours", "0.1"},
    {"water", "false"},
    {"sea_level", "0.1"},
    {"water_clarity", "0.01"},
    {"water_colour", "[1, 0, 0]"},
    {"ripples", "8"},
    {"line_width", "5"},
    {"line_colour", "[1, 0, 0]"},
    {"line_end_colour", "[1, 0, 0]"},
    {"index_colours", "[[1, 0, 0], [0, 0, 1]]"},
    {"line_opacity", "0.3"},
    {"paper", "[1, 0, 0]"},
    {"samples", "4"},
    {"aperture", "0.5"},
    {"focus", "2"},
    {"lens_samples", "4"},
    {"sky", "{}"},
};

/// Settings without which others do nothing: ripples are smaller than pixels, and a lens needs an aperture.
const std::map<std::string, std::map<std::string, std::string>> kNeeded{
    {"ripples", {{"zoom", "8"}}},
    {"focus", {{"aperture", "0.5"}, {"lens_samples", "8"}}},
    {"lens_samples", {{"aperture", "0.5"}}}};

std::string digest_of(PictureSubject subject, std::map<std::string, std::string> settings) {
  const auto& [stage, own] = kPictures.at(subject);
  std::string text;
  if (!own.empty() && settings.count(own.substr(0, own.find(':'))) == 0) text = own + ", ";
  for (const auto& [key, value] : settings) text += fmt::format("{}: {}, ", key, value);
  Sources sources;
  Diagnostics diagnostics;
  const auto loaded = preset::load_preset(
      {"t.yaml",
       {},
       {},
       kSubjects + fmt::format("outputs: [{{from: {}, file: a.png, picture: {{{}}}}}]\n", stage, text)},
      sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  std::string digest;
  REQUIRE(pipeline::evaluate(loaded.preset->graph, {}, diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                               digest = pipeline::output_digest(output.decl.spec, artifact, {});
                             }));
  return digest;
}

/// Whether the table calls the key idle.
bool is_said_idle(std::string_view key, PictureSubject subject) {
  for (const pipeline::PictureKey& known : pipeline::picture_keys_by_subject()) {
    if (known.key == key) return (known.subjects & static_cast<unsigned>(subject)) == 0;
  }
  return false;
}

std::vector<std::string> warnings_for(const std::string& output) {
  Sources sources;
  Diagnostics diagnostics;
  const auto loaded =
      preset::load_preset({"t.yaml", {}, {}, kSubjects + "outputs: [" + output + "]\n"}, sources, diagnostics);
  CHECK(loaded.preset);
  std::vector<std::string> result;
  for (const Diagnostic& d : diagnostics.all()) {
    const std::string_view line = sources.line(d.where->source, d.where->line);
    result.push_back(
        fmt::format("{} ({}) at {}", d.message, d.help, line.substr(d.where->column - 1, d.where->length)));
  }
  return result;
}

}  // namespace

TEST_CASE("picture keys: what is said to change nothing does not, and everything else does", "[statistics]") {
  for (const auto& [subject, unused] : kPictures) {
    const std::string before = digest_of(subject, kBase);
    for (const auto& [key, value] : kOthers) {
      auto settings = kBase;
      if (const auto needed = kNeeded.find(key); needed != kNeeded.end())
        settings.insert(needed->second.begin(), needed->second.end());
      const std::string without = settings == kBase ? before : digest_of(subject, settings);
      settings[key] = value;
      CAPTURE(static_cast<int>(subject), key);
      CHECK((digest_of(subject, settings) == without) == is_said_idle(key, subject));
    }
  }
}

TEST_CASE("picture keys: the test knows every setting, and the table names none that is not there") {
  std::vector<std::string_view> all;
  for (const schema::FieldInfo& field : schema::describe<render::PictureParams>()) {
    all.push_back(field.key);
    CAPTURE(field.key);
    // A view is part of the settings that it gives when the preset is decoded.
    CHECK((kOthers.count(std::string(field.key)) == 1 || field.key == "style" || field.key == "view"));
  }
  for (const pipeline::PictureKey& known : pipeline::picture_keys_by_subject())
    CHECK(std::find(all.begin(), all.end(), known.key) != all.end());
}

TEST_CASE("picture keys: one that changes nothing is a warning where it stands") {
  CHECK(
      warnings_for("{from: ball, file: a.png, picture: {exaggeration: 3, azimuth: 40}}") ==
      std::vector<std::string>{"'exaggeration' has no effect in a picture of a mesh (it applies to heightmaps) at 3"});
  CHECK(warnings_for("{from: land, file: a.png, picture: {style: relief, contours: 3}}") ==
        std::vector<std::string>{
            "'contours' has no effect in a picture of a relief (it applies to hillshades of heightmaps) at 3"});
  CHECK(warnings_for("{from: land, file: a.png, picture: {style: relief, exaggeration: 3, clay: true}}").empty());
}
