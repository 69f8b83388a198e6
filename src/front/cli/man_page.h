#pragma once
// Man pages, made from the declarations: the commands' options, and the stages.

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace weald::app {

/// A man page: its file name ("weald-build.1") and its text (roff, man macros).
using ManPage = std::pair<std::string, std::string>;

/// Every page: weald.1, one for each command, and weald-preset.5 on stages and their parameters.
std::vector<ManPage> man_pages(const CLI::App& program);

/// `text` escaped for roff: backslashes, leading dots and hyphens are literal.
std::string roff_text(std::string_view text);

}  // namespace weald::app
