#pragma once
// The findings of a check as annotations of a CI page.

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "front/golden/result.h"

namespace weald::golden {

/// One annotation.
struct Annotation {
  std::string_view kind = "error";  ///< or "warning"
  std::string file;                 ///< relative to the root of the repository; empty: none
  std::uint32_t line = 0;           ///< 0: none
  std::string title;                ///< empty: none
  std::string message;
};

/// The GitHub workflow command that shows the annotation: "::error file=a.yaml,line=3,title=b::message", one line, with
/// special characters escaped.
std::string github_command(const Annotation& annotation);

/// The commands for everything that did not pass, at the preset's line where the difference begins. `folder` is the
/// current folder relative to the root of the repository, empty if they are the same.
std::string github_commands(const SuiteResult& result, const Sources& sources, const std::string& folder);

}  // namespace weald::golden
