#include "stages/plants/lsystem/detail/symbol_names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "stages/plants/lsystem/turtle_commands.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kMaxNames = 256;  // the limit of an alphabet; every symbol is compared with all names

constexpr bool is_symbol_char(char c) { return c > 0x20 && c < 0x7f && c != '(' && c != ')' && c != ':' && c != '_'; }
constexpr bool begins_two(char c) { return c == '@' || c == '?' || c == '~'; }

// Typeset characters and their ASCII equivalents.
constexpr std::array<std::pair<std::string_view, char>, 9> kTypeset{{{"\u2212", '-'},
                                                                     {"\u2013", '-'},
                                                                     {"\u2227", '^'},
                                                                     {"\u02c6", '^'},
                                                                     {"\u2018", '\''},
                                                                     {"\u2019", '\''},
                                                                     {"\u2032", '\''},
                                                                     {"\u223c", '~'},
                                                                     {"\u2217", '*'}}};

std::string symbol_help(std::string_view text) {
  const char c = text.empty() ? '\0' : text[0];
  for (const auto& [sign, meant] : kTypeset) {
    if (text.starts_with(sign)) return fmt::format("'{}' is a typeset character; write {}", sign, meant);
  }
  if (c == '(') return "parameters must follow a symbol";
  if (c == ')') return "there is no matching '('";
  if (c == '_') return "a subscript must follow a symbol: a_r";
  if (c == ':') return "':' is written before a condition and before a probability";
  return "symbols are printable ASCII characters";
}

// Length in bytes of the UTF-8 character at the start of the text; 1 if there is none.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.empty() ? '\0' : text[0]);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  if (length > text.size() ||
      !std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), continues))
    return 1;
  return length;
}

// The character, with its code unless it is a plain letter, because some characters are invisible.
std::string shown_character(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.empty() ? '\0' : character[0]);
  if (character.size() <= 1)
    return lead > 0x20 && lead < 0x7f ? fmt::format("'{}'", character) : fmt::format("byte 0x{:02x}", lead);
  std::uint32_t code = lead & (0x7Fu >> character.size());
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
  return fmt::format("'{}' (U+{:04X})", character, code);
}

// The name without a leading @, ? or ~.
std::string_view body_of(std::string_view name) { return !name.empty() && begins_two(name[0]) ? name.substr(1) : name; }

}  // namespace

SymbolNames::SymbolNames(const std::vector<SourceText>& texts, TextIssues& issues) {
  for (const SourceText& text : texts) {
    const std::string& name = text.text;
    if (names_.size() == kMaxNames) {
      issues.error(text, 0, name.size(), fmt::format("more than {} names of symbols", kMaxNames));
      break;
    }
    if (!is_identifier(body_of(name)) || name.size() > kLongestName) {
      issues.error(text, 0, name.size(), fmt::format("'{}' cannot be the name of a symbol", name.substr(0, 40)),
                   "names consist of letters, digits and _, begin with a letter, and may follow @, ? or ~: ~leaf, "
                   "Apex");
    } else if (name.size() == 1) {
      issues.error(text, 0, 1, fmt::format("'{}' is a symbol and need not be listed", name));
    } else if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
      issues.error(text, 0, name.size(), fmt::format("'{}' is listed twice", name));
    } else {
      names_.push_back(name);
    }
  }
  sort();
}

SymbolNames::SymbolNames(const std::vector<Symbol>& alphabet) {
  for (const Symbol& symbol : alphabet) {
    if (symbol.name.size() > 1 && std::find(names_.begin(), names_.end(), symbol.name) == names_.end())
      names_.push_back(symbol.name);
  }
  sort();
}

void SymbolNames::sort() {
  std::stable_sort(names_.begin(), names_.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
}

std::size_t SymbolNames::match(std::string_view text) const {
  const auto found =
      std::find_if(names_.begin(), names_.end(), [&](const std::string& name) { return text.starts_with(name); });
  return found == names_.end() ? 0 : found->size();
}

std::string parse_symbol(Cursor& cursor, const SymbolNames& names, TextIssues& issues) {
  const std::size_t place = cursor.position;
  const char c = cursor.peek();
  const std::string_view rest = std::string_view(cursor.source.text).substr(place, cursor.end - place);
  if (!is_symbol_char(c)) {
    const std::size_t length = character_length(rest);
    issues.error(cursor.source, place, length, shown_character(rest.substr(0, length)) + " is not a symbol",
                 symbol_help(rest));
    return {};
  }
  char second = 0;
  if (const std::size_t length = std::max(names.match(rest), long_command(rest))) {
    cursor.position += length;
  } else {
    ++cursor.position;
    if (begins_two(c)) {
      cursor.skip_space();
      if (!is_symbol_char(cursor.peek())) {
        issues.error(cursor.source, place, 1,
                     fmt::format("'{}' is the first half of a symbol; the second half is missing", c),
                     fmt::format("write {}x, with any character for x", c));
        return {};
      }
      second = cursor.peek();
      ++cursor.position;
    }
  }
  std::string name = second == 0 ? cursor.source.text.substr(place, cursor.position - place) : std::string{c, second};
  if (cursor.peek() == '_') {
    if (c == '[' || c == ']' || !is_symbol_char(cursor.peek(1))) {
      issues.error(cursor.source, cursor.position, 1, "'_' needs a symbol before it and a character after it");
      return {};
    }
    name += cursor.source.text.substr(cursor.position, 2);
    cursor.position += 2;
  }
  return name;
}

std::vector<std::string> parse_symbols(const SourceText& text, TextIssues& issues, const SymbolNames& names) {
  std::vector<std::string> result;
  Cursor cursor{text, 0, text.text.size()};
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    std::string name = parse_symbol(cursor, names, issues);
    if (name.empty()) break;
    result.push_back(std::move(name));
  }
  return result;
}

}  // namespace weald::lsystem
