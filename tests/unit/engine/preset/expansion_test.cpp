#include "engine/preset/detail/expansion.h"

#include <algorithm>
#include <string>
#include <vector>
#include "support/catch.h"

#include "schema/canonical_text.h"
#include "support/files.h"
#include "unit/engine/decoded.h"

using namespace weald;

namespace {

const std::string kOutput = "outputs: [{from: land, file: land.png}]\n";

/// A stage's parameters in canonical form, as they were given.
std::string parameters_of(const preset::Preset& preset, std::string_view stage) {
  for (const pipeline::GraphStage& one : preset.graph.stages) {
    if (one.decl.name == stage) return schema::canonical_text(one.decl.bound->parameters(true));
  }
  return "no such stage";
}

std::vector<std::string> stages_of(const preset::Preset& preset) {
  std::vector<std::string> names;
  for (const pipeline::GraphStage& stage : preset.graph.stages) names.push_back(stage.decl.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::uint64_t seed_of(const preset::Preset& preset, std::string_view stage) {
  for (const pipeline::GraphStage& one : preset.graph.stages) {
    if (one.decl.name == stage) return one.decl.seed;
  }
  FAIL("no such stage");
  return 0;
}

/// "LINE:COLUMN message | help", for each error.
std::vector<std::string> errors_in(const Diagnostics& diagnostics) {
  std::vector<std::string> result;
  for (const Diagnostic& one : diagnostics.all()) {
    result.push_back(std::to_string(one.where->line) + ":" + std::to_string(one.where->column) + " " + one.message +
                     (one.help.empty() ? "" : " | " + one.help));
  }
  return result;
}

std::vector<std::string> expansion_errors(const std::string& text) {
  const test::Decoded decoded = test::decode(text);
  CHECK_FALSE(decoded.preset);
  return errors_in(decoded.diagnostics);
}

preset::Preset sound(const std::string& text) {
  test::Decoded decoded = test::decode(text);
  INFO(format_all(decoded.diagnostics, decoded.sources, false));
  REQUIRE(decoded.preset);
  return std::move(*decoded.preset);
}

/// A preset file with the components that it uses.
struct Loaded {
  Sources sources;
  Diagnostics diagnostics;
  preset::LoadedPreset loaded;
};

Loaded load(const test::TemporaryFolder& folder, const std::string& text, std::vector<std::string> set = {}) {
  test::write_text(folder / "main.yaml", text);
  Loaded result;
  result.loaded = preset::load_preset({(folder / "main.yaml").string(), std::move(set), std::nullopt}, result.sources,
                                      result.diagnostics);
  return result;
}

}  // namespace

TEST_CASE("expansion: expressions stand wherever a value does", "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "parameters:\n"
      "  size: {default: 33, type: integer}\n"
      "  high: {default: 40, unit: m}\n"
      "  smooth: {default: true}\n"
      "let: {half: = high / 2, count: '= if(smooth, 3, 8)'}\n"
      "stages:\n"
      "  land: {kind: fbm, size: [= size, '= size + 1'], amplitude: = half, octaves: = count}\n" +
      kOutput);
  CHECK(parameters_of(preset, "land") == "{size: [33, 34], amplitude: 20, octaves: 3}");
}

TEST_CASE("expansion: functions under let compute values, from parameters, names and functions before them",
          "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "parameters: {high: {default: 40, unit: m}}\n"
      "let:\n"
      "  share(t): = high * t / 100\n"
      "  between(t, a, b): '= t < 0.5 ? share(a) : share(b) + half'\n"
      "  pair(x): = [x, x + 1]\n"
      "  half: = share(50) / 2\n"
      "stages:\n"
      "  land: {kind: fbm, size: = pair(32), amplitude: '= between(1, 0, 25)', octaves: '= number(share(5))'}\n" +
      kOutput);
  // share(50) is 20 m, half of it 10 m, and share(25) another 10 m.
  CHECK(parameters_of(preset, "land") == "{size: [32, 33], amplitude: 20, octaves: 2}");
}

TEST_CASE("expansion: mistakes in functions are errors where they are, and errors of calls name the function",
          "[preset]") {
  const auto errors = [](const std::string& lets, const std::string& value) {
    return expansion_errors("weald: 1\nlet:\n" + lets + "stages:\n  land: {kind: fbm, amplitude: '= " + value + "'}\n" +
                            kOutput);
  };
  using Errors = std::vector<std::string>;
  CHECK(errors("  f(x): = 1 / x\n", "2 + f(0)") == Errors{"5:39 in f(): division by zero"});
  CHECK(errors("  f(x): = 1 / x\n  g(x): = f(x - 1)\n", "g(1)") == Errors{"6:35 in g(): division by zero"});
  CHECK(errors("  f(x): = y\n", "1")[0].starts_with("3:11 there is no value 'y'"));
  CHECK(errors("  f(x): = f(x - 1)\n", "1")[0].starts_with("3:11 unknown function 'f'"));
  CHECK(errors("  f(x): = x +\n", "1")[0].find("the expression ends") != std::string::npos);
  CHECK(errors("  f(x, x): = x\n", "1")[0].starts_with("3:3 'f(x, x)' is no function"));
  CHECK(errors("  sin(x): = x\n", "1")[0].starts_with("3:3 'sin(x)' is no function"));
  CHECK(errors("  f(x): 3\n", "1")[0].starts_with("3:9 a function needs an expression"));
  CHECK(errors("  f(x): = x\n", "f(1, 2)") == Errors{"5:35 f() takes 1 argument, not 2"});
  CHECK(errors("  f(x): = x\n  f(y): = y\n", "1")[0].starts_with("4:3 'f' is defined twice"));
}

TEST_CASE("expansion: functions that multiply their work stop at the limit of steps", "[preset]") {
  std::string lets = "  f0(x): = x + 1\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    lets += "  f" + std::to_string(i) + "(x): = " + before + "(x) + " + before + "(x)\n";
  }
  const auto errors =
      expansion_errors("weald: 1\nlet:\n" + lets + "stages:\n  land: {kind: fbm, amplitude: = f29(1)}\n" + kOutput);
  CHECK(errors[0].find("more than 1000000 steps") != std::string::npos);
}

TEST_CASE("expansion: choices, texts and truth values can be computed", "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "parameters: {far: {default: false}}\n"
      "stages:\n"
      "  a: {kind: fbm}\n"
      "  land: {kind: combine, from: a, with: a, operation: '= if(far, \"add\", \"max\")'}\n" +
      kOutput);
  CHECK(parameters_of(preset, "land").find("operation: max") != std::string::npos);
}

TEST_CASE("expansion: an error points into the expression and says the values", "[preset]") {
  const auto errors = expansion_errors(
      "weald: 1\n"
      "parameters: {high: {default: 4, unit: m}}\n"
      "let:\n"
      "  girth: = 0.1 * high\n"
      "stages:\n"
      "  a: {kind: fbm, amplitude: = girth / 0}\n"
      "  b: {kind: fbm, octaves: = 10 * high}\n"
      "  c: {kind: fbm, octaves: = hihg}\n"
      "  d: {kind: fbm, octaves: = 2 +}\n"
      "  land: {kind: remap, from: a, clamp: = girth}\n" +
      kOutput);
  REQUIRE(errors.size() == 5);
  CHECK(errors[0] == "6:37 division by zero | girth = 0.4 (line 4)");
  CHECK(errors[1] == "8:29 there is no value 'hihg' | did you mean 'high'?");
  CHECK(errors[2] == "9:32 the expression ends where a value is expected");
  CHECK(errors[3] ==
        "7:27 'octaves' in stage 'b' is 40, outside 1 .. 24 | computed by '= 10 * high', where high = 4 (line 2)");
  CHECK(errors[4].starts_with("10:39 'clamp' in stage 'land' needs true or false, not"));
}

TEST_CASE("expansion: units that differ from those of the parameter are refused", "[preset]") {
  const auto errors = expansion_errors(
      "weald: 1\n"
      "parameters: {turn: {default: 30, unit: deg}}\n"
      "stages: {land: {kind: fbm, amplitude: = turn}}\n" +
      kOutput);
  CHECK(errors == std::vector<std::string>{"3:39 'amplitude' in stage 'land' is in m, not in deg | computed by '= "
                                           "turn', where turn = 30 (line 2)"});
}

TEST_CASE("expansion: cycles of values are named", "[preset]") {
  const auto errors =
      expansion_errors("weald: 1\nlet: {a: = b + 1, b: = c, c: = a}\nstages: {land: {kind: fbm}}\n" + kOutput);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Catch::Contains("values form a cycle: a -> b -> c -> a"));
}

TEST_CASE("expansion: parameters are declared with types, ranges, choices and units", "[preset]") {
  const auto errors = expansion_errors(
      "weald: 1\n"
      "parameters:\n"
      "  a: {default: 50, range: [3, 40], unit: m}\n"
      "  b: {default: 1.5, type: integer}\n"
      "  c: {default: autum, choices: [summer, autumn]}\n"
      "  d: {range: [0, 1]}\n"
      "  e: {default: 1, unit: feet}\n"
      "  f: {default: 1, step: 2}\n"
      "  g: 4\n"
      "  seed: {default: 1}\n"
      "  h: {default: [1, 2, 3], type: colour}\n"
      "stages: {land: {kind: fbm}}\n" +
      kOutput);
  const auto has = [&](const std::string& text) {
    INFO(text);
    CHECK(std::any_of(errors.begin(), errors.end(), [&](const auto& e) { return e.find(text) != std::string::npos; }));
  };
  has("3:16 'a' in the preset is 50, outside 3 .. 40 m");
  has("4:16 'b' in the preset needs a whole number, not '1.5'");
  has("5:16 'c' in the preset cannot be 'autum' | did you mean 'autumn'?");
  has("6:3 parameter 'd' needs a 'default'");
  has("7:25 unit 'feet' is unknown");
  has("8:19 unknown key 'step' in parameter 'f'");
  has("9:6 parameter 'g' needs a map with 'default', not a number");
  has("10:3 'seed' is not a valid name of a parameter");
  has("11:16 'h' in the preset needs a colour");
}

TEST_CASE("expansion: repeated stages have a copy for each value", "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "stages:\n"
      "  land: {kind: fbm}\n"
      "  post: {kind: shapes, for: {i: 2..4}, shape: box, size: [1, = i, 1]}\n"
      "  cell: {kind: shapes, for: {x: [0.5, 1], z: 0..1}, shape: box, size: [= x, '= index + 1', '= z + 1']}\n"
      "  all: {kind: merge, parts: [post.*, cell.1.0]}\n"
      "outputs: [{from: all, file: all.obj}]\n");
  CHECK(stages_of(preset) == std::vector<std::string>{"all", "cell.1.0", "post.2", "post.3", "post.4"});
  CHECK(parameters_of(preset, "post.3") == "{size: [1, 3, 1]}");
  CHECK(parameters_of(preset, "cell.1.0") == "{size: [1, 3, 1]}");
  CHECK(parameters_of(preset, "all") == "{parts: [post.2, post.3, post.4, cell.1.0]}");
  CHECK(seed_of(preset, "post.2") != seed_of(preset, "post.3"));
}

TEST_CASE("expansion: a part of a copy is named after it", "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "stages:\n"
      "  land: {kind: fbm}\n"
      "  wet: {kind: fluvial, for: {i: 0..1}, from: land, size: [513, 513], cell_size: 1}\n"
      "outputs: [{from: wet.1.flow, file: flow.png}]\n");
  CHECK(stages_of(preset) == std::vector<std::string>{"land", "wet.1", "wet.1.flow"});
}

TEST_CASE("expansion: outputs can be repeated, and file names can hold values", "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "parameters: {age: {default: old}}\n"
      "stages:\n"
      "  post: {kind: shapes, for: {i: 0..2}, shape: box}\n"
      "outputs: [{for: {i: 0..2}, from: = 'post.' + i, file: 'post_{i}_{age}.obj', when: = i != 1}]\n");
  std::vector<std::string> files;
  for (const auto& output : preset.graph.outputs) files.push_back(output.decl.spec.file.value);
  CHECK(files == std::vector<std::string>{"post_0_old.obj", "post_2_old.obj"});
}

TEST_CASE("expansion: a preset whose outputs are all left out says so; one whose outputs have errors names these only",
          "[preset]") {
  const std::string start = "weald: 1\nstages: {land: {kind: fbm, size: [33, 33]}}\n";
  CHECK(expansion_errors(start + "outputs: [{from: land, file: a.png, when: = 1 > 2}]\n") ==
        std::vector<std::string>{"3:10 every output is left out: 'when' of each is false"});
  const auto errors = expansion_errors(start + "outputs: [{from: land, file: = nothing}]\n");
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Catch::Contains("nothing"));
}

TEST_CASE("expansion: who reads a stage that is left out is told", "[preset]") {
  const auto errors = expansion_errors(
      "weald: 1\n"
      "parameters: {season: {default: summer}}\n"
      "stages:\n"
      "  snow: {kind: fbm, when: = season == 'winter'}\n"
      "  post: {kind: fbm, for: {i: 0..2}}\n"
      "  land: {kind: combine, from: snow, with: post}\n" +
      kOutput);
  REQUIRE(errors.size() == 2);  // each is told once
  CHECK(errors[0] == "6:31 stage 'snow' is left out: 'when' is '= season == 'winter'', which is false");
  CHECK(errors[1] == "6:43 stage 'post' is repeated: write post.0 for one copy, post.* for all in a list");
}

TEST_CASE("expansion: the grid of a preset is that of all fields that name none", "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "grid: {extent: [120, 240], cell_size: 12, origin: [5, 6]}\n"
      "stages:\n"
      "  land: {kind: combine, from: a, with: c}\n"
      "  a: {kind: fbm}\n"
      "  b: {kind: value_noise, cell_size: 3}\n"
      "  c: {kind: resample, from: b, like: a}\n" +
      kOutput);
  CHECK(parameters_of(preset, "a") == "{size: [11, 21], cell_size: 12, origin: [5, 6]}");
  CHECK(parameters_of(preset, "b") == "{size: [11, 21], cell_size: 3, origin: [5, 6]}");
}

TEST_CASE("expansion: the reach of droplets in a draft is as many samples as before", "[preset]") {
  const auto reach_of = [](const std::string& reach) {
    Sources sources;
    Diagnostics diagnostics;
    preset::PresetRequest request{"t.yaml",
                                  {},
                                  {},
                                  "weald: 1\nparameters: {far: {default: 600}}\nstages:\n  rough: {kind: fbm}\n"
                                  "  land: {kind: hydraulic_erosion, from: rough, reach: " +
                                      reach + "}\n" + kOutput};
    request.coarser = 8;
    const preset::LoadedPreset loaded = preset::load_preset(request, sources, diagnostics);
    return loaded.preset ? parameters_of(*loaded.preset, "land") : diagnostics.all().at(0).message;
  };
  CHECK(reach_of("600") == "{from: rough, reach: 4800}");
  CHECK(reach_of("'= 2 * far'") == "{from: rough, reach: 9600}");
  CHECK(reach_of("700000") == "{from: rough, reach: 1e6}");  // the end of its range
  CHECK(reach_of("~") == "{from: rough}");
  CHECK_THAT(reach_of("0.00002"), Catch::Contains("0.00002"));  // what is out of range stays so
}

TEST_CASE("expansion: a formula over heightmaps has their grid, and one without has that of the preset", "[preset]") {
  const auto preset = sound(
      "weald: 1\n"
      "grid: {size: [11, 21]}\n"
      "parameters: {level: {default: 20}}\n"
      "stages:\n"
      "  land: {kind: formula, of: {h: a, k: b}, define: {level: = 2 * level}, value: h + k + level}\n"
      "  a: {kind: formula, value: x + z}\n"
      "  b: {kind: formula, of: {}, value: x - z}\n" +
      kOutput);
  CHECK(parameters_of(preset, "land") == "{of: {h: a, k: b}, value: \"h + k + level\", define: {level: 40}}");
  CHECK(parameters_of(preset, "a") == "{value: \"x + z\", size: [11, 21]}");
  CHECK(parameters_of(preset, "b") == "{value: \"x - z\", size: [11, 21]}");
}

TEST_CASE("expansion: an extent is a whole number of cells", "[preset]") {
  const auto errors =
      expansion_errors("weald: 1\ngrid: {extent: [100, 100], cell_size: 7}\nstages: {land: {kind: fbm}}\n" + kOutput);
  REQUIRE_FALSE(errors.empty());
  CHECK_THAT(errors[0], Catch::StartsWith("2:16 an extent of 100 m is 14.2857") && Catch::Contains("cell_size: 7.14"));
}

TEST_CASE("expansion: a random number depends on the place of its key and on the seed, not on its neighbours",
          "[preset]") {
  const std::string head = "weald: 1\nseed: 7\nstages:\n", land = "  land: {kind: fbm, amplitude: '= uniform(1, 9)'}\n";
  const auto alone = parameters_of(sound(head + land + kOutput), "land");
  CHECK(parameters_of(sound(head + "  other: {kind: fbm, amplitude: '= uniform(1, 9)'}\n" + land + kOutput), "land") ==
        alone);
  CHECK(parameters_of(sound("weald: 1\nseed: 8\nstages:\n" + land + kOutput), "land") != alone);
}

TEST_CASE("expansion: --set reaches parameters first", "[preset]") {
  const test::TemporaryFolder folder;
  const std::string text =
      "weald: 1\nparameters: {high: {default: 4, range: [1, 20], unit: m}}\n"
      "stages: {land: {kind: fbm, amplitude: = high}}\n" +
      kOutput;
  const Loaded set = load(folder, text, {"high=14"});
  REQUIRE(set.loaded.preset);
  CHECK(parameters_of(*set.loaded.preset, "land") == "{amplitude: 14}");
  CHECK(errors_in(load(folder, text, {"high=50"}).diagnostics) ==
        std::vector<std::string>{"1:6 'high' in the preset is 50, outside 1 .. 20 m"});
  CHECK(errors_in(load(folder, text, {"hihg=5"}).diagnostics) ==
        std::vector<std::string>{"1:1 there is no parameter or stage 'hihg' | did you mean 'high'?"});
  const Loaded grid = load(folder, text + "grid: {cell_size: 2}\n", {"grid.cell_size=3"});
  REQUIRE(grid.loaded.preset);
  CHECK(parameters_of(*grid.loaded.preset, "land") == "{cell_size: 3, amplitude: 4}");
}

TEST_CASE("expansion: a variant gives parameters values, which --set changes", "[preset]") {
  const test::TemporaryFolder folder;
  const std::string text =
      "weald: 1\nparameters: {high: {default: 4}, wide: {default: 2}}\n"
      "variants: {tall: {high: 40}, wrong: {hgih: 1}}\n"
      "stages: {land: {kind: fbm, amplitude: = high, heights: = wide / 10}}\n" +
      kOutput;
  const auto with = [&](const std::string& written, const std::string& variant, std::vector<std::string> set) {
    test::write_text(folder / "main.yaml", written);
    Loaded result;
    preset::PresetRequest request{(folder / "main.yaml").string(), std::move(set), std::nullopt};
    request.variant = variant;
    result.loaded = preset::load_preset(request, result.sources, result.diagnostics);
    return result;
  };
  CHECK(errors_in(with(text, "tall", {}).diagnostics) ==
        std::vector<std::string>{"3:38 unknown key 'hgih' in variant 'wrong' | did you mean 'high'?"});
  const std::string good =
      "weald: 1\nparameters: {high: {default: 4}}\nvariants: {tall: {high: 40}}\n"
      "stages: {land: {kind: fbm, amplitude: = high}}\n" +
      kOutput;
  const Loaded tall = with(good, "tall", {});
  REQUIRE(tall.loaded.preset);
  CHECK(parameters_of(*tall.loaded.preset, "land") == "{amplitude: 40}");
  const Loaded set = with(good, "tall", {"high=7"});
  REQUIRE(set.loaded.preset);
  CHECK(parameters_of(*set.loaded.preset, "land") == "{amplitude: 7}");
  CHECK(errors_in(with(good, "tal", {}).diagnostics) ==
        std::vector<std::string>{"1:1 there is no variant 'tal' | did you mean 'tall'?"});
}

TEST_CASE("expansion: a preset is a stage", "[preset]") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "post.yaml",
                   "weald: 1\n"
                   "parameters: {tall: {default: 2, range: [1, 9], unit: m}}\n"
                   "inputs: {ground: heightmap}\n"
                   "result: body\n"
                   "results: {cap: top}\n"
                   "stages:\n"
                   "  body: {kind: merge, parts: [shaft, top]}\n"
                   "  shaft: {kind: shapes, shape: box, size: [1, = tall, 1]}\n"
                   "  top: {kind: heightmap_mesh, from: ground}\n"
                   "outputs: [{from: body, file: post.obj}]\n");
  const Loaded made = load(folder,
                           "weald: 1\n"
                           "stages:\n"
                           "  land: {kind: fbm}\n"
                           "  post: {kind: post.yaml, for: {i: 0..1}, tall: = 1 + i, ground: land}\n"
                           "  shaft: {kind: merge, parts: [post.*, post.0.cap]}\n"
                           "outputs: [{from: shaft, file: all.obj}]\n");
  INFO(format_all(made.diagnostics, made.sources, false));
  REQUIRE(made.loaded.preset);
  CHECK(stages_of(*made.loaded.preset) == std::vector<std::string>{"land", "post.0/body", "post.0/shaft", "post.0/top",
                                                                   "post.1/body", "post.1/shaft", "post.1/top",
                                                                   "shaft"});
  CHECK(parameters_of(*made.loaded.preset, "post.1/shaft") == "{size: [1, 2, 1]}");
  CHECK(parameters_of(*made.loaded.preset, "post.0/body") == "{parts: [post.0/shaft, post.0/top]}");
  CHECK(parameters_of(*made.loaded.preset, "post.0/top") == "{from: land}");
  CHECK(parameters_of(*made.loaded.preset, "shaft") == "{parts: [post.0/body, post.1/body, post.0/top]}");
  CHECK(made.loaded.text.files.size() == 2);
}

TEST_CASE("expansion: the keys of a component are checked like those of any stage", "[preset]") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "post.yaml",
                   "weald: 1\n"
                   "parameters: {tall: {default: 2, range: [1, 9], unit: m}}\n"
                   "inputs: {ground: heightmap}\n"
                   "result: body\n"
                   "stages:\n"
                   "  body: {kind: heightmap_mesh, from: ground}\n"
                   "outputs: [{from: body, file: post.obj}]\n");
  const auto errors = [&](const std::string& use) {
    return errors_in(load(folder, "weald: 1\nstages:\n  land: {kind: fbm}\n  ball: {kind: shapes}\n  post: " + use +
                                      "\noutputs: [{from: post, file: a.obj}]\n")
                         .diagnostics);
  };
  CHECK(errors("{kind: post.yaml, ground: land, tal: 3}") ==
        std::vector<std::string>{"5:41 unknown key 'tal' in stage 'post' | did you mean 'tall'?"});
  CHECK(errors("{kind: post.yaml, ground: land, tall: 30}") ==
        std::vector<std::string>{"5:47 'tall' in stage 'post' is 30, outside 1 .. 9 m"});
  CHECK(errors("{kind: post.yaml, tall: 3}") ==
        std::vector<std::string>{"5:3 stage 'post' needs 'ground': heightmap | 'post.yaml' works on it"});
  const auto wrong = errors("{kind: post.yaml, ground: ball}");
  REQUIRE_FALSE(wrong.empty());
  CHECK(wrong[0] == "5:35 'ground' of stage 'post' needs a heightmap, but stage 'ball' (shapes) makes a mesh");
  CHECK_THAT(errors("{kind: pots.yaml, ground: land}")[0], Catch::Contains("did you mean 'post.yaml'?"));
}

TEST_CASE("expansion: components that use each other are refused with the chain", "[preset]") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "a.yaml",
                   "weald: 1\nresult: x\nstages: {x: {kind: b.yaml}}\noutputs: [{from: x, file: x.obj}]\n");
  test::write_text(folder / "b.yaml",
                   "weald: 1\nresult: x\nstages: {x: {kind: a.yaml}}\noutputs: [{from: x, file: x.obj}]\n");
  const Loaded made = load(folder, "weald: 1\nstages: {x: {kind: a.yaml}}\noutputs: [{from: x, file: x.obj}]\n");
  CHECK_FALSE(made.loaded.preset);
  CHECK_THAT(errors_in(made.diagnostics)[0], Catch::Contains("components use each other"));
}

TEST_CASE("expansion: lists that double their size are refused before they are made", "[preset]") {
  std::string text = "weald: 1\nlet:\n  a0: [1, 1]\n";
  for (int i = 1; i < 60; ++i)
    text += "  a" + std::to_string(i) + ": = [a" + std::to_string(i - 1) + ", a" + std::to_string(i - 1) + "]\n";
  const auto errors = expansion_errors(text + "stages: {land: {kind: fbm}}\n" + kOutput);
  REQUIRE_FALSE(errors.empty());
  CHECK_THAT(errors[0], Catch::Contains("more than"));
}

TEST_CASE("expansion: copies and nested components are bounded", "[preset]") {
  CHECK_THAT(expansion_errors("weald: 1\nstages: {land: {kind: fbm, for: {i: 0..99, j: 0..99}}}\n" + kOutput)[0],
             Catch::Contains("more than 4096 copies"));
  const test::TemporaryFolder folder;
  for (int i = 0; i < 6; ++i) {
    test::write_text(folder / ("n" + std::to_string(i) + ".yaml"),
                     "weald: 1\nresult: x.0\nstages: {x: {for: {i: 0..20}, kind: " +
                         (i == 5 ? "shapes" : "n" + std::to_string(i + 1) + ".yaml") +
                         "}}\noutputs: [{from: x.0, file: x.obj}]\n");
  }
  const Loaded made = load(folder, "weald: 1\nstages: {x: {kind: n0.yaml}}\noutputs: [{from: x, file: x.obj}]\n");
  CHECK_FALSE(made.loaded.preset);
  CHECK_THAT(errors_in(made.diagnostics)[0], Catch::Contains("at most 1000 stages"));
}

TEST_CASE("world: the marks of tiles stay in names of files beside values, unless a value has their name", "[preset]") {
  const std::string world =
      "weald: 1\ngrid: {size: [129, 129], cell_size: 4}\nworld: {tile: 65, levels: 2}\n"
      "parameters: {high: {default: 100, range: [10, 300]}}\n"
      "stages: {land: {kind: fbm, amplitude: = high}}\noutputs:\n";
  const preset::Preset preset =
      sound(world + "  - {for: {i: 0..1}, from: land, file: 'h{high}/{z}_{x}_{y}_{i}.png', range: [0, '= 1 + i']}\n");
  std::vector<std::string> files;
  for (const auto& output : preset.graph.outputs) files.push_back(output.decl.spec.file.value);
  CHECK(files == std::vector<std::string>{"h100/{z}_{x}_{y}_0.png", "h100/{z}_{x}_{y}_1.png"});

  CHECK_THAT(expansion_errors(world + "  - {from: land, file: '{z}_{x}_{y}_{row}.png', range: [0, 1]}\n").front(),
             Catch::Contains("there is no value 'row'"));
  CHECK_THAT(
      expansion_errors(world + "  - {for: {x: 0..1}, from: land, file: '{z}_{x}_{y}.png', range: [0, 1]}\n").front(),
      Catch::Contains("needs {x} and {y} in its name"));
}
