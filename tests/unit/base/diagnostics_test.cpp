#include <string>

#include "support/catch.h"

#include "base/diagnostics.h"

namespace weald {
namespace {

struct Fixture {
  Sources sources;
  Diagnostics diagnostics;

  explicit Fixture(const std::string& text) { sources.add("hills.yaml", text); }
  std::string formatted(SourceLoc where, const std::string& message = "bad", const std::string& help = "") {
    return format({Severity::error, where, message, help}, sources, false);
  }
};

TEST_CASE("a diagnostic shows its place, its line, a caret as long as the value, and what to do") {
  Fixture f("weald: 1\nstages:\n  hills: {octave: 9}\n");
  CHECK(f.formatted({0, 3, 11, 6}, "unknown key 'octave'", "did you mean 'octaves'?") ==
        "hills.yaml:3:11: error: unknown key 'octave'\n"
        "    3 |   hills: {octave: 9}\n"
        "      |           ^~~~~~\n"
        "      = help: did you mean 'octaves'?\n");
}

TEST_CASE("a warning says so, and a message without a place names the program") {
  const Sources sources;
  CHECK(format({Severity::warning, std::nullopt, "nothing to do", ""}, sources, false) ==
        "weald: warning: nothing to do\n");
}

TEST_CASE("a diagnostic of a whole source shows its name only") {
  Fixture f("text");
  CHECK(f.formatted({0, 0, 0, 1}, "is empty") == "hills.yaml: error: is empty\n");
}

TEST_CASE("a caret stands under its character after UTF-8 text and tabs") {
  Fixture f("n\xC3\xA4me: 1\n\tkey: 2\n\xE6\xA3\xAE: 3");
  CHECK(f.formatted({0, 1, 8, 1}) == "hills.yaml:1:8: error: bad\n    1 | n\xC3\xA4me: 1\n      |       ^\n");
  CHECK(f.formatted({0, 2, 2, 3}) == "hills.yaml:2:2: error: bad\n    2 |  key: 2\n      |  ^~~\n");
  CHECK(f.formatted({0, 3, 1, 3}) == "hills.yaml:3:1: error: bad\n    3 | \xE6\xA3\xAE: 3\n      | ^\n");
}

TEST_CASE("a caret never leaves the line") {
  Fixture f("abc\r\ndef");
  CHECK(f.formatted({0, 1, 2, 500}) == "hills.yaml:1:2: error: bad\n    1 | abc\n      |  ^~\n");
  CHECK(f.formatted({0, 2, 4, 1}) == "hills.yaml:2:4: error: bad\n    2 | def\n      |    ^\n");
  CHECK(f.formatted({0, 2, 900, 7}) == "hills.yaml:2:900: error: bad\n    2 | def\n      |    ^\n");
  CHECK(f.formatted({0, 9, 1, 1}) == "hills.yaml:9:1: error: bad\n");
}

TEST_CASE("of a long line only the part around the caret is shown, cut between characters") {
  std::string letters;
  for (int i = 0; i < 500; ++i) letters += "\xC3\xA4";  // two bytes each
  Fixture f(letters + "XY" + letters);
  const std::string text = f.formatted({0, 1, 1001, 1});
  CHECK(text.size() < 400);
  const auto shown = text.substr(text.find("| ") + 2);
  CHECK((static_cast<unsigned char>(shown[0]) & 0xC0) != 0x80);
  CHECK(shown.find("XY") != std::string::npos);
  // The caret is as many characters in as the X is.
  const std::string before = shown.substr(0, shown.find('X'));
  std::size_t characters = 0;
  for (const char c : before) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  const auto caret_line = text.substr(text.rfind("| ") + 2);
  CHECK(caret_line.find('^') == characters);
}

TEST_CASE("control characters of a preset do not reach the terminal") {
  Fixture f("key\x1b[31m: 1");
  const std::string text = f.formatted({0, 1, 1, 1}, "unknown key 'key\x1b[31m'", "one of: a\x07");
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
}

TEST_CASE("colour is used only when asked for") {
  Fixture f("key: 1");
  const Diagnostic diagnostic{Severity::error, SourceLoc{0, 1, 1, 3}, "bad", "good"};
  CHECK(format(diagnostic, f.sources, false).find('\x1b') == std::string::npos);
  const std::string coloured = format(diagnostic, f.sources, true);
  CHECK(coloured.find("\x1b[1;31merror") != std::string::npos);
  CHECK(coloured.find("\x1b[0m") != std::string::npos);
}

TEST_CASE("all diagnostics are listed in the order of the text, up to the limit, and errors before warnings") {
  Fixture f("a\nb\nc\n");
  f.diagnostics.error(SourceLoc{0, 3, 1, 1}, "third");
  f.diagnostics.warning(SourceLoc{0, 1, 1, 1}, "first");
  f.diagnostics.error(SourceLoc{0, 2, 1, 1}, "second");
  f.diagnostics.error(SourceLoc{0, 2, 1, 1}, "second again");
  const std::string all = format_all(f.diagnostics, f.sources, false);
  CHECK(all.find("first") < all.find("second"));
  CHECK(all.find("second") < all.find("second again"));
  CHECK(all.find("second again") < all.find("third"));
  CHECK(all.find("more") == std::string::npos);
  const std::string two = format_all(f.diagnostics, f.sources, false, 2);
  CHECK(two.find("first") == std::string::npos);
  CHECK(two.find("error: second\n") < two.find("second again"));
  CHECK(two.find("second again") != std::string::npos);
  CHECK(two.find("third") == std::string::npos);
  CHECK(two.ends_with("weald: and 2 more\n"));
  const std::string three = format_all(f.diagnostics, f.sources, false, 3);
  CHECK(three.find("first") == std::string::npos);
  CHECK(three.find("third") != std::string::npos);
}

TEST_CASE("an error is seen behind many warnings") {
  Fixture f("a\nb\n");
  for (int i = 0; i < 30; ++i) f.diagnostics.warning(SourceLoc{0, 1, 1, 1}, "a warning");
  f.diagnostics.error(SourceLoc{0, 2, 1, 1}, "the end");
  CHECK(format_all(f.diagnostics, f.sources, false).find("error: the end") != std::string::npos);
}

TEST_CASE("what a preset quotes cannot flood the terminal or change how the rest prints") {
  Fixture f("a: \xE2\x80\xAE\xC2\x9B b\n");
  f.diagnostics.error(SourceLoc{0, 1, 10, 1}, "no '\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\x8F\x1B\xC2\x9B' \xC3\xA9",
                      std::string(5000, 'h'));
  f.diagnostics.error(SourceLoc{0, 1, 1, 1}, "begin " + std::string(100000, 'x') + " end");
  std::string trees = "trees ";
  for (int i = 0; i < 1000; ++i) trees += "\xF0\x9F\x8C\xB2";
  f.diagnostics.error(SourceLoc{0, 1, 1, 1}, trees);
  const std::string all = format_all(f.diagnostics, f.sources, false);
  CHECK(all.size() < 4000);
  for (const char* mark : {"\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x80\x8F", "\xC2\x9B", "\x1B"})
    CHECK(all.find(mark) == std::string::npos);
  CHECK(all.find("\xC3\xA9\n") != std::string::npos);
  CHECK(all.find("begin xxx") != std::string::npos);
  CHECK(all.find("xxx end\n") != std::string::npos);
  CHECK(all.find("\xF0\x9F\x8C\xB2 [...] \xF0\x9F\x8C\xB2") != std::string::npos);  // cut between characters
  CHECK(all.find("     ^\n") != std::string::npos);
}

TEST_CASE("warnings are not errors") {
  Diagnostics diagnostics;
  diagnostics.warning(std::nullopt, "hm");
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.error(std::nullopt, "no");
  CHECK(diagnostics.has_errors());
  CHECK(diagnostics.error_count() == 1);
  CHECK(diagnostics.all().size() == 2);
}

TEST_CASE("Sources gives the lines of a text, whatever ends them") {
  Sources sources;
  const auto id = sources.add("x", "one\r\ntwo\n\nfour");
  CHECK(sources.name(id) == "x");
  CHECK(sources.line(id, 1) == "one");
  CHECK(sources.line(id, 2) == "two");
  CHECK(sources.line(id, 3).empty());
  CHECK(sources.line(id, 4) == "four");
  CHECK(sources.line(id, 5).empty());
  CHECK(sources.line(id, 0).empty());
  CHECK(sources.line(99, 1).empty());
}

TEST_CASE("sources: every line of a long text is found at once") {
  // Looked for from the beginning each time, they took ten seconds.
  constexpr std::uint32_t kLines = 100'000;
  std::string text;
  for (std::uint32_t i = 1; i <= kLines; ++i) text += std::to_string(i) + "\n";
  Sources sources;
  const auto id = sources.add("long.yaml", text);
  for (std::uint32_t i = 1; i <= kLines; ++i) {
    if (sources.line(id, i) != std::to_string(i)) FAIL(i);
  }
  CHECK(sources.line(id, kLines + 1).empty());
}

}  // namespace
}  // namespace weald
