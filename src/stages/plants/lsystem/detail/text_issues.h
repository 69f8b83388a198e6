#pragma once
// TextIssues: the errors and warnings of a grammar, which point inside the texts of the preset.

#include <string>
#include <string_view>
#include <vector>

#include "schema/source_text.h"

namespace weald::lsystem {

using schema::place_in;
using schema::SourceText;

/// An error or warning found while parsing a SourceText.
struct TextIssue {
  Severity severity = Severity::error;
  SourceLoc where;
  std::string message;
  std::string help;
};

/// Collects the issues of a grammar.
class TextIssues {
 public:
  /// Adds an error about `length` bytes at `offset` of `text`.
  void error(const SourceText& text, std::size_t offset, std::size_t length, std::string message,
             std::string help = {});
  /// Adds a warning about the whole `text`.
  void warning(const SourceText& text, std::string message, std::string help = {});
  bool has_errors() const { return errors_ > 0; }
  const std::vector<TextIssue>& all() const { return all_; }
  /// The message of the first error. Pre: has_errors().
  const std::string& first_error() const;

 private:
  std::vector<TextIssue> all_;
  std::size_t errors_ = 0;
};

}  // namespace weald::lsystem
