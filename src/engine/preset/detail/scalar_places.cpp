#include "engine/preset/detail/scalar_places.h"

#include <algorithm>

namespace weald::preset {

namespace {

// True for a byte in UTF-8 that is not the first of its character.
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Follows the value through the source: equal bytes match; a space may match a fold, and an escape matches anything.
class Aligner {
 public:
  Aligner(std::string_view source, const ScalarStart& start)
      : source_(source), position_(start.begin), line_begin_(start.line_begin), line_(start.line) {
    style_ = peek();
    if (style_ == '\'' || style_ == '"') advance();
    if (style_ == '|' || style_ == '>') skip_header();
  }

  // Moves past the byte of the source that `c` corresponds to; false if there is none.
  bool follow(char c) {
    while (position_ < source_.size()) {
      if (style_ == '"' && peek() == '\\') {
        if (skip_continuation()) continue;
        mark();
        skip_escape();
        return true;
      }
      if (peek() == c && !is_space(c)) {
        mark();
        advance();
        if (style_ == '\'' && c == '\'') advance();  // '' stands for '
        return true;
      }
      if (is_continuation(c)) return true;  // of a character that an escape stands for
      if (!is_space(peek())) return false;
      if (is_space(c) && (peek() == c || at_fold())) {
        mark();
        if (peek() == c && c != '\n' && !at_fold())
          advance();
        else
          skip_fold();
        return true;
      }
      advance();
    }
    return false;
  }

  std::uint32_t line() const { return marked_line_; }
  std::uint32_t column() const { return marked_column_; }

 private:
  char peek(std::size_t ahead = 0) const { return position_ + ahead < source_.size() ? source_[position_ + ahead] : 0; }
  void advance() {
    if (peek() == '\n') {
      ++line_;
      line_begin_ = position_ + 1;
    }
    ++position_;
  }
  void mark() {
    marked_line_ = line_;
    marked_column_ = static_cast<std::uint32_t>(position_ - line_begin_ + 1);
  }
  void skip_header() {
    while (position_ < source_.size() && peek() != '\n') advance();
    std::size_t first = source_.find_first_not_of(" \r\n", position_);
    if (first == std::string_view::npos) first = source_.size();
    const std::size_t before = source_.rfind('\n', first);
    indent_ = before == std::string_view::npos ? 0 : first - before - 1;
    skip_fold();
  }
  // True if only spaces precede the end of the line. Many spaces are scanned once, even if this is called at each of
  // them.
  bool at_fold() {
    if (position_ >= blanks_end_) {
      blanks_end_ = std::min(source_.find_first_not_of(" \t\r", position_), source_.size());
    }
    return blanks_end_ < source_.size() && source_[blanks_end_] == '\n';
  }
  // Moves to the first byte of the next line that is not a space; in a block, at most past its indentation.
  void skip_fold() {
    while (position_ < source_.size() && is_space(peek()) && peek() != '\n') advance();
    if (peek() == '\n') advance();
    for (std::size_t i = 0; i < indent_ && (peek() == ' ' || peek() == '\t'); ++i) advance();
  }
  // A backslash at the end of a line joins it to the next.
  bool skip_continuation() {
    if (peek(1) != '\n' && !(peek(1) == '\r' && peek(2) == '\n')) return false;
    advance();
    skip_fold();
    return true;
  }
  void skip_escape() {
    const char kind = peek(1);
    const std::size_t length = kind == 'x' ? 4 : kind == 'u' ? 6 : kind == 'U' ? 10 : 2;
    for (std::size_t i = 0; i < length && position_ < source_.size(); ++i) advance();
  }

  std::string_view source_;
  std::size_t position_;
  std::size_t line_begin_;
  std::uint32_t line_;
  std::size_t blanks_end_ = 0;                         // of the blanks that at_fold() has looked at
  std::size_t indent_ = static_cast<std::size_t>(-1);  // of a block
  char style_ = 0;
  std::uint32_t marked_line_ = 0;
  std::uint32_t marked_column_ = 0;
};

}  // namespace

std::vector<schema::TextPart> parts_of_scalar(std::string_view source, const ScalarStart& start,
                                              std::string_view value) {
  if (start.begin >= source.size()) return {};
  const bool quoted = source[start.begin] == '\'' || source[start.begin] == '"';
  if (source.substr(start.begin + (quoted ? 1 : 0)).starts_with(value)) return {};
  Aligner aligner(source, start);
  std::vector<schema::TextPart> parts;
  std::uint32_t next_column = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool trailing = i + 1 == value.size() && value[i] == '\n';  // the end of a block may be the end of the file
    if (!aligner.follow(value[i])) {
      if (trailing) break;
      const bool is_start = parts.empty();
      const auto first = static_cast<std::uint32_t>(start.begin - start.line_begin + 1);
      parts.push_back({static_cast<std::uint32_t>(i), is_start ? start.line : aligner.line(),
                       is_start ? first : aligner.column(), false});
      break;
    }
    if (parts.empty() || parts.back().line != aligner.line() || next_column != aligner.column())
      parts.push_back({static_cast<std::uint32_t>(i), aligner.line(), aligner.column()});
    next_column = aligner.column() + 1;
  }
  return parts;
}

}  // namespace weald::preset
