#pragma once
// What a check found as annotations of a CI page.

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "front/golden/result.h"

namespace weald::golden {

/// One annotation.
struct Annotation {
  std::string_view kind = "error";  ///< or "warning"
  std::string file;                 ///< as seen from the root of the repository; empty: none
  std::uint32_t line = 0;           ///< 0: none
  std::string title;                ///< empty: none
  std::string message;
};

/// The command of GitHub's workflows that shows it: "::error file=a.yaml,line=3,title=b::message", one line. What has a
/// meaning there is escaped.
std::string github_command(const Annotation& annotation);

/// The commands for all that is not as it should be, at the preset's line where it begins. `folder` is the current
/// folder as seen from the root of the repository, empty where it is that.
std::string github_commands(const SuiteResult& result, const Sources& sources, const std::string& folder);

}  // namespace weald::golden
