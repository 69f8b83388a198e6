#pragma once
// Text made safe for where it goes: a shell, XML, HTML, Markdown.

#include <string>
#include <string_view>

namespace weald::golden {

/// `text` as one word of a POSIX shell: as it is where that is safe, else in single quotes.
std::string shell_quoted(std::string_view text);

/// `text` for element content and quoted attributes of XML 1.0 and HTML. What XML cannot hold (control characters,
/// bytes that are not UTF-8) becomes U+FFFD.
std::string xml_escaped(std::string_view text);

/// `text` for a cell of a table in Markdown: nothing in it is markup, and it stays on one line.
std::string markdown_escaped(std::string_view text);

/// `text` as a block of code in Markdown, whatever fences are in it.
std::string markdown_block(std::string_view text);

/// At most `limit` bytes of `text`, cut between characters of UTF-8; "..." stands for the rest.
std::string shortened(std::string_view text, std::size_t limit = 240);

}  // namespace weald::golden
