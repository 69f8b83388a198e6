// Reading a preset takes work in proportion to its length, also where all of it stands in one line, as JSON does.

#include "support/catch.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/preset/preset_text.h"
#include "engine/preset/yaml_reader.h"
#include "support/work_count.h"

using namespace weald;

namespace {

constexpr int kFew = 500;

/// A preset's text with `count` of something in it.
struct Kind {
  std::string_view name;
  std::string_view before, repeated, between, after;  ///< {} in `repeated` is the number of the repetition
};

std::string text_of(const Kind& kind, int count) {
  std::string text(kind.before);
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += kind.between;
    text += fmt::format(fmt::runtime(kind.repeated), i);
  }
  return text += kind.after;
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"escaped scalars", "x: [", R"("\x41")", ",", "]\n"},
      {"escapes in one scalar", "x: \"", R"(\u00e4)", "", "\"\n"},
      {"continuations in one scalar", "x: \"", "a\\\n  ", "", "\"\n"},
      {"anchored scalars", "x: [", "&a{} b", ",", "]\n"},
      {"anchored lists", "x: [", "&a{} [b]", ",", "]\n"},
      {"aliases", "x: [&a b,", "*a", ",", "]\n"},
      {"plain scalars", "x: [", "abc", ",", "]\n"},
      {"plain scalars over lines", "x: a", "\n  b", "", "\n"},
      {"double quotes", "x: [", "\"ab\"", ",", "]\n"},
      {"quoted quotes", "x: [", "'a''b'", ",", "]\n"},
      {"quotes in one scalar", "x: '", "''", "", "'\n"},
      {"blanks behind an escape", "x: \"\\x41", " ", "", "b\"\n"},
      {"tabs behind an escape", "x: \"\\x41", "\t", "", "b\"\n"},
      {"line ends behind an escape", "x: \"\\x41", "\n", "", "b\"\n"},
      {"blanks before a fold", "x: \"\\x41", " ", "", "\n  b\"\n"},
      {"keys in quotes", "{", R"("k{}":"\x41")", ",", "}\n"},
      {"maps", "x: [", "{{a: 1}}", ",", "]\n"},
      {"lines of a block", "x: |\n", "  a\\b\n", "", ""},
      {"lines of a folded block", "x: >\n", "  a  b   c\n", "", ""},
      {"blocks", "", "k{}: |\n  a\n  b\n", "", ""},
      {"comments", "", "# a\n", "", "x: 1\n"},
      {"comments behind values", "", "k{}: 1  # a\n", "", ""},
  };
  return all;
}

schema::Node read(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  auto node = preset::read_yaml(sources.add("t.yaml", text), text, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(node);
  return *node;
}

/// `work` is measured for a size and for four times as much: in proportion it is four times as much work, a little more
/// where maps are searched, and sixteen times where each thing looks at all others.
void check_proportion(std::uint64_t work, std::uint64_t work_of_four) {
  INFO(work << " steps, and " << work_of_four << " for four times as much");
  CHECK(work > kFew);  // it is counted
  CHECK(work_of_four < 5 * work);
}

}  // namespace

TEST_CASE("reading takes work in proportion to the length of the text, whatever stands in one line", "[preset]") {
  for (const Kind& kind : kinds()) {
    DYNAMIC_SECTION(kind.name) {
      const auto work = [&](int count) {
        const std::string text = text_of(kind, count);
        return test::work_of([&] { read(text); });
      };
      check_proportion(work(kFew), work(4 * kFew));
    }
  }
}

TEST_CASE("merging maps takes work in proportion to their keys", "[preset]") {
  for (const std::string_view value : {"2", "~", "{a: 1}"}) {
    DYNAMIC_SECTION(value) {
      const auto work = [&](int count) {
        const schema::Node base = read(text_of({"", "{", "k{}: 1", ",", "}\n"}, count));
        const std::string changed = fmt::format("k{{}}: {}", value == "{a: 1}" ? "{{a: 1}}" : value);
        const schema::Node over = read(text_of({"", "{", changed, ",", "}\n"}, count));
        return test::work_of([&] {
          schema::Node merged = base;
          preset::merge(merged, over);
        });
      };
      check_proportion(work(kFew), work(4 * kFew));
    }
  }
}
