// Text made safe for shells, XML and Markdown.

#include "support/catch.h"

#include <array>
#include <cstdio>
#include <stdexcept>

#include "front/golden/text.h"

using namespace weald::golden;

namespace {

/// What a shell makes of one word.
std::string through_shell(const std::string& word) {
  const std::string command = "printf '%s|' " + word;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no shell");
  std::string out;
  std::array<char, 256> buffer;
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), n);
  pclose(pipe);
  return out;
}

}  // namespace

TEST_CASE("text: a shell reads a quoted word back as one word") {
  for (const std::string& text :
       std::vector<std::string>{"plain", "with blank", "it's", "$HOME `id` \"x\" \\n", "a;b&c|d>e", "*?[a]", "", "~",
                                "#x", "\xC3\xA4\n2", "!!", "{a,b}", "a=b", "'", "''"})
    CHECK(through_shell(shell_quoted(text)) == text + "|");
  CHECK(shell_quoted("tests/golden-1_a.b") == "tests/golden-1_a.b");
}

TEST_CASE("text: XML has no markup left, and no character that it cannot hold") {
  CHECK(xml_escaped("<a b=\"c\" d='e'>&</a>") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&lt;/a&gt;");
  CHECK(xml_escaped("a\tb\nc\xC3\xA4") == "a\tb\nc\xC3\xA4");
  CHECK(xml_escaped(std::string("a\0b\x1B", 4)) ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(xml_escaped("a\xFF\xC3") == "a\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(xml_escaped("\xEF\xBF\xBF"
                    "b") ==
        "\xEF\xBF\xBD"
        "b");
  CHECK(xml_escaped("\xEF\xBC\x81") == "\xEF\xBC\x81");  // U+FF01, which starts with the same byte
}

TEST_CASE("text: Markdown stays in its cell") {
  CHECK(markdown_escaped("a|b\n<img>*_`[x](y)") == "a\\|b &lt;img\\>\\*\\_\\`\\[x\\]\\(y\\)");
}

TEST_CASE("text: shortened text ends between characters") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "abc...");
  CHECK(shortened("a\xC3\xA4"
                  "b",
                  2) == "a...");
}
