#pragma once
// SourceText: a text with its place in the preset, for grammars and expressions, whose errors point inside the text.

#include <string>
#include <string_view>
#include <vector>

#include "schema/codec.h"
#include "schema/node.h"

namespace weald::lsystem {

/// Text as written in the preset. A scalar that looks like a number is read as text: `axiom: 0` is the string "0".
struct SourceText {
  std::string text;
  SourceLoc where;                        ///< start of the scalar, including its quote
  bool quoted = false;                    ///< the text begins one column after `where`
  std::vector<schema::TextPart> parts{};  ///< places of the pieces, if the text is not written in one piece
  bool operator==(const SourceText& other) const { return text == other.text; }
};

/// The place of `length` bytes at `offset` of `text`. If the text is not written in one piece and the places of its
/// pieces are unknown, the start of the scalar.
SourceLoc place_in(const SourceText& text, std::size_t offset, std::size_t length);

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

template <>
struct weald::schema::Codec<weald::lsystem::SourceText> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::SourceText& out);
  static ValueType type(const Slot&);
  static Node to_node(const lsystem::SourceText& value) { return text_node(value.text); }
};
