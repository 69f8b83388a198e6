// Help made from the declarations: what every stage's text must look like, whatever the stage.

#include <string>

#include <catch2/catch.hpp>

#include "engine/graph/stage_list.h"
#include "front/cli/help/reference.h"
#include "front/terminal/terminal.h"
#include "stages/plants/lsystem/turtle_commands.h"

namespace weald::app {
namespace {

TEST_CASE("reference: every stage has a section, and no number has C++'s exponent") {
  const std::string text = reference_markdown();
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    CAPTURE(kind.kind);
    CHECK(text.find("\n### " + std::string(kind.kind) + "\n") != std::string::npos);
  }
  for (const char* wrong : {"e+0", "e+1", "e-0", " a image", " a icosphere"}) {
    CAPTURE(wrong);
    CHECK(text.find(wrong) == std::string::npos);
  }
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
  const std::string reference = reference_markdown();
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
