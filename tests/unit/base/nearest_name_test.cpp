#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

#include "base/text/nearest_name.h"

namespace weald::schema {
namespace {

TEST_CASE("edit_distance counts insertions, deletions, substitutions and swaps of neighbours") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("abc", "abc") == 0);
  CHECK(edit_distance("octave", "octaves") == 1);
  CHECK(edit_distance("ocatves", "octaves") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("ab", "ba") == 1);
  // Restricted: no letter takes part in two edits, so this is 3 and not 2.
  CHECK(edit_distance("ca", "abc") == 3);
}

TEST_CASE("edit_distance is a metric without the triangle inequality: symmetric, zero only for equal texts") {
  const std::string_view words[] = {"", "a", "angle", "angel", "amplitude", "altitude", "step", "steps", "pets"};
  for (const auto a : words) {
    for (const auto b : words) {
      CHECK(edit_distance(a, b) == edit_distance(b, a));
      CHECK((edit_distance(a, b) == 0) == (a == b));
    }
  }
}

TEST_CASE("suggest names the nearest key, the first of equals") {
  const std::array<std::string_view, 4> keys{"octaves", "frequency", "lacunarity", "persistence"};
  CHECK(suggest("octave", keys) == "did you mean 'octaves'?");
  CHECK(suggest("freqency", keys) == "did you mean 'frequency'?");
  CHECK(suggest("lacunartiy", keys) == "did you mean 'lacunarity'?");
  const std::array<std::string_view, 2> equal{"bank", "tank"};
  CHECK(suggest("rank", equal) == "did you mean 'bank'?");
}

TEST_CASE("suggest takes more edits in long names only where that is asked for") {
  const std::array<std::string_view, 3> presets{"highlands", "island", "mesas"};
  CHECK(suggest("haigland", presets) == "one of: highlands, island, mesas");
  CHECK(suggest("haigland", presets, 3) == "did you mean 'highlands'?");
  CHECK(suggest("hghlnd", presets, 3) == "did you mean 'highlands'?");
  CHECK(suggest("hgland", presets, 3) == "did you mean 'island'?");            // the nearer one, though short
  CHECK(suggest("isle_s", presets, 3) == "one of: highlands, island, mesas");  // three edits of a short name
  CHECK(suggest("lowlands", presets, 3) == "one of: highlands, island, mesas");
  const std::array<std::string_view, 1> keys{"elevation"};
  CHECK(suggest("operation", keys) == "one of: elevation");
}

TEST_CASE("suggest lists the names where none is near, and says nothing where there are too many") {
  const std::array<std::string_view, 3> few{"cubic", "quintic", "linear"};
  CHECK(suggest("bananas", few) == "one of: cubic, quintic, linear");
  CHECK(suggest("", few) == "one of: cubic, quintic, linear");
  const std::vector<std::string> many = [] {
    std::vector<std::string> names;
    for (int i = 0; i < 17; ++i) names.push_back("parameter" + std::to_string(i));
    return names;
  }();
  const std::vector<std::string_view> views(many.begin(), many.end());
  CHECK(suggest("x", views).empty());
  CHECK(suggest("x", {}).empty());
}

TEST_CASE("suggest does not offer an unrelated short name") {
  const std::array<std::string_view, 1> keys{"x"};
  CHECK(suggest("y", keys) == "one of: x");
}

TEST_CASE("suggest stays cheap for a hostile key") {
  const std::array<std::string_view, 1> keys{"octaves"};
  CHECK(suggest(std::string(1000000, 'o'), keys) == "one of: octaves");
}

}  // namespace
}  // namespace weald::schema
