#include "front/golden/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/preset/yaml_reader.h"

namespace weald::golden {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool is_safe_in_shell(char c) {
  return is_letter_or_digit(c) || std::string_view("_-+=:,./@%").find(c) != std::string_view::npos;
}

/// The text with every invalid UTF-8 byte, and the two characters that XML excludes, replaced.
std::string valid_utf8(std::string_view text) {
  std::string result;
  while (const auto wrong = preset::first_invalid_utf8(text)) {
    result.append(text.substr(0, *wrong)).append(kReplacement);
    text.remove_prefix(*wrong + 1);
  }
  return result.append(text);
}

}  // namespace

std::string shell_quoted(std::string_view text) {
  // A word that starts with '-' would be read as an option: callers place such words after '--' or in '--key=value'.
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_safe_in_shell)) return std::string(text);
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  const std::string valid = valid_utf8(text);
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    const bool is_control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    // U+FFFE and U+FFFF, which are EF BF BE and EF BF BF, are valid UTF-8 but not characters of XML.
    const bool is_excluded = valid.compare(i, 2, "\xEF\xBF") == 0 && i + 2 < valid.size() &&
                             static_cast<unsigned char>(valid[i + 2]) >= 0xBE;
    if (is_control || is_excluded) {
      result += kReplacement;
      if (is_excluded) i += 2;
      continue;
    }
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string markdown_escaped(std::string_view text) {
  std::string result;
  for (const char c : valid_utf8(text)) {
    if (c == '\n' || c == '\r' || c == '\t') {
      result += ' ';
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      if (std::string_view("\\`*_{}[]()#+!|~>").find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

std::string markdown_block(std::string_view text) {
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fmt::format("{0}\n{1}{2}{0}\n", fence, valid_utf8(text), text.ends_with('\n') ? "" : "\n");
}

std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace weald::golden
