#pragma once
// The parts common to all HTML reports.

#include <string_view>

namespace weald::golden {

/// The style sheet: light or dark like the reader's system, readable without a script.
std::string_view report_style();

/// The script: filter by state, ways to compare two pictures, copying of commands. Without it every picture is shown.
std::string_view report_script();

}  // namespace weald::golden
