#include "stages/plants/lsystem/detail/source_text.h"

#include <algorithm>

namespace weald::lsystem {

SourceLoc place_in(const SourceText& text, std::size_t offset, std::size_t length) {
  return schema::place_in({text.text, text.quoted, text.parts}, text.where, offset, length);
}

void TextIssues::error(const SourceText& text, std::size_t offset, std::size_t length, std::string message,
                       std::string help) {
  all_.push_back({Severity::error, place_in(text, offset, length), std::move(message), std::move(help)});
  ++errors_;
}

void TextIssues::warning(const SourceText& text, std::string message, std::string help) {
  all_.push_back({Severity::warning, place_in(text, 0, text.text.size()), std::move(message), std::move(help)});
}

const std::string& TextIssues::first_error() const {
  const auto first =
      std::find_if(all_.begin(), all_.end(), [](const TextIssue& issue) { return issue.severity == Severity::error; });
  WEALD_CHECK(first != all_.end());
  return first->message;
}

}  // namespace weald::lsystem

namespace weald::schema {

bool Codec<lsystem::SourceText>::decode(const Node& node, const Slot& slot, Decoder& decoder,
                                        lsystem::SourceText& out) {
  if (node.scalar() == nullptr) return decoder.wrong_type(node, slot, "text");
  out = {node.scalar()->text, node.where, node.scalar()->quoted, node.scalar()->parts};
  return true;
}

ValueType Codec<lsystem::SourceText>::type(const Slot&) {
  return {.kind = ValueType::Kind::any_of,
          .elements = {{.kind = ValueType::Kind::string}, {.kind = ValueType::Kind::number}}};
}

}  // namespace weald::schema
