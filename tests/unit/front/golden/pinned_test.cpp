// Pinned digests: read back, refused where they are wrong, merged line by line; recipes and differences of texts.

#include "support/catch.h"

#include "front/golden/annotations.h"
#include "front/golden/detail/pinned.h"
#include "front/golden/detail/recipe.h"
#include "front/golden/detail/recipe_changes.h"

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
  CHECK_THAT(errors, Catch::Contains("pinned/a.txt:2:1: error") && Catch::Contains("leftover merge conflict"));
  CHECK_FALSE(pinned_of("output " + kA + "  a\noutput " + kB + "  a\n", &errors));
  CHECK_THAT(errors, Catch::Contains("pinned/a.txt:2:1: error") && Catch::Contains("'a' appears here twice"));
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

TEST_CASE("diff_lines: a gap of a recipe names the stage below it") {
  const std::string before =
      "stage hills\n  kind: fbm\n  a: 1\n  b: 1\n  c: 1\nstage ridges\n  kind: ridged\n  a: 1\n  b: 1\n  c: 1\n  gain: "
      "3\n"
      "output x.png\n  from: ridges\n";
  const auto text_of = [&](const std::string& what, const std::string& by, Headings headings) {
    std::string after = before, text;
    after.replace(after.find(what), what.size(), by);
    for (const DiffLine& line : diff_lines(before, after, 1, 60, headings)) text += line.mark + line.text + "|";
    return text;
  };
  CHECK(text_of("gain: 3", "gain: 2.6", Headings::unindented) ==
        "@... stage ridges|   c: 1|-  gain: 3|+  gain: 2.6| output x.png|");
  CHECK(text_of("gain: 3", "gain: 2.6", Headings::none).starts_with("@...|"));
  CHECK(text_of("kind: ridged", "kind: billow", Headings::unindented) ==
        "@...| stage ridges|-  kind: ridged|+  kind: billow|   a: 1|");
  std::string both = before;
  both.replace(both.find("c: 1"), 4, "c: 2");
  both.replace(both.find("gain: 3"), 7, "gain: 4");
  std::string gaps;
  for (const DiffLine& line : diff_lines(before, both, 1, 60, Headings::unindented))
    if (line.mark == '@') gaps += line.text + "|";
  CHECK(gaps == "... stage hills|... stage ridges|");
}

TEST_CASE("recipe_changes: each parameter that differs, by stage and path") {
  const std::string before =
      "stage hills\n  kind: fbm\n  seed: 5\n  gain: 3\n  warp:\n    strength: 1\n    deep:\n      a: 1\n  last: 1\n"
      "stage old\n  kind: remap\n  seed: 6\noutput a b.png\n  from: hills\n  picture:\n    size: [64, 48]\n";
  std::string after = before;
  const auto replace = [&](const std::string& what, const std::string& by) {
    after.replace(after.find(what), what.size(), by);
  };
  replace("gain: 3", "gain: 2.6");
  replace("a: 1", "a: 2");
  replace("last: 1", "other: 7");
  replace("stage old", "stage new");
  replace("[64, 48]", "[64, 49]");
  CHECK(change_lines(recipe_changes(before, after)) ==
        std::vector<std::string>{"hills.gain 3 -> 2.6", "hills.warp.deep.a 1 -> 2", "hills.other (unset) -> 7",
                                 "hills.last 1 -> (unset)", "stage 'new' (remap) is new",
                                 "a b.png: picture.size [64, 48] -> [64, 49]", "stage 'old' (remap) is gone"});
  CHECK(change_lines(recipe_changes(before, after), 3) ==
        std::vector<std::string>{"hills.gain 3 -> 2.6", "hills.warp.deep.a 1 -> 2", "and 5 more"});
  CHECK(recipe_changes(before, before).empty());
  std::string seeds = before;
  seeds.replace(seeds.find("seed: 5"), 7, "seed: 9");
  seeds.replace(seeds.find("seed: 6"), 7, "seed: 8");
  CHECK(change_lines(recipe_changes(before, seeds)) ==
        std::vector<std::string>{"the seed, and with it the seeds of 2 stages"});
  const std::string head = "stage s\n  list: [" + std::string(300, '1') + ", ";
  const auto lines = change_lines(recipe_changes(head + "7]\n", head + "8]\n"));
  CHECK(lines == std::vector<std::string>{"s.list ...1111111111, 7] -> ...1111111111, 8]"});
  CHECK(recipe_changes("", "no recipe\n  x\n:\n").empty());
}

TEST_CASE("annotations: what has a meaning to GitHub is escaped") {
  CHECK(github_command({"error", "a,b:c.yaml", 7, "golden x", "100%\nthen: a, b"}) ==
        "::error file=a%2Cb%3Ac.yaml,line=7,title=golden x::100%25%0Athen: a, b\n");
  CHECK(github_command({"warning", "", 7, "", "text"}) == "::warning::text\n");
}
