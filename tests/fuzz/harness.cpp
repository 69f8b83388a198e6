#include "harness.h"

#include <algorithm>
#include <charconv>

namespace weald::fuzz {

namespace {

std::size_t line_count(std::string_view text) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void require_inside(const SourceLoc& where, const Sources& sources) {
  require(where.source < sources.count(), "a diagnostic names a text that there is");
  if (where.line == 0) return;
  require(where.column >= 1 && where.length >= 1, "columns count from 1 and lengths are at least 1");
  // An end that is missing is reported behind the last line, or behind the last byte of a line.
  const bool is_there = where.line == 1 || !sources.line(where.source, where.line).empty() ||
                        !sources.line(where.source, where.line - 1).empty() || where.column == 1;
  require(is_there, "a diagnostic has its place in a line that there is");
  require(where.column <= sources.line(where.source, where.line).size() + 2,
          "a diagnostic has its place within its line");
}

}  // namespace

void require_sound(const Diagnostics& diagnostics, const Sources& sources, bool has_result) {
  require(has_result != diagnostics.has_errors(), "a reader gives a result or says why not");
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    require(!diagnostic.message.empty(), "a diagnostic says something");
    if (diagnostic.where) require_inside(*diagnostic.where, sources);
  }
  if (!diagnostics.all().empty())
    require(!format_all(diagnostics, sources, true).empty(), "diagnostics can be printed");
}

void require_place(std::string_view message, std::string_view name, std::string_view text) {
  if (!message.starts_with(name)) return;  // about the file as a whole
  message.remove_prefix(name.size());
  std::size_t place[2] = {0, 0};
  for (std::size_t& number : place) {
    require(message.starts_with(':'), "a message has line and column behind the file's name");
    message.remove_prefix(1);
    const auto [end, error] = std::from_chars(message.data(), message.data() + message.size(), number);
    require(error == std::errc{} && number >= 1, "lines and columns are numbers from 1");
    message.remove_prefix(static_cast<std::size_t>(end - message.data()));
  }
  require(message.size() > 2, "a message says something");
  const auto ends =
      static_cast<std::size_t>(std::count(text.begin(), text.end(), '\r'));  // old Mac line ends count too
  require(place[0] <= line_count(text) + ends && place[1] <= text.size() + 1,
          "a message has its place within the text");
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::size_t take_choice(std::string_view& text, std::size_t count) {
  if (text.empty()) return 0;
  const std::size_t choice = static_cast<unsigned char>(text[0]) % count;
  text.remove_prefix(1);
  return choice;
}

}  // namespace weald::fuzz
