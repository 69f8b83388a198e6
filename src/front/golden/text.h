#pragma once
// Escapes text for its destination: a shell, XML, HTML, Markdown.

#include <string>
#include <string_view>

namespace weald::golden {

/// `text` as one word of a POSIX shell: unquoted if that is safe, otherwise in single quotes.
std::string shell_quoted(std::string_view text);

/// `text` for element content and quoted attributes of XML 1.0 and HTML. Characters not allowed in XML (control
/// characters, invalid UTF-8) become U+FFFD.
std::string xml_escaped(std::string_view text);

/// `text` for a cell of a Markdown table: nothing in it is markup, and it stays on one line.
std::string markdown_escaped(std::string_view text);

/// `text` as a block of code in Markdown, even if it contains fences.
std::string markdown_block(std::string_view text);

/// At most `limit` bytes of `text`, cut between characters of UTF-8; "..." replaces the rest.
std::string shortened(std::string_view text, std::size_t limit = 240);

}  // namespace weald::golden
