#include "support/catch.h"

#include "session/loaded_presets.h"
#include "session/selection.h"
#include "support/files.h"

using namespace weald;
using namespace weald::session;

namespace {

/// Two presets that extend one; the first writes hills.r16, the second hills.r16 and a picture of it.
std::vector<std::string> two_presets(const test::TemporaryFolder& folder, const std::string& kind) {
  test::write_text(folder / "base.yaml", "weald: 1\nstages:\n  hills: {kind: " + kind + ", size: [9, 9]}\n");
  test::write_text(folder / "a.yaml", "weald: 1\nextends: base.yaml\noutputs: [{from: hills, file: a.r16}]\n");
  test::write_text(folder / "b.yaml",
                   "weald: 1\nextends: base.yaml\n"
                   "outputs: [{from: hills, file: b.r16}, {from: hills, file: b.png, picture: {}}]\n");
  return {(folder / "a.yaml").string(), (folder / "b.yaml").string()};
}

std::vector<std::string> messages(const LoadedPresets& loaded) {
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : loaded.diagnostics.all()) result.push_back(diagnostic.message);
  return result;
}

std::vector<std::string> files_of(const LoadedPresets& loaded) {
  std::vector<std::string> result;
  for (const auto& entry : loaded.presets) append_new(result, output_paths(entry.preset->graph, "out"));
  return result;
}

}  // namespace

TEST_CASE("load: an error in what two presets extend is told once") {
  const test::TemporaryFolder folder;
  const LoadedPresets loaded = load_presets({two_presets(folder, "fbn"), {}, ""});
  CHECK_FALSE(loaded.ok());
  CHECK(messages(loaded) == std::vector<std::string>{"there is no stage kind 'fbn'"});
}

TEST_CASE("load: a file that cannot be opened is an error beside those of other presets") {
  const test::TemporaryFolder folder;
  auto paths = two_presets(folder, "fbm");
  paths.insert(paths.begin(), (folder / "none.yaml").string());
  const LoadedPresets loaded = load_presets({paths, {"hills.octaves=0"}, ""});
  CHECK(loaded.diagnostics.has_unreadable());
  CHECK(loaded.diagnostics.error_count() == 2);  // --set is the same mistake in both
}

TEST_CASE("load: what a preset reads are its texts, each once") {
  const test::TemporaryFolder folder;
  const LoadedPresets loaded = load_presets({two_presets(folder, "fbm"), {}, "5"});
  REQUIRE(loaded.ok());
  CHECK(loaded.presets[0].preset->seed == 5);
  CHECK(files_read(loaded.presets[0]).size() == 2);
  CHECK(files_imported(loaded.presets[0]).empty());
}

TEST_CASE("select: presets of which nothing is left go, and a name that no output has is an error") {
  const test::TemporaryFolder folder;
  const PresetChoice choice{two_presets(folder, "fbm"), {}, ""};
  LoadedPresets pictures = load_presets(choice);
  select_outputs(pictures, {{"b.*"}, true, {}, {}, "out", false});
  CHECK(files_of(pictures) == std::vector<std::string>{"out/b.r16", "out/b.r16.json"});
  LoadedPresets unknown = load_presets(choice);
  select_outputs(unknown, {{"a.r61"}, false, {}, {}, "out", false});
  CHECK(messages(unknown) == std::vector<std::string>{"--only: there is no output 'a.r61'"});
  LoadedPresets several = load_presets(choice);
  select_outputs(several, {{}, false, {}, {}, "", true});
  CHECK(messages(several) == std::vector<std::string>{"'-o -' prints one output, but there are 3"});
}
