// goldens.yaml: what is read, and what is refused with its place.

#include "support/catch.h"

#include "front/golden/starter.h"
#include "front/golden/suite.h"
#include "support/files.h"

using namespace weald;
using namespace weald::golden;

namespace {

struct Parsed {
  std::optional<Suite> suite;
  std::string errors;
};

Parsed parse(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("goldens.yaml", text);
  Parsed parsed;
  parsed.suite = parse_suite("some/folder", source, text, diagnostics);
  parsed.errors = format_all(diagnostics, sources, false);
  return parsed;
}

}  // namespace

TEST_CASE("suite: a golden has its own values, and the defaults for what it leaves out") {
  const auto parsed = parse(R"(weald: 1
defaults: {tier: 0, keep: references, tolerance: {heights: {rmse: 0.5, max_slope: ~}, images: {flip_max: 0.3}}}
goldens:
  - {name: a, preset: ../a.yaml, set: [hills.octaves=3], seed: 7, outputs: [a.png]}
  - {name: b, preset: ../b.yaml, tier: 1, tolerance: {heights: {rmse: 0.25}}}
)");
  INFO(parsed.errors);
  REQUIRE(parsed.suite);
  REQUIRE(parsed.suite->goldens.size() == 2);
  const GoldenSpec& a = parsed.suite->goldens[0];
  CHECK(a.name.value == "a");
  CHECK(a.preset.resolved == "some/a.yaml");
  CHECK(a.set.front().value == "hills.octaves=3");
  CHECK(a.seed == 7u);
  CHECK(a.outputs.front().value == "a.png");
  CHECK(a.tier == Tier::digests);
  CHECK(a.keep == Keep::references);
  CHECK(a.tolerance.heights.rmse == 0.5);
  CHECK_FALSE(a.tolerance.heights.max_slope);
  const GoldenSpec& b = parsed.suite->goldens[1];
  CHECK(b.tier == Tier::compare);
  CHECK(b.keep == Keep::references);
  CHECK(b.tolerance.heights.rmse == 0.25);
  CHECK_FALSE(b.tolerance.heights.max_slope);  // of the defaults, not of the declaration
  CHECK(b.tolerance.images.flip_max == 0.3);
}

TEST_CASE("suite: mistakes are errors at their place, with a suggestion") {
  CHECK_THAT(parse("weald: 1\ngoldens:\n  - {name: a, presett: a.yaml}\n").errors,
             Catch::Contains("goldens.yaml:3:15: error") && Catch::Contains("did you mean 'preset'?"));
  CHECK_THAT(parse("weald: 1\ngoldens:\n  - {name: a, preset: a.yaml, tolerance: {hights: {}}}\n").errors,
             Catch::Contains("did you mean 'heights'?"));
  CHECK_THAT(parse("weald: 1\ngoldens:\n  - {name: a, preset: a, tolerance: {images: {flip_max: 3}}}\n").errors,
             Catch::Contains("outside 0 .. 1"));
  CHECK_THAT(parse("weald: 1\ngoldens:\n  - {name: a, preset: a}\n  - {name: a, preset: b}\n").errors,
             Catch::Contains("goldens.yaml:4:12: error: there are two goldens 'a'"));
  CHECK_THAT(parse("weald: 1\ngoldens:\n  - {name: ../a, preset: a}\n").errors,
             Catch::Contains("is not a valid golden name"));
  CHECK_THAT(parse("goldens: []\n").errors, Catch::Contains("needs 'weald'"));
  CHECK_THAT(parse("weald: 2\ngoldens: []\n").errors, Catch::Contains("format 2 is unknown"));
  CHECK_THAT(parse("weald: 1\ngoldens: {a: b}\n").errors, Catch::Contains("a list"));
  CHECK_THAT(parse("- a\n").errors, Catch::Contains("error"));
  CHECK_THAT(parse("weald: 1\ngoldens:\n  - {name: a, preset: a, tier: 2}\n").errors, Catch::Contains("auto"));
}

TEST_CASE("suite: a pattern gives a golden for each preset that fits, by name") {
  const test::TemporaryFolder folder;
  for (const char* name : {"b.yaml", "a.yaml", "a b.yaml", "draft.yaml", ".hidden.yaml", "c.yml"})
    test::write_text(folder / ("presets/" + std::string(name)), "");
  std::filesystem::create_directory(folder / "presets/folder.yaml");
  const auto goldens_of = [&](const std::string& text) {
    Sources sources;
    Diagnostics diagnostics;
    const std::uint32_t source = sources.add("goldens.yaml", text);
    const auto suite = parse_suite(folder / "goldens", source, text, diagnostics);
    std::string names;
    if (suite)
      for (const GoldenSpec& golden : suite->goldens) names += golden.name.value + "=" + golden.preset.text + " ";
    return names + format_all(diagnostics, sources, false);
  };
  CHECK(goldens_of("weald: 1\nignore: [../presets/dr*]\ngoldens:\n  - {presets: ../presets/*.yaml}\n") ==
        "a_b=../presets/a b.yaml a=../presets/a.yaml b=../presets/b.yaml ");
  CHECK(goldens_of("weald: 1\ngoldens:\n  - {name: a, preset: x.yaml}\n  - {presets: '../presets/[ab].yaml'}\n"
                   "  - {presets: '../presets/?.yaml', name: small-*, seed: 7}\n") ==
        "a=x.yaml b=../presets/b.yaml small-a=../presets/a.yaml small-b=../presets/b.yaml ");
  const auto refused = [&](const std::string& entry, const std::string& why) {
    CHECK_THAT(goldens_of("weald: 1\ngoldens:\n  - " + entry + "\n"),
               Catch::Contains("goldens.yaml:") && Catch::Contains(why));
  };
  refused("{presets: ../presets/z*.yaml}", "no preset matches '../presets/z*.yaml'");
  refused("{presets: ../nowhere/*.yaml}", "cannot list the folder");
  refused("{presets: ../presets/*.yaml, name: small}", "the name 'small' of several goldens needs a *");
  refused("{presets: ../presets/*.yaml, preset: a.yaml}", "unknown key 'preset'");
  refused("{presets: '../presets/?.yaml', name: 'x/*'}", "is not a valid golden name");
  refused("{presets: '../presets/?.yaml'}\n  - {presets: ../presets/a.yaml}", "two goldens 'a'");
  CHECK_THAT(goldens_of("weald: 1\nignore: 3\ngoldens: []\n"), Catch::Contains("goldens.yaml:2:9: error"));
}

TEST_CASE("suite: names that could leave the folder or hide are refused") {
  for (const char* name : {"a", "hills-2", "Birch_x.v1", "7"}) CHECK(is_golden_name(name));
  for (const char* name : {"", ".", "..", ".a", "a/b", "a b", "-a", "\xC3\xA4"}) CHECK_FALSE(is_golden_name(name));
  CHECK(is_golden_name(std::string(64, 'a')));
  CHECK_FALSE(is_golden_name(std::string(65, 'a')));
}

TEST_CASE("suite: the first goldens.yaml reads back, also with odd paths, and names every declared key") {
  const auto files = starter_files({{"hills", "../my presets/#1: 'hills'.yaml"}, {"b", "b.yaml"}}, "golden tests");
  REQUIRE(files.front().first == "goldens.yaml");
  const std::string& text = files.front().second;
  const auto parsed = parse(text);
  INFO(parsed.errors);
  REQUIRE(parsed.suite);
  CHECK(parsed.suite->goldens.front().preset.text == "../my presets/#1: 'hills'.yaml");
  for (const auto& field : schema::describe<GoldenSpec>())
    CHECK_THAT(text, Catch::Contains("#   " + std::string(field.key) + ":"));
  CHECK_THAT(text, Catch::Contains("#     flip_max:"));
  CHECK(parse(starter_files({}, "g").front().second).suite);
}
