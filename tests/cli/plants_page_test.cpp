// The examples in docs/plants.md are presets, or parts of presets, that work.

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using namespace weald;

namespace {

/// The stages of an example by name, each with the lines that define it, and the name of the last.
struct Stages {
  std::map<std::string, std::string> text;
  std::string last;
};

Stages stages_of(const std::string& example) {
  static const std::regex line_of("([^\n]*)\n"), name_of("^  ([a-z_]+):(.*)$");
  Stages stages;
  bool inside = example.rfind("  ", 0) == 0;
  for (std::sregex_iterator it(example.begin(), example.end(), line_of), end; it != end; ++it) {
    const std::string line = (*it)[1];
    std::smatch name;
    if (!line.empty() && line[0] != ' ') inside = line == "stages:";
    if (!inside || line.empty() || line[0] != ' ') continue;
    if (std::regex_match(line, name, name_of)) stages.last = name[1];
    stages.text[stages.last] += line + "\n";
  }
  return stages;
}

/// Every example between ```yaml and ```.
std::vector<std::string> examples_of(const std::string& page) {
  std::vector<std::string> examples;
  const std::string open = "```yaml\n", close = "```\n";
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
    at += open.size();
    const std::size_t end = page.find(close, at);
    examples.push_back(page.substr(at, end - at));
    at = end + close.size();
  }
  return examples;
}

}  // namespace

TEST_CASE("plants.md: every example works with the stages above it, and draws something") {
  const test::TemporaryFolder folder;
  const std::filesystem::path preset = folder.path() / "example.yaml";
  const auto examples = examples_of(test::file_text(WEALD_SOURCE_DIR "/docs/plants.md"));
  CHECK(examples.size() >= 12);
  std::map<std::string, std::string> known;
  for (const std::string& example : examples) {
    std::string text = example;
    if (example.rfind("weald:", 0) != 0) {
      // A few keys of an L-system are an example too.
      Stages stages = stages_of(example.rfind("    ", 0) == 0
                                    ? "  model:\n    kind: lsystem\n    axiom: Apex(1)Internode(0.1,1)~leaf(1)\n"
                                      "    symbols: [Apex, Internode, ~leaf, ~flower]\n" +
                                          example
                                    : example);
      auto all = known;
      for (const auto& [name, lines] : stages.text) all[name] = lines;
      text = "weald: 1\nstages:\n";
      for (const auto& [name, lines] : all) text += lines;
      const bool has_outputs = example.find("\noutputs:") != std::string::npos;
      if (has_outputs) text += example.substr(example.find("\noutputs:") + 1);
      const bool is_string = stages.text[stages.last].find("kind: lsystem") != std::string::npos;
      if (!has_outputs)
        text += "outputs: [{from: " + stages.last +
                (is_string ? ", file: example.txt}]\n" : ", file: example.png, picture: {size: [32, 32]}}]\n");
    }
    for (const auto& [name, lines] : stages_of(text).text)
      if (name != "model") known[name] = lines;
    test::write_text(preset, text);
    const test::Run checked = test::run_weald({"check", preset.string()});
    INFO(text << checked.err);
    CHECK(checked.exit_code == 0);
    CHECK(checked.err.empty());
    if (text.find("seeds:") != std::string::npos) continue;  // a minute of work; its parts are built by others
    const test::Run built = test::run_weald({"build", preset.string(), "-o", (folder.path() / "out").string()});
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK(built.err.empty());
  }
}
