// Completion: after --set, of files, and of command lines as bash gives them.

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"

#include "engine/preset/preset_text.h"
#include "front/cli/completion.h"
#include "support/files.h"

namespace weald::app {
namespace {

using Words = std::vector<std::string>;

Words texts(const std::vector<Candidate>& candidates) {
  Words words;
  for (const Candidate& candidate : candidates) words.push_back(candidate.text);
  return words;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

schema::Node tree() {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "p.yaml").string();
  test::write_text(path,
                   "weald: 1\nstages:\n  hills: {kind: fbm, octaves: 4}\n  land: {kind: heightmap_mesh, from: hills}\n"
                   "  grow: {kind: lsystem, axiom: F, define: {h: 3}}\n  shaped: {kind: remap, from: hills, curve: "
                   "[[0, 0], [1, 2]]}\n"
                   "outputs: [{from: land, file: a.obj}, {from: land, file: a.png, picture: {}}]\n");
  Sources sources;
  Diagnostics diagnostics;
  return preset::read_preset_text({path, {}, std::nullopt}, sources, diagnostics)->root;
}

TEST_CASE("completion of --set: stages, keys, nested keys, elements") {
  const schema::Node root = tree();
  CHECK(texts(complete_set(root, "")) == Words{"hills.", "land.", "grow.", "shaped.", "seed=", "seeds=", "outputs."});
  CHECK(texts(complete_set(root, "hills.octaves")) == Words{"hills.octaves="});
  CHECK(texts(complete_set(root, "land.ti")) == Words{"land.tint."});
  CHECK(texts(complete_set(root, "land.tint.pal")) == Words{"land.tint.palette="});
  CHECK(texts(complete_set(root, "land.se")) == Words{"land.seed="});
  CHECK(texts(complete_set(root, "outputs.")) == Words{"outputs.a.obj.", "outputs.a.png."});
  CHECK(texts(complete_set(root, "outputs.a.p")) == Words{"outputs.a.png."});
  CHECK(texts(complete_set(root, "outputs.a.png.picture.sty")) == Words{"outputs.a.png.picture.style="});
  CHECK(texts(complete_set(root, "outputs.1.picture.sty")) == Words{"outputs.1.picture.style="});
  CHECK(texts(complete_set(root, "shaped.curve.")) == Words{"shaped.curve.0=", "shaped.curve.1="});
  CHECK(texts(complete_set(root, "grow.define.")) == Words{"grow.define.h="});
  CHECK(complete_set(root, "nothing.").empty());
  CHECK(complete_set(root, "hills.octaves.x.y").empty());
}

TEST_CASE("completion of --set: values are choices, stages of the right artifact, and what the preset has") {
  const schema::Node root = tree();
  CHECK(texts(complete_set(root, "outputs.1.picture.style=")) ==
        Words{"outputs.1.picture.style=hillshade", "outputs.1.picture.style=relief"});
  CHECK(texts(complete_set(root, "outputs.a.png.picture.style=r")) == Words{"outputs.a.png.picture.style=relief"});
  CHECK(texts(complete_set(root, "outputs.1.picture.ground=t")) == Words{"outputs.1.picture.ground=true"});
  CHECK(texts(complete_set(root, "land.from=")) == Words{"land.from=hills", "land.from=shaped"});
  CHECK(texts(complete_set(root, "hills.octaves=")) == Words{"hills.octaves=4"});
  CHECK(has(texts(complete_set(root, "land.tint.palette=")), "land.tint.palette=alpine"));
}

TEST_CASE("completion: a command line is split as bash splits it") {
  CHECK(split_command_line("weald build a\\ b 'c d' \"e f\" g") == Words{"weald", "build", "a b", "c d", "e f", "g"});
  CHECK(split_command_line("weald build ") == Words{"weald", "build", ""});
  CHECK(split_command_line("") == Words{""});
  CHECK(split_command_line("weald 'half an") == Words{"weald", "half an"});
}

TEST_CASE("completion: bash is given what follows the last of its word breaks, escaped") {
  CHECK(bash_reply({"a.style=relief", "", true}, "a.style=re", " =:") == "relief ");
  CHECK(bash_reply({"a.style=relief", "", true}, "a.style=re", " ") == "a.style=relief ");
  CHECK(bash_reply({"my dir/", "", false}, "my", " =:") == "my\\ dir/");
  CHECK(bash_reply({"a$b#.yaml", "", true}, "", " =:") == "a\\$b\\#.yaml ");
}

TEST_CASE("completion: files with the wanted extension, and folders to look in") {
  const test::TemporaryFolder folder;
  for (const char* name : {"b.yaml", "a.yml", "c.txt", ".hidden.yaml", "sub/d.yaml"})
    test::write_text(folder / name, "");
  const std::string root = folder.path().string() + "/";
  CHECK(texts(complete_files(root, {".yaml", ".yml"})) == Words{root + "a.yml", root + "b.yaml", root + "sub/"});
  CHECK(texts(complete_files(root + "su", {".yaml"})) == Words{root + "sub/"});
  CHECK(texts(complete_files(root + ".h", {".yaml"})) == Words{root + ".hidden.yaml"});
  CHECK(complete_files(root + "nowhere/x", {}).empty());
}

}  // namespace
}  // namespace weald::app
