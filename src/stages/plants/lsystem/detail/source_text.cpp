#include "stages/plants/lsystem/detail/source_text.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace weald::lsystem {

namespace {
constexpr std::size_t kFarthestColumn = std::numeric_limits<std::uint32_t>::max() / 2;
}

SourceLoc place_in(const SourceText& text, std::size_t offset, std::size_t length) {
  SourceLoc place = text.where;
  const auto clamped = [](std::size_t value, std::size_t least) {
    return static_cast<std::uint32_t>(std::clamp(value, least, kFarthestColumn));
  };
  if (text.parts.empty()) {
    if (text.text.find('\n') != std::string::npos) return place;
    place.column += clamped(offset + (text.quoted ? 1 : 0), 0);
    place.length = clamped(length, 1);
    return place;
  }
  const auto after = std::upper_bound(text.parts.begin(), text.parts.end(), offset,
                                      [](std::size_t at, const schema::TextPart& part) { return at < part.begin; });
  const schema::TextPart& part = after == text.parts.begin() ? *after : *std::prev(after);
  const std::size_t end = after == text.parts.end() ? text.text.size() : after->begin;
  place.line = part.line;
  place.column = part.column + clamped(offset - std::min<std::size_t>(offset, part.begin), 0);
  place.length = clamped(std::min(length, end - std::min(offset, end)), 1);
  return place;
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
