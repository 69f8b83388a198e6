#include "core/diagnostics.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "core/check.h"

namespace weald {

std::uint32_t Sources::add(std::string name, std::string text) {
  entries_.push_back({std::move(name), std::move(text)});
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

const std::string& Sources::name(std::uint32_t source) const {
  WEALD_CHECK(source < entries_.size());
  return entries_[source].name;
}

std::string_view Sources::line(std::uint32_t source, std::uint32_t line) const {
  if (source >= entries_.size() || line == 0) return {};
  std::string_view rest = entries_[source].text;
  for (std::uint32_t i = 1; i < line; ++i) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

void Diagnostics::error(std::optional<SourceLoc> where, std::string message, std::string help) {
  all_.push_back({Severity::error, where, std::move(message), std::move(help)});
  ++errors_;
}

void Diagnostics::warning(std::optional<SourceLoc> where, std::string message, std::string help) {
  all_.push_back({Severity::warning, where, std::move(message), std::move(help)});
}

namespace {

// The part of a long line around the caret, so that a minified preset does not flood the terminal.
constexpr std::size_t kMaxShown = 120;

// Text from a preset, made safe to print: control characters could recolour the terminal or make the caret lie.
std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return out;
}

struct Excerpt {
  std::string text;
  std::size_t caret = 0;  // bytes before the caret within text
};

Excerpt excerpt(std::string_view line, std::size_t column) {
  const std::size_t at = std::min(column > 0 ? column - 1 : 0, line.size());
  std::size_t begin = at > kMaxShown / 2 ? at - kMaxShown / 2 : 0;
  // Do not start inside a UTF-8 sequence.
  while (begin > 0 && (static_cast<unsigned char>(line[begin]) & 0xC0) == 0x80) --begin;
  std::string_view shown = line.substr(begin, kMaxShown);
  while (begin + shown.size() < line.size() && !shown.empty() &&
         (static_cast<unsigned char>(line[begin + shown.size()]) & 0xC0) == 0x80) {
    shown.remove_suffix(1);
  }
  return {printable(shown), at - begin};
}

// Terminal columns before byte `bytes`: UTF-8 continuation bytes take none.
std::size_t columns(std::string_view text, std::size_t bytes) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(bytes, text.size())),
                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

auto order_of(const Diagnostic& d) {
  const SourceLoc loc = d.where.value_or(SourceLoc{});
  return std::tuple{loc.source, loc.line, loc.column};
}

}  // namespace

std::string format(const Diagnostic& diagnostic, const Sources& sources, bool colour) {
  const bool is_error = diagnostic.severity == Severity::error;
  const char* bold = colour ? "\033[1m" : "";
  const char* tint = !colour ? "" : is_error ? "\033[1;31m" : "\033[1;33m";
  const char* off = colour ? "\033[0m" : "";
  std::string place = "weald: ";
  if (diagnostic.where) {
    const SourceLoc& loc = *diagnostic.where;
    const std::string name = printable(sources.name(loc.source));
    place = loc.line == 0 ? fmt::format("{}: ", name) : fmt::format("{}:{}:{}: ", name, loc.line, loc.column);
  }
  std::string out = fmt::format("{}{}{}{}{}: {}{}\n", bold, place, off, tint, is_error ? "error" : "warning", off,
                                printable(diagnostic.message));
  if (diagnostic.where && diagnostic.where->line > 0) {
    const std::string_view line = sources.line(diagnostic.where->source, diagnostic.where->line);
    if (!line.empty()) {
      const Excerpt shown = excerpt(line, diagnostic.where->column);
      const std::size_t indent = columns(shown.text, shown.caret);
      const std::size_t end =
          std::min<std::size_t>(shown.caret + std::max<std::uint32_t>(diagnostic.where->length, 1), shown.text.size());
      const std::size_t width = std::max<std::size_t>(1, columns(shown.text, end) - indent);
      out += fmt::format("{:>5} | {}\n", diagnostic.where->line, shown.text);
      out += fmt::format("      | {}{}^{}{}\n", std::string(indent, ' '), tint, std::string(width - 1, '~'), off);
    }
  }
  if (!diagnostic.help.empty()) out += fmt::format("      = help: {}\n", printable(diagnostic.help));
  return out;
}

std::string format_all(const Diagnostics& diagnostics, const Sources& sources, bool colour, std::size_t limit) {
  std::vector<const Diagnostic*> sorted;
  for (const Diagnostic& d : diagnostics.all()) sorted.push_back(&d);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Diagnostic* a, const Diagnostic* b) { return order_of(*a) < order_of(*b); });
  std::string out;
  for (std::size_t i = 0; i < sorted.size() && i < limit; ++i) out += format(*sorted[i], sources, colour);
  if (sorted.size() > limit) out += fmt::format("weald: and {} more\n", sorted.size() - limit);
  return out;
}

}  // namespace weald
