#include "engine/preset/detail/siblings.h"

#include <algorithm>
#include <string>
#include <vector>
#include "support/catch.h"

#include "engine/preset/preset.h"

using namespace weald;

namespace {

using Texts = std::vector<std::string>;

struct SweptPreset {
  preset::LoadedPreset loaded;
  Texts errors;

  Texts files() const {
    Texts names;
    for (const auto& output : loaded.preset->graph.outputs) names.push_back(output.decl.spec.file.value);
    return names;
  }
  Texts stages() const {
    Texts names;
    for (const auto& stage : loaded.preset->graph.stages) names.push_back(stage.decl.name);
    std::sort(names.begin(), names.end());
    return names;
  }
};

SweptPreset read_swept(const std::string& text, Texts sweep = {}, Texts set = {}) {
  Sources sources;
  Diagnostics diagnostics;
  SweptPreset result;
  preset::PresetRequest request{"t.yaml", std::move(set), {}, text};
  request.sweep = std::move(sweep);
  result.loaded = preset::load_preset(request, sources, diagnostics);
  for (const Diagnostic& one : diagnostics.all())
    result.errors.push_back(std::to_string(one.where->line) + ":" + std::to_string(one.where->column) + " " +
                            one.message + (one.help.empty() ? "" : " | " + one.help));
  CHECK(result.loaded.preset.has_value() == result.errors.empty());
  return result;
}

const std::string kPost =
    "parameters: {tall: {default: 2, range: [1, 9], unit: m}, wood: {default: oak, choices: [oak, larch]}}\n"
    "stages:\n"
    "  stone: {kind: shapes, shape: box}\n"
    "  shaft: {kind: shapes, shape: box, size: [1, = tall, 1]}\n"
    "  post: {kind: merge, parts: [stone, shaft]}\n";
const std::string kOneFile = "weald: 1\n" + kPost + "outputs: [{from: post, file: post.obj}]\n";

}  // namespace

TEST_CASE("sweep: a preset has a sibling for every combination, and the last key changes fastest", "[preset]") {
  const SweptPreset swept = read_swept("weald: 1\nsweep: {tall: [1, 2.5], wood: [oak, larch]}\n" + kPost +
                                       "outputs: [{from: post, file: 'post_{tall}_{wood}.obj'}]\n");
  REQUIRE(swept.errors == Texts{});
  CHECK(swept.files() == Texts{"post_1_oak.obj", "post_1_larch.obj", "post_2.5_oak.obj", "post_2.5_larch.obj"});
  CHECK(swept.stages().size() == 9);  // the stone once
}

TEST_CASE("sweep: from the command line, files get the values that their names lack", "[preset]") {
  const SweptPreset swept = read_swept(kOneFile, {"tall=1,3", "seed=7..8"});
  REQUIRE(swept.errors == Texts{});
  CHECK(swept.files() == Texts{"post_1_7.obj", "post_1_8.obj", "post_3_7.obj", "post_3_8.obj"});
  CHECK(read_swept(kOneFile, {"stone.shape=box,cone"}).files() == Texts{"post_box.obj", "post_cone.obj"});
  CHECK(read_swept("weald: 1\nsweep: {tall: [4, 5]}\n" + kPost + "outputs: [{from: post, file: 'p_{tall}.obj'}]\n",
                   {"tall=1..2"})
            .files() == Texts{"p_1.obj", "p_2.obj"});
}

TEST_CASE("sweep: a value given by --set leaves the siblings that have it", "[preset]") {
  const std::string text =
      "weald: 1\nsweep: {tall: 1..4}\n" + kPost + "outputs: [{from: post, file: 'p_{tall}.obj'}]\n";
  CHECK(read_swept(text).files().size() == 4);
  CHECK(read_swept(text, {}, {"tall=3"}).files() == Texts{"p_3.obj"});
}

TEST_CASE("sweep: one sheet shows all siblings with their values", "[preset]") {
  const SweptPreset swept =
      read_swept("weald: 1\nsweep: {tall: [1, 2, 3]}\n" + kPost + "outputs: [{from: post, file: a.png, sheet: {}}]\n");
  REQUIRE(swept.errors == Texts{});
  CHECK(swept.files() == Texts{"a.png"});
}

TEST_CASE("sweep: errors of any sibling are reported once, at the values", "[preset]") {
  CHECK(read_swept(kOneFile, {"tall=2,30,40"}).errors ==
        Texts{"1:6 'tall' in the preset is 30, outside 1 .. 9 m", "1:6 'tall' in the preset is 40, outside 1 .. 9 m"});
  CHECK(read_swept(kOneFile, {"tal=2,3"}).errors ==
        Texts{"1:1 there is no parameter or stage 'tal' | did you mean 'tall'?"});
  CHECK(read_swept(kOneFile, {"tall=1..9", "seed=0..200"}).errors ==
        Texts{"1:1 'seeds' and 'sweep' make more than 256 siblings of the preset"});
  CHECK(read_swept(kOneFile, {"seeds=1..2"}).errors.at(0) == "1:1 a sweep over seeds has the key 'seed' | write seed");
  const std::string head = "weald: 1\nsweep: ";
  const std::string tail = "\n" + kPost + "outputs: [{from: post, file: post.obj}]\n";
  CHECK(read_swept(head + "{tall: [2, 3]}" + tail).errors ==
        Texts{"8:30 with a sweep over 'tall', every file needs {tall} in its name | for example post_{tall}.obj"});
  CHECK(read_swept(head + "{tall: 2}" + tail).errors.at(0).starts_with("2:15 'tall' under 'sweep' needs a list"));
  CHECK(read_swept(head + "{tall: [2, 2]}" + tail).errors.at(0).starts_with("2:19 2 is listed twice for 'tall'"));
  CHECK(read_swept(head + "[2]" + tail).errors.at(0).starts_with("2:8 'sweep' needs a map of keys to lists"));
}
