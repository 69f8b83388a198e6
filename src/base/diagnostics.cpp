#include "base/diagnostics.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/check.h"

namespace weald {

std::uint32_t Sources::add(std::string name, std::string text) {
  std::vector<std::size_t> lines{0};
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1))
    lines.push_back(end + 1);
  entries_.push_back({std::move(name), std::move(text), std::move(lines)});
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

const std::string& Sources::name(std::uint32_t source) const {
  WEALD_CHECK(source < entries_.size());
  return entries_[source].name;
}

std::string_view Sources::line(std::uint32_t source, std::uint32_t line) const {
  if (source >= entries_.size() || line == 0 || line > entries_[source].lines.size()) return {};
  std::string_view rest = std::string_view(entries_[source].text).substr(entries_[source].lines[line - 1]);
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

void Diagnostics::unreadable(std::optional<SourceLoc> where, std::string message, std::string help) {
  all_.push_back({Severity::error, where, std::move(message), std::move(help), FailureKind::file});
  ++errors_;
}

bool Diagnostics::has(FailureKind failure) const {
  return std::any_of(all_.begin(), all_.end(),
                     [failure](const Diagnostic& diagnostic) { return diagnostic.failure == failure; });
}

void Diagnostics::error(std::optional<SourceLoc> where, std::string message, std::string help) {
  all_.push_back({Severity::error, where, std::move(message), std::move(help)});
  ++errors_;
}

void Diagnostics::warning(std::optional<SourceLoc> where, std::string message, std::string help) {
  const auto is_same = [&](const Diagnostic& other) {
    return other.severity == Severity::warning && other.where == where && other.message == message;
  };
  if (where && std::any_of(all_.begin(), all_.end(), is_same)) return;
  all_.push_back({Severity::warning, where, std::move(message), std::move(help)});
}

void Diagnostics::set_declared(std::size_t first, const SourceLoc& where) {
  for (std::size_t i = first; i < all_.size(); ++i) {
    if (!all_[i].declared) all_[i].declared = where;
  }
}

bool Diagnostics::has_error_at(const SourceLoc& where) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::error && diagnostic.where == where;
  });
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++errors_;
  all_.push_back(std::move(diagnostic));
}

namespace {

// Long lines are cut to the part around the caret, so that a minified preset does not flood the terminal.
constexpr std::size_t kMaxShown = 120;

// The longest message shown in full: a message may quote a value of a megabyte.
constexpr std::size_t kMaxMessage = 600;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Number of bytes of the character at `at` if it is invisible and changes how its neighbours are displayed; 0 for any
// other character. Such characters are controls (U+0000 to U+001F, U+007F to U+009F), line separators and marks of
// writing direction (U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069).
std::size_t control_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) return 2;
  if (byte(0) != 0xE2) return 0;
  const bool is_mark = byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xA8 && byte(2) <= 0xAE));
  const bool is_isolate = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return is_mark || is_isolate ? 3 : 0;
}

// Text from a preset, made safe to print: control characters could change colours in the terminal or misplace the
// caret. Each of their bytes becomes a space.
std::string printable(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t length = control_length(text, i);
    for (std::size_t k = 0; k < length; ++k) out[i + k] = ' ';
    if (length > 0) i += length - 1;
  }
  return out;
}

// Shortens a long message to its beginning and its end.
std::string shortened(std::string_view message) {
  if (message.size() <= kMaxMessage) return printable(message);
  std::size_t head = kMaxMessage * 2 / 3, tail = message.size() - kMaxMessage / 3;
  while (head > 0 && is_continuation(message[head])) --head;
  while (tail < message.size() && is_continuation(message[tail])) ++tail;
  return printable(message.substr(0, head)) + " [...] " + printable(message.substr(tail));
}

struct Excerpt {
  std::string text;
  std::size_t caret = 0;  // bytes before the caret within text
};

Excerpt excerpt(std::string_view line, std::size_t column) {
  const std::size_t at = std::min(column > 0 ? column - 1 : 0, line.size());
  std::size_t begin = at > kMaxShown / 2 ? at - kMaxShown / 2 : 0;
  // Do not start inside a UTF-8 sequence.
  while (begin > 0 && is_continuation(line[begin])) --begin;
  std::string_view shown = line.substr(begin, kMaxShown);
  while (begin + shown.size() < line.size() && !shown.empty() && is_continuation(line[begin + shown.size()])) {
    shown.remove_suffix(1);
  }
  return {printable(shown), at - begin};
}

// Terminal columns before byte `bytes`: UTF-8 continuation bytes take none.
std::size_t columns(std::string_view text, std::size_t bytes) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(bytes, text.size())),
                    [](char c) { return !is_continuation(c); }));
}

/// "pine.yaml:4:21".
std::string place_text(const SourceLoc& loc, const Sources& sources) {
  const std::string name = printable(sources.name(loc.source));
  return loc.line == 0 ? name : fmt::format("{}:{}:{}", name, loc.line, loc.column);
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
  const std::string place = (diagnostic.where ? place_text(*diagnostic.where, sources) : "weald") + ": ";
  std::string out = fmt::format("{}{}{}{}{}: {}{}\n", bold, place, off, tint, is_error ? "error" : "warning", off,
                                shortened(diagnostic.message));
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
  if (!diagnostic.help.empty()) out += fmt::format("      = help: {}\n", shortened(diagnostic.help));
  if (diagnostic.declared) out += fmt::format("      = declared: {}\n", place_text(*diagnostic.declared, sources));
  return out;
}

std::string format_all(const Diagnostics& diagnostics, const Sources& sources, bool colour, std::size_t limit) {
  std::vector<const Diagnostic*> sorted;
  for (const Diagnostic& d : diagnostics.all()) sorted.push_back(&d);
  const std::size_t count = sorted.size();
  const auto is_before = [](const Diagnostic* a, const Diagnostic* b) { return order_of(*a) < order_of(*b); };
  std::stable_sort(sorted.begin(), sorted.end(), is_before);
  if (count > limit) {
    // Warnings are left out before errors, because errors end the run.
    std::stable_partition(sorted.begin(), sorted.end(),
                          [](const Diagnostic* diagnostic) { return diagnostic->severity == Severity::error; });
    sorted.resize(limit);
    std::stable_sort(sorted.begin(), sorted.end(), is_before);
  }
  std::string out;
  for (const Diagnostic* diagnostic : sorted) out += format(*diagnostic, sources, colour);
  if (count > limit) out += fmt::format("weald: and {} more\n", count - limit);
  return out;
}

}  // namespace weald
