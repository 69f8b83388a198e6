// Pinned digests: read back, refused where they are wrong, merged line by line; recipes and differences of texts.

#include <catch2/catch.hpp>

#include "golden/pinned.h"
#include "golden/recipe.h"

using namespace weald;
using namespace weald::golden;

namespace {

const std::string kA(32, 'a'), kB(32, 'b'), kC(32, 'c');

std::optional<Pinned> pinned_of(const std::string& text, std::string* errors = nullptr) {
  Sources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("pinned/a.txt", text);
  auto pinned = parse_pinned(source, text, diagnostics);
  if (errors != nullptr) *errors = format_all(diagnostics, sources, false);
  return pinned;
}

std::string marks(const std::vector<DiffLine>& lines) {
  std::string text;
  for (const DiffLine& line : lines) text += line.mark;
  return text;
}

}  // namespace

TEST_CASE("pinned: a text reads back as the same digests, sorted, with CR LF too") {
  const Pinned pinned{"0.1.0", kA, {{"z.png", kB}, {"a map.png", kC}}, {{"hills", kA}}};
  const std::string text = pinned_text(pinned);
  CHECK(text.find("a map.png") < text.find("z.png"));
  CHECK(pinned_of(text) == pinned);
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(pinned_of(crlf) == pinned);
}

TEST_CASE("pinned: two branches that change different outputs change different lines") {
  const Pinned base{"1", kA, {{"a", kA}, {"b", kA}, {"c", kA}}, {}};
  Pinned ours = base, theirs = base;
  ours.outputs["a"] = kB;
  theirs.outputs["c"] = kC;
  const auto mine = diff_lines(pinned_text(base), pinned_text(ours), 0);
  const auto other = diff_lines(pinned_text(base), pinned_text(theirs), 0);
  CHECK(marks(mine).find("-+") != std::string::npos);
  CHECK(mine[1].text == "output " + kA + "  a");
  CHECK(other[1].text == "output " + kA + "  c");
}

TEST_CASE("pinned: what is wrong is an error at its line") {
  std::string errors;
  CHECK_FALSE(pinned_of("weald 1\n<<<<<<< ours\noutput " + kA + "  a\n", &errors));
  CHECK_THAT(errors, Catch::Contains("pinned/a.txt:2:1: error") && Catch::Contains("merge left a conflict"));
  CHECK_FALSE(pinned_of("output " + kA + "  a\noutput " + kB + "  a\n", &errors));
  CHECK_THAT(errors, Catch::Contains("pinned/a.txt:2:1: error") && Catch::Contains("'a' stands here twice"));
  for (const std::string& line : std::vector<std::string>{
           "output xyz  a", "output " + kA + " a", "output " + kA + "  ", "output", "stagee " + kA, "recipe 12",
           "output " + std::string(32, 'A') + "  a", "weald 1\r\r", "stage " + kA + "  a\tb"})
    CHECK_FALSE(pinned_of(line + "\n"));
  CHECK(pinned_of("")->outputs.empty());
}

TEST_CASE("pinned: the version that pinned digests is not one of them") {
  Pinned a{"1", kA, {{"x", kB}}, {}}, b = a;
  b.weald = "2";
  CHECK(a.same_digests(b));
  b.recipe = kB;
  CHECK_FALSE(a.same_digests(b));
}

TEST_CASE("diff: equal texts have none, a changed line is shown with its surroundings") {
  CHECK(diff_lines("a\nb\n", "a\nb\n").empty());
  CHECK(marks(diff_lines("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nx\n5\n6\n7\n", 2)) == "@  -+  ");
  CHECK(marks(diff_lines("", "a\nb\n", 2)) == "++");
  CHECK(marks(diff_lines("a\nb\n", "", 2)) == "--");
}

TEST_CASE("diff: the lines without '+' are the expected text, those without '-' the actual one") {
  const std::string a = "a\nb\nc\nd\ne\nf\n", b = "b\nx\nc\nd\nf\ng\n";
  std::string before, after;
  for (const DiffLine& line : diff_lines(a, b, 100, 1000)) {
    if (line.mark != '+') before += line.text + "\n";
    if (line.mark != '-') after += line.text + "\n";
  }
  CHECK(before == a);
  CHECK(after == b);
}

TEST_CASE("diff: long texts and long lines are cut, between characters") {
  std::string many, other;
  for (int i = 0; i < 3000; ++i) {
    many += "line " + std::to_string(i) + "\n";
    other += "other " + std::to_string(i) + "\n";
  }
  CHECK(diff_lines(many, other, 2, 60).size() <= 61);
  std::string umlauts;
  for (int i = 0; i < 500; ++i) umlauts += "\xC3\xA4";
  const auto with = [&](char c) { return std::string(umlauts).append(1, c).append(umlauts); };
  for (const DiffLine& line : diff_lines(with('1'), with('2'))) {
    CHECK(line.text.size() < 220);
    CHECK((line.text[3] & 0xC0) != 0x80);
    CHECK(line.text.find(line.mark == '-' ? '1' : '2') != std::string::npos);
  }
}
