#include "base/text/shown.h"

#include "support/catch.h"

#include <string>

using namespace weald;

TEST_CASE("shown: short texts stay, long ones are cut, and control characters are replaced") {
  CHECK(shown("") == "");
  CHECK(shown("a\tb\x7F") == "a?b?");
  CHECK(shown(std::string(40, 'a')) == std::string(40, 'a'));
  CHECK(shown(std::string(41, 'a')) == std::string(40, 'a') + "...");
}

TEST_CASE("shown: no character is divided where a text is cut") {
  for (const std::string character : {"\u00e4", "\u20ac", "\U0001F333"}) {
    for (std::size_t before = 36; before <= 40; ++before) {
      const std::string start(before, 'a');
      const bool fits = before + character.size() <= 40;
      CHECK(shown(start + character + "aaaaa") ==
            start + (fits ? character + std::string(40 - before - character.size(), 'a') : "") + "...");
    }
  }
  CHECK(shown(std::string(50, '\x80')) == std::string(37, '\x80') + "...");  // not UTF-8
}
