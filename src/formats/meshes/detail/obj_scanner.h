#pragma once
// ObjScanner: the lines, words and numbers of the text of mesh files (OBJ, MTL, PLY, STL), with their places.

#include <cstdint>
#include <string>
#include <string_view>

namespace weald::io {

/// A word and where it stands; lines and columns count from 1, columns in bytes.
struct ObjWord {
  std::string_view text;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool empty() const { return text.empty(); }
};

/// Reads a text word by word.
class ObjScanner {
 public:
  /// `name` stands for the file in messages; both must outlive the scanner.
  ObjScanner(std::string_view text, const std::string& name);

  /// Goes to the next line that holds a word; false at the end of the text.
  bool next_line();
  /// The next word of the line, going on to the next one behind a `\`; empty at its end or at a comment.
  ObjWord word();
  /// The rest of the line without blanks around it, `#` and `\` included: a name.
  ObjWord rest();

  /// The number that a word is: the nearest float; what is too close to zero for one is 0. Fails where it is no decimal
  /// number or not a finite one.
  float number(const ObjWord& word) const;

  /// Bytes of the text that were read.
  std::size_t offset() const { return next_; }

  /// Throws IoError "name:line:column: message".
  [[noreturn]] void fail(const ObjWord& at, const std::string& message) const;

 private:
  bool at_line_end() const;
  void skip_blanks();
  void leave_line();
  ObjWord here() const;
  /// Fails when the word holds a byte that no text has.
  const ObjWord& checked(const ObjWord& word) const;

  std::string_view text_;
  const std::string& name_;
  std::size_t next_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  bool inside_ = false;  // a line was begun
};

/// `text` as it can be shown in a message: cut to 40 bytes, control characters as `?`.
std::string shown(std::string_view text);

}  // namespace weald::io
