// Help made from the declarations: what every stage's text must look like, whatever the stage.

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "support/catch.h"

#include "engine/graph/stage_list.h"
#include "front/cli/help/reference.h"
#include "front/terminal/terminal.h"
#include "stages/plants/lsystem/turtle_commands.h"

namespace weald::app {
namespace {

TEST_CASE("reference: every stage has a section, and no number has C++'s exponent") {
  std::string text;
  for (const auto& [path, page] : reference_pages()) text += page;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    CAPTURE(kind.kind);
    CHECK(text.find("\n## " + std::string(kind.kind) + "\n") != std::string::npos);
  }
  for (const char* wrong : {"e+0", "e+1", "e-0", " a image", " a icosphere"}) {
    CAPTURE(wrong);
    CHECK(text.find(wrong) == std::string::npos);
  }
}

/// The text from `begin` to the next line that begins with "## ".
std::string section(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  return text.substr(at, text.find("\n## ", at + begin.size()) - at);
}

TEST_CASE("reference: a parameter that stages share stands on the page of shared parameters, once") {
  const auto pages = reference_pages();
  const std::string& shared = pages.at("reference/shared.md");
  std::map<std::string, int> rows;
  for (const auto& [path, page] : pages) {
    for (std::size_t at = 0; (at = page.find("| `emission_strength` |", at)) != std::string::npos; ++at) ++rows[path];
  }
  CHECK(rows == std::map<std::string, int>{{"reference/shared.md", 1}});
  // Every reference to a section leads to one.
  std::set<std::string> anchors;
  for (std::size_t at = 0; (at = shared.find("\n## ", at)) != std::string::npos; ++at) {
    std::string anchor;
    for (const char c : shared.substr(at + 4, shared.find('\n', at + 1) - at - 4)) {
      if (c == ' ') anchor += '-';
      if (c != ' ' && c != '`' && c != '(' && c != ')') anchor += c;
    }
    CHECK(anchors.insert(anchor).second);
  }
  int references = 0;
  for (const auto& [path, page] : pages) {
    constexpr std::string_view kLink = "(shared.md#";
    for (std::size_t at = 0; (at = page.find(kLink, at)) != std::string::npos; ++at, ++references) {
      const std::size_t begin = at + kLink.size();
      CHECK(anchors.count(page.substr(begin, page.find(')', begin) - begin)) == 1);
    }
  }
  CHECK(references > 50);
  CHECK(section(pages.at("reference/mesh.md"), "\n## material\n").find("shared.md#") != std::string::npos);
}

TEST_CASE("explain: inputs stand apart, and the facts of all parameters begin in one column") {
  const std::string text = explain_stage(*pipeline::find_stage_kind("carve"));
  CHECK(text.find("\ninputs\n  from") != std::string::npos);
  CHECK(text.find("\nparameters\n  mode       level | lower | river, default level\n") != std::string::npos);
  CHECK(text.find("\n  tolerance  number, 0.0001 .. 1000 m, default 0.01\n") != std::string::npos);
}

TEST_CASE("explain: a list of stages is an input, the turtle's commands are listed") {
  CHECK(explain_stage(*pipeline::find_stage_kind("merge")).find("\ninputs\n  parts") != std::string::npos);
  CHECK(explain_stage(*pipeline::find_stage_kind("turtle")).find("\ncommands\n") != std::string::npos);
}

TEST_CASE("explain: the turtle's card has every command under its group, with unit and default") {
  const std::string text = explain_stage(*pipeline::find_stage_kind("turtle"));
  std::size_t last = 0;
  for (const auto& [group, heading] : lsystem::kTurtleGroups) {
    const std::size_t at = text.find("\n\n  " + std::string(heading) + "\n");
    CAPTURE(heading);
    REQUIRE(at != std::string::npos);
    CHECK(at > last);
    last = at;
    for (const lsystem::TurtleCommand& command : lsystem::turtle_commands()) {
      if (command.group != group) continue;
      CAPTURE(command.symbol);
      CHECK(text.find("\n  " + lsystem::written(command), at) != std::string::npos);
    }
  }
  CHECK(text.find("\n  F(length)                Draw a segment forward. (m; else step)\n") != std::string::npos);
}

TEST_CASE("reference and explain: the notation of L-systems and the commands of the turtle") {
  const std::string reference = reference_pages().at("reference/lsystem.md");
  CHECK(reference.find("\n| `rand() rand(high) rand(low, high)` | ") != std::string::npos);
  CHECK(reference.find("\n| `+(angle)` | Turn left, about the up vector. (deg; else angle) |\n") != std::string::npos);
  CHECK(explain_stage(*pipeline::find_stage_kind("lsystem")).find("\n  A -> F : 0.3            Applies by chance: ") !=
        std::string::npos);
  CHECK(explain_stage(*pipeline::find_stage_kind("fbm")).find("notation") == std::string::npos);
}

TEST_CASE("explain: outputs, with the settings of a picture and every writer") {
  const std::string text = explain_outputs();
  for (const char* words : {"\n  picture          map\n", "\n      sun_azimuth ", "\n  scene      .obj   "}) {
    CAPTURE(words);
    CHECK(text.find(words) != std::string::npos);
  }
}

TEST_CASE("explain: no line of any stage is longer than 100 columns") {
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    CAPTURE(kind.kind);
    std::string rest = explain_stage(kind);
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      CHECK(end <= 100);
      rest.erase(0, end + 1);
    }
  }
}

TEST_CASE("size_text: bytes, kilobytes, megabytes") {
  CHECK(size_text(12) == "12 B");
  CHECK(size_text(830'000) == "830 kB");
  CHECK(size_text(1'240'000) == "1.2 MB");
}

}  // namespace
}  // namespace weald::app
