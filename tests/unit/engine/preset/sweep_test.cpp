// Sweeps: their grammar, their order, and what a sheet calls them.

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"

#include "engine/preset/sweep.h"
#include "picture/sheets/contact_sheet.h"

using namespace weald;
using namespace weald::preset;

namespace {

using Swept = std::vector<std::string>;

Swept values_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto sweep = parse_sweep(0, "a.b=" + text, diagnostics);
  CHECK(sweep.has_value() != diagnostics.has_errors());
  return sweep ? sweep->values : Swept{};
}

std::string complaint(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(parse_sweep(0, text, diagnostics));
  return diagnostics.all().empty() ? "" : diagnostics.all().front().message;
}

}  // namespace

TEST_CASE("sweep: ranges of whole numbers have both ends, with a step and downwards too") {
  CHECK(values_of("0..3") == Swept{"0", "1", "2", "3"});
  CHECK(values_of("-2..0") == Swept{"-2", "-1", "0"});
  CHECK(values_of("0..10..4") == Swept{"0", "4", "8"});
  CHECK(values_of("3..1") == Swept{"3", "2", "1"});
  CHECK(values_of("7..7") == Swept{"7"});
  CHECK(values_of("9223372036854775806..9223372036854775807").size() == 2);
  CHECK(values_of("0..255").size() == 256);
}

TEST_CASE("sweep: lists are cut at commas that stand in nothing") {
  CHECK(values_of("2,4,8") == Swept{"2", "4", "8"});
  CHECK(values_of("0.5") == Swept{"0.5"});
  CHECK(values_of("[1, 2],[3, 4]") == Swept{"[1, 2]", "[3, 4]"});
  CHECK(values_of("{a: [1, 2], b: 3},~") == Swept{"{a: [1, 2], b: 3}", "~"});
  CHECK(values_of("'a,b', \"c\\\",d\"") == Swept{"'a,b'", "\"c\\\",d\""});
  CHECK(values_of("random(1,2),F") == Swept{"random(1,2)", "F"});
}

TEST_CASE("sweep: what is none says why") {
  CHECK(complaint("seed") == "--sweep needs KEY=VALUES");
  CHECK(complaint("=1..2") == "--sweep needs KEY=VALUES");
  CHECK(complaint("seed=") == "a sweep needs values between its commas");
  CHECK(complaint("seed=1,,2") == "a sweep needs values between its commas");
  CHECK(complaint("seed=0..5..0") == "the step of a sweep must be at least 1");
  CHECK(complaint("seed=0..256") == "this sweep has more than 256 values");
  CHECK(complaint("seed=-9223372036854775808..9223372036854775807") == "this sweep has more than 256 values");
}

TEST_CASE("sweep: the first of several changes fastest") {
  const std::vector<Sweep> sweeps{{"a.x", {"1", "2", "3"}, ""}, {"seed", {"7", "8"}, ""}};
  CHECK(variant_count(sweeps) == 6);
  CHECK(variant_values(sweeps, 0) == Swept{"1", "7"});
  CHECK(variant_values(sweeps, 2) == Swept{"3", "7"});
  CHECK(variant_values(sweeps, 3) == Swept{"1", "8"});
  CHECK(variant_count({}) == 1);
  CHECK(variant_count(std::vector<Sweep>(40, Sweep{"a", Swept(256), ""})) > kMaxVariants);
}

TEST_CASE("sweep: captions are short where nothing is lost") {
  CHECK(caption_keys({{"hills.octaves", {}, ""}, {"seed", {}, ""}}) == Swept{"octaves", "seed"});
  CHECK(caption_keys({{"a.gain", {}, ""}, {"b.gain", {}, ""}}) == Swept{"a.gain", "b.gain"});
  CHECK(caption_keys({{"growth.productions.0", {}, ""}}) == Swept{"growth.productions.0"});
}

TEST_CASE("sheet: rows are full where that can be") {
  const auto columns = [](std::size_t count) { return render::chosen_columns(count); };
  CHECK(columns(1) == 1);
  CHECK(columns(4) == 4);
  CHECK(columns(6) == 3);
  CHECK(columns(8) == 4);
  CHECK(columns(10) == 5);
  CHECK(columns(12) == 4);
  CHECK(columns(16) == 4);
  CHECK(columns(13) == 4);
  CHECK(columns(256) == 16);
}
