#pragma once
// A verdict as text for terminals and summaries.

#include <string>

#include "front/compare/verdict.h"

namespace weald::compare {

/// A figure with its unit, six significant digits: "0.53 m", "1.25 %" (shares), "12".
std::string figure_text(double value, std::string_view unit);

/// One line for each gate: name, value, limit, "ok" or "FAIL" (nothing for figures without a limit), note. Columns are
/// aligned, each line is indented by two spaces and ends with a newline.
std::string gates_text(const Verdict& verdict);

/// One line without a newline: the outcome, the failed gates, and the location of the first difference.
std::string summary_text(const Verdict& verdict);

/// One line without a newline: the outcome, with values and limits of the first two failed gates, and the number of
/// further ones.
std::string headline_text(const Verdict& verdict);

}  // namespace weald::compare
