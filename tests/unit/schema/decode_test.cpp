#include <string>
#include <vector>

#include "support/catch.h"

#include "unit/schema/sample.h"

namespace weald::test {
namespace {

TEST_CASE("decode_fields fills a struct with one value of every kind") {
  const Decoded d(map(
      {{"kind", text("sample")},
       {"octaves", text("9")},
       {"frequency", text("1e-3")},
       {"ridged", text("true")},
       {"salt", text("18446744073709551615")},
       {"label", text("12")},
       {"fade", text("cubic")},
       {"size", numbers({"1025", "513"})},
       {"offset", numbers({"-1.5", "2"})},
       {"weights", numbers({"0", "0.5", "1"})},
       {"define", map({{"r", text("1.5")}, {"a", text("-20")}})},
       {"limit", text("100")},
       {"tropism", map({{"vector", numbers({"1", "0", "0"})}})},
       {"layers", list({map({{"frequency", text("2")}}), map({{"frequency", text("4")}, {"amplitude", text("3")}})})},
       {"rule", text("F -> FF")},
       {"file", text("../dem.png")},
       {"from", text("hills")},
       {"mask", text("island")}}));
  INFO(d.message());
  REQUIRE(d.ok);
  CHECK(d.count() == 0);
  const Sample& s = d.sample;
  CHECK(s.octaves == 9);
  CHECK(s.frequency == 1e-3);
  CHECK(s.ridged);
  CHECK(s.salt == 18446744073709551615u);
  CHECK(s.label == "12");
  CHECK(s.fade == Fade::cubic);
  CHECK(s.size == std::array{1025, 513});
  CHECK(s.offset == Vec2(-1.5, 2));
  CHECK(s.weights == std::vector{0.0, 0.5, 1.0});
  CHECK(s.define == schema::Named<double>{{"r", 1.5}, {"a", -20}});
  CHECK(s.limit == 100);
  CHECK(s.tropism.vector == Vec3(1, 0, 0));
  CHECK(s.tropism.elasticity == 0.1);
  REQUIRE(s.layers.size() == 2);
  CHECK(s.layers[0].amplitude == 1);
  CHECK(s.layers[1].amplitude == 3);
  CHECK(s.rule.value == "F -> FF");
  CHECK(s.rule.where.line == 15);
  CHECK(s.file.text == "../dem.png");
  CHECK(s.file.resolved == "presets/dem.png");
  CHECK(s.from.stage == "hills");
  CHECK(s.from.where.line == 17);
  CHECK(s.mask.stage == "island");
}

TEST_CASE("numbers that no unit means are refused wherever numbers stand") {
  const auto refused = [](const char* number, const Decoded& d) {
    INFO(d.message());
    const std::string why =
        std::string("is '") + number + "': numbers other than 0 must have a magnitude between 1e-30 and 1e30";
    return !d.ok && d.count() == 1 && d.message().find(why) != std::string::npos;
  };
  for (const char* number : {"1e-31", "-1e-310", "4.9e-324", "1.1e30", "-1e308"}) {
    CAPTURE(number);
    CHECK(refused(number, Decoded(map({{"offset", numbers({number, "1"})}}))));
    CHECK(refused(number, Decoded(map({{"tropism", map({{"vector", numbers({"0", number, "1"})}})}}))));
  }
  for (const char* number : {"9.9e-31", "1e-310"}) {
    CAPTURE(number);
    CHECK(refused(number, Decoded(map({{"limit", text(number)}}))));
    CHECK(refused(number, Decoded(map({{"weights", numbers({"1", number})}}))));
    CHECK(refused(number, Decoded(map({{"define", map({{"r", text(number)}})}}))));
    CHECK(refused(number, Decoded(map({{"layers", list({map({{"frequency", text(number)}})})}}))));
  }
  for (const char* number : {"0", "-0.0", "1e-30", "-1e-30", "1e30"})
    CHECK(Decoded(map({{"offset", numbers({"1", number})}})).ok);
}

TEST_CASE("keys that are not given keep their default") {
  const Decoded d(map({}));
  REQUIRE(d.ok);
  CHECK(d.sample.octaves == 6);
  CHECK_FALSE(d.sample.limit.has_value());
  CHECK_FALSE(d.sample.mask.given());
}

TEST_CASE("an unknown key is refused at its place, with a suggestion") {
  const Decoded d(map({{"octaves", text("3")}, {"freqency", text("1")}}));
  CHECK_FALSE(d.ok);
  REQUIRE(d.count() == 1);
  CHECK(d.message() == "unknown key 'freqency' in stage 'worn'");
  CHECK(d.help() == "did you mean 'frequency'?");
  CHECK(d.where().line == 2);
  CHECK(d.where().column == 3);
}

TEST_CASE("an unknown key that is the rest of a text after a comma gets advice about quotes") {
  const Decoded d(map({{"octaves", text("3")}, {"as in the book", schema::Node{}}}));
  CHECK_FALSE(d.ok);
  CHECK(d.help() == "a text with a comma inside braces needs quotes");
}

TEST_CASE("an unknown key of a million letters makes a short message") {
  const std::string key(1000000, 'k');
  const Decoded d(map({{key.c_str(), text("1")}}));
  CHECK(d.message().size() < 100);
}

struct Refusal {
  const char* key;
  schema::Node value;
  const char* message;
};

/// Each value is refused with its message and no other.
void check_refusals(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) {
    const Decoded d(map({{refusal.key, refusal.value}}));
    CAPTURE(refusal.message);
    CHECK_FALSE(d.ok);
    CHECK(d.count() == 1);
    CHECK(d.message() == refusal.message);
  }
}

TEST_CASE("values of the wrong type are refused, with what is needed and what is there") {
  check_refusals({
      {"octaves", text("many"), "'octaves' in stage 'worn' needs a whole number, not 'many'"},
      {"octaves", text("2.5"), "'octaves' in stage 'worn' needs a whole number, not '2.5'"},
      {"octaves", quoted("3"), "'octaves' in stage 'worn' needs a whole number, not the text '3'"},
      {"octaves", numbers({"3"}), "'octaves' in stage 'worn' needs a whole number, not a list"},
      {"octaves", null(), "'octaves' in stage 'worn' needs a whole number, not nothing"},
      {"frequency", text(".nan"), "'frequency' in stage 'worn' needs a number, not '.nan'"},
      {"frequency", text("inf"), "'frequency' in stage 'worn' needs a number, not 'inf'"},
      {"frequency", map({}), "'frequency' in stage 'worn' needs a number, not a map"},
      {"ridged", text("yes"), "'ridged' in stage 'worn' needs true or false, not 'yes'"},
      {"ridged", quoted("true"), "'ridged' in stage 'worn' needs true or false, not the text 'true'"},
      {"ridged", text("1"), "'ridged' in stage 'worn' needs true or false, not '1'"},
      {"salt", text("0x10"), "'salt' in stage 'worn' needs a whole number from 0 to 18446744073709551615, not '0x10'"},
      {"salt", text("1.5"), "'salt' in stage 'worn' needs a whole number from 0 to 18446744073709551615, not '1.5'"},
      {"salt", text("-1"), "'salt' in stage 'worn' needs a whole number from 0 to 18446744073709551615, not '-1'"},
      {"salt", text("18446744073709551616"),
       "'salt' in stage 'worn' needs a whole number from 0 to 18446744073709551615, not '18446744073709551616'"},
      {"label", numbers({"1"}), "'label' in stage 'worn' needs text, not a list"},
      {"fade", numbers({}), "'fade' in stage 'worn' needs a name, not a list"},
      {"size", text("512"), "'size' in stage 'worn' needs a list of 2 values, not '512'"},
      {"size", numbers({"512"}), "'size' in stage 'worn' needs a list of 2 values, not a list of 1"},
      {"size", numbers({"1", "2", "3"}), "'size' in stage 'worn' needs a list of 2 values, not a list of 3"},
      {"size", numbers({"1.5", "2"}), "'size' in stage 'worn' needs a whole number, not '1.5'"},
      {"offset", numbers({"1", "x"}), "'offset' in stage 'worn' needs a number, not 'x'"},
      {"weights", text("1"), "'weights' in stage 'worn' needs a list, not '1'"},
      {"define", numbers({"1"}), "'define' in stage 'worn' needs a map of names to values, not a list"},
      {"define", map({{"r", text("x")}}), "'r' in stage 'worn' needs a number, not 'x'"},
      {"tropism", text("down"), "'tropism' in stage 'worn' needs a map, not 'down'"},
      {"layers", list({text("1")}), "'layers' in stage 'worn' needs a map, not '1'"},
      {"file", text(""), "'file' in stage 'worn' needs a file name, not ''"},
      {"mask", text(""), "'mask' in stage 'worn' needs the name of a stage, not ''"},
      {"mask", list({}), "'mask' in stage 'worn' needs the name of a stage, not a list"},
  });
}

TEST_CASE("values out of range are refused, with the bounds and the unit") {
  check_refusals({
      {"octaves", text("0"), "'octaves' in stage 'worn' is 0, outside 1 .. 24"},
      {"octaves", text("10000000"), "'octaves' in stage 'worn' is 10000000, outside 1 .. 24"},
      {"octaves", text("99999999999999999999999"),
       "'octaves' in stage 'worn' is 99999999999999999999999, outside 1 .. 24"},
      {"frequency", text("-1"), "'frequency' in stage 'worn' is -1, outside 1e-6 .. 1000 1/m"},
      {"size", numbers({"0", "5"}), "'size' in stage 'worn' is 0, outside 1 .. 16385"},
      {"weights", numbers({"0.5", "1.5"}), "'weights' in stage 'worn' is 1.5, outside 0 .. 1"},
      {"define", map({{"big", text("101")}}), "'big' in stage 'worn' is 101, outside -100 .. 100"},
      {"limit", text("9001"), "'limit' in stage 'worn' is 9001, outside 0 .. 9000 m"},
  });
}

TEST_CASE("a wrong name of a choice gets a suggestion, or the list of names") {
  const Decoded near(map({{"fade", text("qintic")}}));
  CHECK(near.message() == "'fade' in stage 'worn' cannot be 'qintic'");
  CHECK(near.help() == "did you mean 'quintic'?");
  const Decoded far(map({{"fade", text("elastic")}}));
  CHECK(far.help() == "one of: linear, cubic, quintic");
}

TEST_CASE("a number with a unit behind it says what unit the key has, and what to write where that is known") {
  const auto help_for = [](const char* key, const char* value) {
    const Decoded d(map({{key, text(value)}}));
    CHECK_FALSE(d.ok);
    return d.help();
  };
  const std::string none = "numbers are written without a unit, and ";
  CHECK(help_for("limit", "45cm") == none + "'limit' is in m: write 0.45");
  CHECK(help_for("limit", "30 mm") == none + "'limit' is in m: write 0.03");
  CHECK(help_for("limit", "1.5km") == none + "'limit' is in m: write 1500");
  CHECK(help_for("limit", "7 m") == none + "'limit' is in m: write 7");
  CHECK(help_for("limit", "7ft") == none + "'limit' is in m");
  CHECK(help_for("octaves", "4px") == none + "'octaves' has none");
  const Decoded share(map({{"weights", list({text("50%")})}}));
  CHECK(share.help() == none + "'weights' has none: write 0.5");
  for (const char* value : {"0x1F", "1e999", "1..16", "3-4", "1_000", "m", "12 34", "", "1,5"}) {
    CAPTURE(value);
    CHECK(help_for("limit", value).empty());
  }
}

TEST_CASE("a required key that is missing is reported with its help") {
  const Decoded d(map({{"octaves", text("3")}}), false);
  CHECK_FALSE(d.ok);
  CHECK(d.message() == "stage 'worn' needs 'from'");
  CHECK(d.help() == "from: The heightmap to change.");
  CHECK(d.where().line == 50);
}

TEST_CASE("required keys of nested maps count too") {
  const Decoded d(map({{"layers", list({map({{"amplitude", text("1")}})})}}));
  CHECK(d.message() == "stage 'worn' needs 'frequency'");
}

TEST_CASE("all errors are collected, not only the first") {
  const Decoded d(map({{"octave", text("3")},
                       {"frequency", text("0")},
                       {"ridged", text("maybe")},
                       {"size", numbers({"0", "x"})},
                       {"fade", text("none")},
                       {"tropism", map({{"vektor", text("1")}, {"elasticity", text("7")}})}}),
                  false);
  CHECK_FALSE(d.ok);
  CHECK(d.count() == 9);
}

TEST_CASE("an optional value is unset by null") {
  const Decoded d(map({{"limit", null()}}));
  CHECK(d.ok);
  CHECK_FALSE(d.sample.limit.has_value());
}

TEST_CASE("something else than a map is refused") {
  const Decoded number(text("5"));
  CHECK_FALSE(number.ok);
  CHECK(number.message() == "stage 'worn' needs a map of its parameters, not '5'");
  const Decoded nothing(null());
  CHECK(nothing.message() == "stage 'worn' needs a map of its parameters, not nothing");
}

TEST_CASE("rules between fields are checked once every field is sound, at the place of a key") {
  const Decoded broken(map({{"ridged", text("true")}, {"octaves", text("1")}}));
  CHECK_FALSE(broken.ok);
  CHECK(broken.message() == "ridges need at least 2 octaves");
  CHECK(broken.where().line == 2);
  const Decoded unsound(map({{"ridged", text("true")}, {"octaves", text("0")}}));
  CHECK(unsound.count() == 1);
  CHECK(unsound.message() == "'octaves' in stage 'worn' is 0, outside 1 .. 24");
}

TEST_CASE("a warning of a rule does not refuse the map, and stands at the map where its key was not given") {
  const Decoded d(map({{"octaves", text("21")}}));
  CHECK(d.ok);
  REQUIRE(d.count() == 1);
  CHECK_FALSE(d.diagnostics.has_errors());
  CHECK(d.where().line == 50);
}

TEST_CASE("the stages and files a struct names are found, in the order of its fields") {
  const Decoded d(map({{"file", text("a.png")}, {"mask", text("island")}, {"from", text("hills")}}));
  const auto uses = schema::uses_of(d.sample).inputs;
  REQUIRE(uses.size() == 2);
  CHECK(uses[0].key == "from");
  CHECK(uses[0].stage == "hills");
  CHECK(uses[0].accepted == std::vector<std::string_view>{"heightmap"});
  CHECK(uses[0].where.line == 3);
  CHECK(uses[1].stage == "island");
  CHECK(uses[1].accepted == std::vector<std::string_view>{"heightmap", "image"});
  const auto files = schema::uses_of(d.sample).files;
  REQUIRE(files.size() == 1);
  CHECK(files[0].resolved == "presets/base/a.png");
  CHECK(schema::uses_of(Sample{}).inputs.empty());
  CHECK(schema::uses_of(Sample{}).files.empty());
}

TEST_CASE("an absolute file name stays as it is") {
  const Decoded d(map({{"file", text("/data/dem.png")}}));
  CHECK(d.sample.file.resolved == "/data/dem.png");
}

}  // namespace
}  // namespace weald::test
