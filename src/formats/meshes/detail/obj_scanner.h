#pragma once
// ObjScanner: reads lines, words and numbers of text mesh files (OBJ, MTL, PLY, STL), with their locations.

#include <cstdint>
#include <string>
#include <string_view>

namespace weald::io {

/// A word and its location; lines and columns count from 1, columns in bytes.
struct ObjWord {
  std::string_view text;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool empty() const { return text.empty(); }
};

/// Reads a text word by word.
class ObjScanner {
 public:
  /// `name` is the file name in messages; both must outlive the scanner.
  ObjScanner(std::string_view text, const std::string& name);

  /// Goes to the next line that contains a word; false at the end of the text.
  bool next_line();
  /// The next word of the line, which a `\` at its end continues on the next line; empty at the end or at a comment.
  ObjWord word();
  /// The rest of the line without blanks around it, `#` and `\` included: a name.
  ObjWord rest();

  /// Parses a word as a number, rounded to the nearest float; numbers too close to zero become 0. Fails if it is not a
  /// finite decimal number.
  float number(const ObjWord& word) const;

  /// Number of bytes of the text that have been read.
  std::size_t offset() const { return next_; }

  /// Throws IoError "name:line:column: message".
  [[noreturn]] void fail(const ObjWord& at, const std::string& message) const;

 private:
  bool at_line_end() const;
  void skip_blanks();
  void leave_line();
  ObjWord here() const;
  /// Fails if the word contains a byte that does not occur in text.
  const ObjWord& checked(const ObjWord& word) const;

  std::string_view text_;
  const std::string& name_;
  std::size_t next_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  bool inside_ = false;  // inside a line
};

}  // namespace weald::io
