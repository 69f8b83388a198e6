#include "stages/plants/lsystem/detail/text_issues.h"

#include <algorithm>

namespace weald::lsystem {

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
