#include "formats/meshes/detail/obj_scanner.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/read_number.h"
#include "base/text/shown.h"

namespace weald::io {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// True for a number that is out of range because it is too close to zero.
bool is_tiny(std::string_view text) {
  double value = 0;
  if (read_number(text, value).status == std::errc{}) return std::abs(value) < 1;
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) return text.substr(exponent + 1).starts_with('-');
  return text.find_first_of("123456789") > text.find('.');
}

}  // namespace

ObjScanner::ObjScanner(std::string_view text, const std::string& name) : text_(text), name_(name) {
  if (text_.starts_with("\xEF\xBB\xBF")) next_ = line_start_ = 3;  // byte order mark
}

bool ObjScanner::at_line_end() const { return next_ >= text_.size() || is_line_end(text_[next_]); }

void ObjScanner::skip_blanks() {
  while (next_ < text_.size() && is_blank(text_[next_])) ++next_;
}

void ObjScanner::leave_line() {
  while (!at_line_end()) ++next_;
  if (next_ < text_.size()) next_ += text_.substr(next_, 2) == "\r\n" ? 2u : 1u;
  line_start_ = next_;
  ++line_;
}

ObjWord ObjScanner::here() const {
  return {{}, line_, static_cast<std::uint32_t>(std::min<std::size_t>(next_ - line_start_ + 1, 0xFFFFFFFFu))};
}

bool ObjScanner::next_line() {
  if (inside_) leave_line();
  inside_ = true;
  for (; next_ < text_.size(); leave_line()) {
    skip_blanks();
    if (!at_line_end() && text_[next_] != '#') return true;
  }
  inside_ = false;
  return false;
}

ObjWord ObjScanner::word() {
  for (;;) {
    skip_blanks();
    const bool continues = next_ + 1 < text_.size() && text_[next_] == '\\' && is_line_end(text_[next_ + 1]);
    if (!continues) break;
    leave_line();
  }
  ObjWord result = here();
  if (at_line_end() || text_[next_] == '#') return result;
  const std::size_t start = next_;
  while (!at_line_end() && !is_blank(text_[next_])) {
    if (text_[next_] == '\\' && (next_ + 1 == text_.size() || is_line_end(text_[next_ + 1]))) break;
    ++next_;
  }
  if (next_ == start) fail(result, "the text ends with a line continuation");
  result.text = text_.substr(start, next_ - start);
  return checked(result);
}

ObjWord ObjScanner::rest() {
  skip_blanks();
  ObjWord result = here();
  const std::size_t start = next_;
  while (!at_line_end()) ++next_;
  std::size_t end = next_;
  while (end > start && is_blank(text_[end - 1])) --end;
  result.text = text_.substr(start, end - start);
  return checked(result);
}

const ObjWord& ObjScanner::checked(const ObjWord& word) const {
  for (std::size_t i = 0; i < word.text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(word.text[i]);
    if ((byte >= 0x20 || byte == '\t') && byte != 0x7F) continue;
    ObjWord at = word;
    at.column += static_cast<std::uint32_t>(i);
    fail(at, fmt::format("byte 0x{:02X} is not text", byte));
  }
  return word;
}

float ObjScanner::number(const ObjWord& word) const {
  std::string_view text = word.text;
  if (text.starts_with('+')) text.remove_prefix(1);
  float value = 0;
  const char* const end = text.data() + text.size();
  const auto result = read_number(text, value);
  if (result.end != end || result.status == std::errc::invalid_argument) {
    const bool comma = text.find(',') != std::string_view::npos;
    fail(word,
         "'" + shown(word.text) + "' is not a number" + (comma ? " (numbers have a decimal point, not a comma)" : ""));
  }
  if (result.status == std::errc::result_out_of_range) {
    if (!is_tiny(text)) fail(word, "'" + shown(word.text) + "' is too large");
    return 0;
  }
  if (!std::isfinite(value)) fail(word, "'" + shown(word.text) + "' is not a finite number");
  return value;
}

void ObjScanner::fail(const ObjWord& at, const std::string& message) const {
  throw IoError(fmt::format("{}:{}:{}: {}", name_, at.line, at.column, message));
}

}  // namespace weald::io
