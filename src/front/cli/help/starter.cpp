#include "front/cli/help/starter.h"

#include <array>

#include <fmt/format.h>

namespace weald::app {

namespace {

constexpr std::string_view kTerrain = R"(
weald: 1                  # format of this file
seed: 5                   # try others: weald build FILE --seed 6
description: Mountains above green valleys, 3 km across.
grid: {extent: [3072, 3072], cell_size: 8}   # of every heightmap, in metres along x (east) and z (south); 385 x 385 samples

stages:
  # Heights come from noise. 'weald explain fbm' lists every parameter with its unit and range.
  hills:
    kind: fbm
    frequency: 0.0006     # larger: smaller hills, closer together
    octaves: 5            # more: finer detail
    amplitude: 1
    heights: 0.6

  # Sharp crests.
  ridges: {kind: ridged, frequency: 0.0011, octaves: 6, amplitude: 1, gain: 3}

  # Mountains only where hills are: one multiplied by the other.
  range: {kind: combine, from: hills, with: ridges, operation: multiply}

  # Maps 0..1 to metres. The curve flattens the valleys and lifts the peaks.
  shaped: {kind: remap, from: range, output: [-40, 760], curve: [[0, 0], [0.35, 0.05], [0.6, 0.45], [0.8, 0.86], [1, 1.08]]}

  # Slopes steeper than 'talus' degrees slide down.
  land: {kind: thermal_erosion, from: shaped, talus: 37, iterations: 12}

outputs:
  - {from: land, file: NAME_height.png}     # 16 bits per sample; the .json beside it gives their range in metres
  - {from: land, file: NAME.png, picture: {style: relief, size: [960, 600], palette: alpine, sun_azimuth: 285}}
)";

constexpr std::string_view kPlant = R"(
weald: 1                  # format of this file
seed: 2                   # every seed gives another tree: weald build FILE --seed 5
description: A broad-leaved tree.

stages:
  # An L-system: every step of the derivation replaces each A by the right side of its production. 'weald explain
  # lsystem' describes the notation, 'weald explain turtle' what each letter draws.
  growth:
    kind: lsystem
    axiom: '!(0.34)F(1.0)!(0.3)F(0.7)A(2.0)'        # a trunk, then a bud with a shoot of 2 m
    derivation: 8                                   # steps of growth
    productions:
      - 'A(l) : l > 0.35 -> !(0.085*l)F(0.5*l)[&(random(32,48))A(0.8*l*random(0.85,1.05))]/(137.5)[&(random(36,52))A(0.72*l*random(0.85,1.05))]/(137.5)&(random(-12,12))A(0.84*l)'
      - 'A(l) : l <= 0.35 -> !(0.02)F(l)'

  # Turns the letters into branches. For a line drawing instead of a tree, write an output from this stage as .svg.
  wood: {kind: turtle, from: growth}

  # Bark and leaves.
  tree:
    kind: plant_mesh
    from: wood
    stem: {sides: 10, smooth: 2}
    flare: {amount: 0.4, height: 0.9, lobes: 5, lobe_depth: 0.14}
    bark: {colour: [0.46, 0.38, 0.31], streaks: 0.35}
    leaves:
      spacing: 0.12       # metres between leaves along a twig
      reach: 0.9          # leaves grow on the last 0.9 m
      size: 0.24
      size_variation: 0.3
      spread: 58
      droop: 0.25
      light: 0.4
      colour: [0.28, 0.46, 0.15]
      second_colour: [0.48, 0.62, 0.22]
      colour_variation: 0.3
    shade: 0.25

outputs:
  - {from: tree, file: NAME.obj}            # with NAME.mtl beside it
  - {from: tree, file: NAME.png, picture: {size: [720, 800], margin: 0.05}}
)";

constexpr std::string_view kMesh = R"(
weald: 1                  # format of this file
seed: 8
description: A stone - a ball pushed about by noise, flattened and rounded off.

stages:
  # Periodic noise: it shows no seam where it repeats.
  lumps: {kind: fbm, size: [256, 256], cell_size: 0.01, frequency: 0.78125, period: 2, octaves: 3, persistence: 0.35, amplitude: 1}

  # 'weald explain shapes' lists the other shapes: box, cylinder, cone, torus, grid.
  ball: {kind: shapes, shape: icosphere, radius: 0.5, levels: 4, material: stone, colour: [0.70, 0.66, 0.60], roughness: 0.8}

  # Displaces every vertex along its normal by the value of the noise.
  rough: {kind: displace, from: ball, by: lumps, amplitude: 0.22, scale: 2.2, wrap: repeat}
  lying: {kind: transform, from: rough, scale: [1.5, 0.8, 1.2], rotate: [4, 25, -3]}
  stone: {kind: subdivide, from: lying, scheme: loop, levels: 1}

outputs:
  - {from: stone, file: NAME.obj}           # with NAME.mtl beside it
  - {from: stone, file: NAME.png, picture: {size: [900, 640], azimuth: 200, elevation: 20, margin: 0.18}}
)";

constexpr std::string_view kCurve = R"(
weald: 1                  # format of this file
description: A Bezier path and a rosette of straight lines.

stages:
  # A smooth path through points. 'weald explain bezier' describes how to give control points and weights instead.
  path: {kind: bezier, plane: xz, through: [[0, 0], [40, 30], [90, 10], [120, 60], [70, 95], [20, 80], [0, 130]]}

  # Straight lines whose envelopes look like curves.
  rosette: {kind: string_art, outline: rosette, sides: 6, radius: 10, distance: 0.2}

outputs:
  - {from: path, file: NAME_path.svg}       # metres as SVG units
  - {from: rosette, file: NAME.svg}
  - from: rosette
    file: NAME.png
    picture: {size: [800, 800], margin: 0.06, line_width: 1.3, line_opacity: 0.8, paper: [0.05, 0.07, 0.12], line_colour: [0.55, 0.86, 0.90], line_end_colour: [0.98, 0.62, 0.36]}
)";

constexpr std::string_view kScene = R"(
weald: 1                  # format of this file
seed: 3
description: A wooded hill with a path that leads past it.
grid: {extent: [288, 288], cell_size: 1.5}   # of the ground, in metres; 193 x 193 samples

stages:
  # The ground.
  hills: {kind: fbm, frequency: 0.008, octaves: 5, persistence: 0.42, amplitude: 26}

  # A path: drawn in plan view, draped on the ground, cut into it, and given a surface.
  plan:   {kind: bezier, plane: xz, through: [[150, 288], [120, 220], [170, 150], [130, 90], [160, 0]]}
  course: {kind: drape, from: plan, on: hills, smoothing: 25, max_grade: 0.15}
  cut:    {kind: carve, from: hills, curve: course, width: 6, shoulder: 9}
  path:   {kind: sweep, from: course, profile: rectangle, width: 4, thickness: 0.5, up: vertical, material: gravel, colour: [0.80, 0.74, 0.62]}
  colours: {kind: tint, from: cut, palette: temperate, slope: [30, 45], variation: 0.15}
  block:  {kind: heightmap_mesh, from: cut, base: 6, colour: [0.49, 0.44, 0.36]}
  ground: {kind: material, from: block, group: terrain, texture: colours}

  # A tree of few triangles, since the scene has hundreds of copies.
  growth:
    kind: lsystem
    axiom: '!(0.5)F(1.2)!(0.4)F(0.8)[/(20)&(60)A(2.8)][/(140)&(64)A(3.0)][/(260)&(58)A(2.9)]F(1.2)[/(75)&(46)A(2.7)][/(200)&(42)A(2.7)]/(320)&(12)A(3.0)'
    derivation: 1
    productions:
      - 'A(l) -> !(0.06*l)F(0.6*l)&(random(-25,25))F(0.6*l)'
  wood: {kind: turtle, from: growth}
  tree:
    kind: plant_mesh
    from: wood
    stem: {sides: 3, smooth: 0, base: open}
    bark: {colour: [0.50, 0.42, 0.34]}
    leaves: {spacing: 0.4, reach: 3.4, shape: rhombus, size: 2.0, size_variation: 0.3, width: 0.9, spread: 62, droop: 0.3, light: 0.4, fold: 8, jitter: 0.6, colour: [0.44, 0.60, 0.22], second_colour: [0.64, 0.72, 0.32], colour_variation: 0.3, normal_bend: 0.95}
    shade: 0.25

  # The wood: trees at a minimum distance from each other and from the path.
  trees: {kind: scatter, on: cut, meshes: [tree], distance: 14, slope: [0, 26], avoid: plan, clearance: 13, margin: 9, scale: [1.5, 2.4], sink: 0.3}

  scene: {kind: scene, parts: [ground, path, trees]}

outputs:
  - {from: scene, file: NAME.glb}           # for engines and viewers: the tree is stored once, textures are embedded
  - {from: scene, file: NAME.png, picture: {size: [1100, 680], azimuth: 200, elevation: 26, sun_azimuth: 255, sun_elevation: 36, margin: 0.02}}
)";

}  // namespace

std::span<const Starter> all_starters() {
  static constexpr std::array starters{Starter{"terrain", "a heightmap of mountains", kTerrain},
                                       Starter{"plant", "a tree", kPlant}, Starter{"mesh", "a stone", kMesh},
                                       Starter{"curve", "a path and a rosette", kCurve},
                                       Starter{"scene", "a wooded hill with a path", kScene}};
  return starters;
}

std::string starter_text(const Starter& starter, std::string_view name, std::string_view schema) {
  std::string text(starter.text.substr(1));  // without the line break after the opening quote
  for (std::size_t at = 0; (at = text.find("NAME", at)) != std::string::npos; at += name.size())
    text.replace(at, 4, name);
  return schema.empty() ? text : schema_lines(schema) + text;
}

std::string schema_lines(std::string_view schema) {
  return fmt::format("# yaml-language-server: $schema={0}\n# $schema: {0}\n", schema);
}

}  // namespace weald::app
