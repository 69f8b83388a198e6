#include "engine/preset/yaml_reader.h"

#include "support/catch.h"

#include <algorithm>
#include <string>

using namespace weald;
using schema::Node;

namespace {

struct Read {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<Node> node;
};

Read read(const std::string& text, const preset::YamlLimits& limits = {}) {
  Read result;
  const auto source = result.sources.add("a.yaml", text);
  result.node = preset::read_yaml(source, text, result.diagnostics, limits);
  return result;
}

/// The only error, as "line:column message".
std::string error_of(const std::string& text, const preset::YamlLimits& limits = {}) {
  const Read result = read(text, limits);
  CHECK_FALSE(result.node);
  REQUIRE(result.diagnostics.all().size() == 1);
  const Diagnostic& d = result.diagnostics.all()[0];
  return std::to_string(d.where->line) + ":" + std::to_string(d.where->column) + " " + d.message;
}

}  // namespace

TEST_CASE("yaml: scalars keep their text, their quoting and their place", "[preset]") {
  const Read result = read("a: 010\nb: \"7\"\nc: [x, -2.5]\n");
  REQUIRE(result.node);
  const schema::Entry* a = result.node->find("a");
  REQUIRE(a != nullptr);
  CHECK(a->value.scalar()->text == "010");
  CHECK_FALSE(a->value.scalar()->quoted);
  CHECK(a->key_where.line == 1);
  CHECK(a->key_where.column == 1);
  CHECK(a->value.where.column == 4);
  CHECK(a->value.where.length == 3);
  CHECK(result.node->find("b")->value.scalar()->quoted);
  CHECK(result.node->find("b")->value.where.line == 2);
  const Node& list = result.node->find("c")->value;
  REQUIRE(list.list()->size() == 2);
  CHECK((*list.list())[1].where.column == 8);
}

TEST_CASE("yaml: every letter of a scalar is found again, however the scalar is written", "[preset]") {
  const auto places_of = [](const std::string& text, char letter) {
    const Read result = read(text);
    REQUIRE(result.node);
    const Node& node = result.node->find("a")->value;
    const std::string& value = node.scalar()->text;
    const std::size_t at = value.find(letter);
    REQUIRE(at != std::string::npos);
    const auto& parts = node.scalar()->parts;
    if (parts.empty()) {
      return std::pair{node.where.line,
                       node.where.column + static_cast<std::uint32_t>(at) + (node.scalar()->quoted ? 1u : 0u)};
    }
    std::size_t part = 0;
    while (part + 1 < parts.size() && parts[part + 1].begin <= at) ++part;
    return std::pair{parts[part].line, parts[part].column + static_cast<std::uint32_t>(at) - parts[part].begin};
  };
  // The letter Q stands once in each text, and is found where it stands.
  for (const std::string text :
       {"a: xQy\n", "a: 'xQy'\n", "a: \"xQy\"\n", "a: 'it''s Q'\n", "a: \"\\\\ \\t Q\"\n", "a: \"\\x41\\u00e9 Q\"\n",
        "a: one\n  two Q\n", "a: 'one\n  two Q'\n", "a: \"one\n  two Q\"\n", "a: \"one\\\n   Q\"\n",
        "a: one\n\n  two\n\n\n  Q\n", "a: |\n  one\n  Q two\n", "a: |-\n  one\n\n\n    Q two\n  x\n",
        "a: >\n  one\n  two Q\n  x\n", "a: >-\n\n  one\n\n  Q\n", "b: 1\na:   |+\n     one\n     two Q\n\n\nc: 2\n",
        "a: |\r\n  one\r\n  Q\r\n", "a: one\r\n  Q\r\n"}) {
    INFO(text);
    const std::size_t at = text.find('Q');
    const auto line =
        static_cast<std::uint32_t>(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    const auto line_begin = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    CHECK(places_of(text, 'Q') == std::pair{line, static_cast<std::uint32_t>(at - line_begin + 1)});
  }
}

TEST_CASE("yaml: nothing and a tilde are null, an empty text is not", "[preset]") {
  const Read result = read("a:\nb: ~\nc: ''\n");
  REQUIRE(result.node);
  CHECK(result.node->find("a")->value.is_null());
  CHECK(result.node->find("b")->value.is_null());
  CHECK(result.node->find("c")->value.scalar()->text.empty());
}

TEST_CASE("yaml: an alias stands for its value at its own place", "[preset]") {
  const Read result = read("a: &x {k: 1}\nb: *x\n");
  REQUIRE(result.node);
  const Node& b = result.node->find("b")->value;
  REQUIRE(b.find("k") != nullptr);
  CHECK(b.find("k")->value.scalar()->text == "1");
}

TEST_CASE("yaml: what a preset must not hold is refused at its place", "[preset]") {
  CHECK(error_of("a: 1\nb: 2\na: 3\n") == "3:1 the key 'a' appears twice in this map; it is first used on line 1");
  std::string many = "first: 1\n";
  for (int i = 0; i < 40; ++i) many += "k" + std::to_string(i) + ": 1\n";
  CHECK(error_of(many + "k20: 2\n") == "42:1 the key 'k20' appears twice in this map; it is first used on line 22");
  CHECK(error_of(many + "k39: 2\n") == "42:1 the key 'k39' appears twice in this map; it is first used on line 41");
  CHECK(error_of(many + "first: 2\n") == "42:1 the key 'first' appears twice in this map; it is first used on line 1");
  CHECK(error_of("a: !!python/object x\n").starts_with("1:4 the tag"));
  CHECK(error_of("a: !include b.yaml\n").starts_with("1:4 the tag"));
  CHECK(error_of("a: 1\n---\nb: 2\n").find("second one starts") != std::string::npos);
  CHECK(error_of("? [1, 2]\n: 3\n").find("a key must be a plain name") != std::string::npos);
  CHECK(error_of("a: [1, 2\nb: 3\n").find("not valid YAML") != std::string::npos);
  CHECK(error_of("a: &x [*x]\n").find("is inside the value") != std::string::npos);
  CHECK(error_of("a: *nowhere\n").find("not valid YAML") != std::string::npos);
  CHECK(error_of("a: \xff\n") == "1:4 invalid UTF-8: byte 0xff");
  CHECK(error_of(std::string("a: b\nc: \0d", 9)).starts_with("2:4 the text contains a NUL byte"));
}

TEST_CASE("yaml: an alias bomb is refused by the count of values it would expand to", "[preset]") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string previous = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + previous;
    for (int k = 0; k < 9; ++k) bomb += ", " + previous;
    bomb += "]\n";
  }
  CHECK(error_of(bomb).find("more than 100000 values") != std::string::npos);
}

TEST_CASE("yaml: deep nesting is refused in flow and in block style", "[preset]") {
  CHECK(error_of("a: " + std::string(20000, '[')).find("nested more than") != std::string::npos);
  std::string block;
  for (int i = 0; i < 300; ++i) block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  CHECK(error_of(block).find("nested more than 64 deep") != std::string::npos);
}

TEST_CASE("yaml: aliases cannot nest deeper than the limit", "[preset]") {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 80; ++i)
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  CHECK(error_of(text).find("nested more than 64 deep") != std::string::npos);
}

TEST_CASE("yaml: a text over the size limit is refused before it is parsed", "[preset]") {
  CHECK(error_of(std::string((1u << 20) + 1, 'x')).find("at most 1048576") != std::string::npos);
}

TEST_CASE("utf-8: overlong forms, surrogates and truncated sequences are found", "[preset]") {
  CHECK_FALSE(preset::first_invalid_utf8("plain \xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\xb2"));
  CHECK(preset::first_invalid_utf8("a\xc0\xaf") == 1u);
  CHECK(preset::first_invalid_utf8("\xed\xa0\x80") == 0u);
  CHECK(preset::first_invalid_utf8("\xf5\x80\x80\x80") == 0u);
  CHECK(preset::first_invalid_utf8("ab\xe2\x82") == 2u);
}

TEST_CASE("yaml: an error in an escape that runs past its line is placed inside the text", "[preset]") {
  const std::string text = "\"w\\\\\\U\\nel}\n";
  Sources sources;
  Diagnostics diagnostics;
  CHECK_FALSE(preset::read_yaml(sources.add("t.yaml", text), text, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  const SourceLoc where = diagnostics.all()[0].where.value();
  CHECK(where.column <= sources.line(where.source, where.line).size() + 2);
}

TEST_CASE("yaml: places in a scalar whose source cannot be followed lie in its lines", "[preset]") {
  // Carriage returns between the lines of a quoted text.
  for (const std::string text :
       {"k: 'ab]}\n    le(3k\r\r\r\rrough\r\r\n\r\r\x04: uts'\n", "k: \"ab\n  c\rd\\x41\r\r\nef\"\n"}) {
    Sources sources;
    Diagnostics diagnostics;
    const auto root = preset::read_yaml(sources.add("t.yaml", text), text, diagnostics);
    if (!root) continue;
    const schema::Node& node = root->map()->front().value;
    std::vector<std::size_t> lengths{0};
    for (const char c : text) c == '\n' ? lengths.push_back(0) : void(++lengths.back());
    for (std::size_t i = 0; i <= node.scalar()->text.size(); ++i) {
      const SourceLoc place = schema::place_in(*node.scalar(), node.where, i, 3);
      CAPTURE(i, place.line, place.column);
      REQUIRE(place.line >= 1);
      REQUIRE(place.line <= lengths.size());
      CHECK(place.column <= lengths[place.line - 1] + 1);
    }
  }
}
