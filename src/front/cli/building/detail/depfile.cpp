#include "front/cli/building/detail/depfile.h"

#include <algorithm>

#include <fmt/format.h>

namespace weald::app {

namespace {

constexpr std::string_view kEscapedByBackslash = " #:";
// Characters at which ninja's lexer ends a name, and those that make always treats as syntax.
constexpr std::string_view kNotForNinja = "'\"&*;|<>?^`";
constexpr std::string_view kNotForMake = ";|()";
constexpr std::string_view kNotForMakeTargets = "%=";

bool has_any(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

}  // namespace

std::string depfile_escaped(std::string_view path) {
  std::string out;
  std::size_t backslashes = 0;  // directly before the current character
  for (const char c : path) {
    if (kEscapedByBackslash.find(c) != std::string_view::npos) {
      out.append(backslashes + 1, '\\');
    } else if (c == '$') {
      out += '$';
    }
    out += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return out;
}

std::string depfile_fault(std::string_view path) {
  const bool has_control = std::any_of(path.begin(), path.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
  if (has_control) return "it contains a line break or another control character";
  return path.empty() ? "it is empty" : "";
}

std::string_view depfile_doubt(std::string_view path, bool is_target) {
  const bool not_for_make =
      has_any(path, kNotForMake) || path.ends_with('\\') || (is_target && has_any(path, kNotForMakeTargets));
  // Ninja accepts one backslash before an escaped character, make any odd number.
  const bool not_for_ninja = has_any(path, kNotForNinja) || path.ends_with('\\') ||
                             path.find("\\#") != std::string_view::npos || path.find("\\:") != std::string_view::npos ||
                             path.find("\\$") != std::string_view::npos;
  if (not_for_make && not_for_ninja) return "make and ninja";
  return not_for_make ? "make" : not_for_ninja ? "ninja" : "";
}

std::string depfile_text(std::span<const DepfileRule> rules) {
  std::string out;
  for (const DepfileRule& rule : rules) {
    for (std::size_t i = 0; i < rule.targets.size(); ++i)
      out += (i > 0 ? " \\\n  " : "") + depfile_escaped(rule.targets[i]);
    out += ":";
    for (const std::string& input : rule.inputs) out += " \\\n  " + depfile_escaped(input);
    out += "\n";
  }
  return out;
}

}  // namespace weald::app
