// The grids of heightmaps are compared before any work.

#include <string>

#include "support/catch.h"

#include "unit/engine/decoded.h"

using Catch::Contains;

namespace weald::test {

namespace {

constexpr const char* kTwoGrids =
    "weald: 1\nstages:\n  wide: {kind: fbm, size: [33, 33]}\n  fine: {kind: fbm, size: [65, 65]}\n";

/// What is found in a preset with two noise stages on different grids and the stage `last`, which has an output.
std::string found_with(const std::string& last, const std::string& file) {
  const Decoded decoded = decode(kTwoGrids + last + "\noutputs:\n  - {from: last, file: " + file + "}\n");
  CHECK(decoded.preset.has_value() == !decoded.diagnostics.has_errors());
  return format_all(decoded.diagnostics, decoded.sources, false);
}

}  // namespace

TEST_CASE("grid check: a field that combines heightmaps of different grids is refused at the key, before any work") {
  const std::string found = found_with("  last: {kind: combine, operation: add, from: wide, with: fine}", "last.png");
  CHECK_THAT(found, Contains("t.yaml:5:59: error: stage 'last' (combine): the heightmaps lie on different grids"));
  CHECK_THAT(found, Contains("65 x 65 samples") && Contains("33 x 33 samples"));
  CHECK_THAT(found, Contains("help: the stage resample puts a heightmap on another grid"));
}

TEST_CASE("grid check: a heightmap that drives a number of a noise must lie on the grid of the noise") {
  CHECK_THAT(found_with("  last: {kind: fbm, size: [33, 33], amplitude: fine}", "last.png"),
             Contains("t.yaml:5:48: error: stage 'last' (fbm): the heightmaps lie on different grids"));
}

TEST_CASE("grid check: whole stages that need one grid are refused at the input that differs") {
  for (const std::string stage :
       {"{kind: thermal_erosion, from: wide, talus: fine}", "{kind: hydraulic_erosion, from: wide, erodibility: fine}",
        "{kind: dunes, from: wide, sand: fine}", "{kind: fluvial, from: wide, uplift: fine}"}) {
    const std::string found = found_with("  last: " + stage, "last.png");
    CAPTURE(stage, found);
    CHECK_THAT(found, Contains("t.yaml:5:" + std::to_string(9 + stage.find(": fine") + 2)));
    CHECK_THAT(found, Contains("the heightmaps lie on different grids"));
  }
  CHECK_THAT(found_with("  last: {kind: rivers, from: wide, lakes: fine}", "last.svg"), Contains("t.yaml:5:43: error"));
  CHECK_THAT(found_with("  last: {kind: water_mesh, from: wide, lakes: fine}", "last.obj"),
             Contains("different grids"));
}

TEST_CASE("grid check: a window outside the heightmap is refused before any work") {
  const std::string found = found_with("  last: {kind: crop, from: wide, samples: [30, 30, 9, 9]}", "last.png");
  CHECK_THAT(found, Contains("t.yaml:5:") && Contains("stage 'last' (crop)") && !Contains("resample puts"));
}

TEST_CASE("grid check: parameters that do not suit the distance between samples are refused at their keys") {
  CHECK_THAT(found_with("  last: {kind: hydraulic_erosion, from: wide, droplets: 0.5, reach: 3}", "last.png"),
             Contains("t.yaml:5:69: error: stage 'last' (hydraulic_erosion): the reach is too short"));
  CHECK_THAT(found_with("  last: {kind: rivers, from: wide, smoothing: 40}", "last.svg"),
             Contains("t.yaml:5:47: error: stage 'last' (rivers): rivers are smoothed over at most 32 samples"));
  CHECK_THAT(found_with("  last: {kind: dunes, from: wide, sheet: 33}", "last.png"),
             Contains("stage 'last' (dunes): the map has fewer than 3 x 3 cells"));
  CHECK_THAT(found_with("  last: {kind: dunes, size: [2, 9]}", "last.png"),
             Contains("stage 'last' (dunes): dunes need at least 3 x 3 samples"));
  CHECK(found_with("  last: {kind: hydraulic_erosion, from: wide, droplets: 0.5, reach: 60}", "last.png").empty());
}

TEST_CASE("grid check: heightmaps that resample puts on one grid are accepted") {
  CHECK(found_with("  same: {kind: resample, from: fine, like: wide}\n"
                   "  last: {kind: combine, operation: add, from: wide, with: same}",
                   "last.png")
            .empty());
}

TEST_CASE("grid check: an open curve that a mask has no width for is refused before any work") {
  constexpr const char* kRefused = "stage 'last' (mask): an open curve needs a width: close it to fill it, or give";
  const auto found = [](const std::string& curve, const std::string& keys) {
    return found_with("  line: {" + curve + "}\n  last: {kind: mask, like: wide, curves: [line]" + keys + "}",
                      "last.png");
  };
  const std::string open = "kind: bezier, points: [[0, 0], [9, 9]]",
                    ring = "kind: bezier, arc: {radius: 5, sweep: 360}";
  const std::string threads = "kind: string_art, width: 9, height: 8, distance: ";
  CHECK_THAT(found(open, ""), Contains("t.yaml:6:3: error: ") && Contains(kRefused));
  CHECK_THAT(found(open, ", width: 0"), Contains("t.yaml:6:57: error: ") && Contains(kRefused));
  CHECK(found(open, ", width: 2").empty());
  CHECK(found(open + ", closed: true, degree: 1", "").empty());
  CHECK_THAT(found("kind: bezier, through: [[0, 0], [9, 9]]", ""), Contains(kRefused));
  CHECK_THAT(found("kind: bezier, arc: {radius: 5, sweep: 270}", ""), Contains(kRefused));
  CHECK(found(ring, "").empty());
  CHECK_THAT(found(ring + "}\n  hole: {" + open, ", holes: [hole]"), Contains(kRefused));
  CHECK_THAT(found(threads + "2, frame: true", ""), Contains(kRefused));
  CHECK(found(threads + "7.999999", "").empty());        // it may have no line
  CHECK(found("kind: rivers, from: wide", "").empty());  // there may be none
}

TEST_CASE("grid check: an open curve is refused through a stage that drapes it") {
  const auto found = [](const std::string& curve) {
    return found_with("  line: {kind: bezier, plane: xz, " + curve +
                          "}\n  road: {kind: drape, from: line, on: wide}\n"
                          "  last: {kind: mask, like: wide, curves: [road]}",
                      "last.png");
  };
  CHECK_THAT(found("arc: {radius: 5, sweep: 90}"), Contains("t.yaml:7:3: error: stage 'last' (mask): an open curve"));
  CHECK(found("arc: {radius: 5, sweep: -360}").empty());
}

TEST_CASE("grid check: a closed curve is refused where a sweep along it would not meet its start") {
  const auto found = [](const std::string& sweep, const std::string& keys) {
    return found_with("  line: {kind: bezier, arc: {radius: 5, sweep: " + sweep +
                          "}}\n  last: {kind: sweep, from: line, radius: 0.2, " + keys + "}",
                      "last.obj");
  };
  CHECK_THAT(found("360", "twist: 90"),
             Contains("t.yaml:6:55: error: stage 'last' (sweep): on a closed path the twist"));
  CHECK_THAT(found("360", "taper: 0.5"), Contains("t.yaml:6:55: error: stage 'last' (sweep): a closed path cannot"));
  CHECK(found("360", "twist: 720").empty());
  CHECK(found("300", "twist: 90, taper: 0.5").empty());
}

TEST_CASE("grid check: an open curve is refused as the outline of stems") {
  for (const std::string kind : {"plant_mesh", "plant_lods"}) {
    const auto found = [&](const std::string& sweep) {
      return found_with("  word: {kind: lsystem, axiom: F}\n  ring: {kind: bezier, arc: {radius: 5, sweep: " + sweep +
                            "}}\n  twig: {kind: turtle, from: word}\n  last: {kind: " + kind +
                            ", from: twig, stem: {contour: {outline: ring}}}",
                        "last.obj");
    };
    CHECK_THAT(found("180"), Contains("stage 'last' (" + kind + "): the contour must be one closed curve"));
    CHECK(found("360").empty());
  }
}

TEST_CASE("grid check: copies that fail alike at one place are reported once") {
  const std::string found = found_with(
      "  each: {kind: combine, for: {i: 0..3}, operation: add, from: wide, with: fine}\n"
      "  last: {kind: combine, operation: add, from: each.0, with: each.3}",
      "last.png");
  const std::size_t first = found.find("error:");
  REQUIRE(first != std::string::npos);
  CHECK(found.find("error:", first + 1) == std::string::npos);
}

}  // namespace weald::test
