#pragma once
// The parts of the HTML report that are the same in every report.

#include <string_view>

namespace weald::golden {

/// The style sheet: light or dark like the reader's system, readable without a script.
std::string_view report_style();

/// The script: filter by state, ways to compare two pictures or meshes, copying of commands. Without it every picture
/// is shown.
std::string_view report_script();

}  // namespace weald::golden
