#pragma once
// Errors and warnings as the callers of the library receive them.

#include <exception>
#include <string>
#include <vector>

#include <weald/weald_c.h>

#include "base/diagnostics.h"

namespace weald::library {

/// A diagnostic with its location resolved; see weald_diagnostic.
struct ReportEntry {
  bool is_error = true;
  std::string file;
  int line = 0, column = 0, length = 0;
  std::string message, help, text;
};

}  // namespace weald::library

struct weald_report {
  weald_status status = WEALD_OK;
  std::string message;
  std::vector<weald::library::ReportEntry> diagnostics;
};

namespace weald::library {

/// Thrown for a preset with errors.
class PresetError : public std::exception {
 public:
  /// Pre: at least one of the diagnostics is an error.
  PresetError(const Diagnostics& diagnostics, const Sources& sources);
  const weald_report& report() const { return report_; }

 private:
  weald_report report_;
};

/// The warnings among `diagnostics`.
std::vector<ReportEntry> warnings_of(const Diagnostics& diagnostics, const Sources& sources);

/// Puts warnings, if any, into `report`, if that is not null.
void warn(weald_report** report, std::vector<ReportEntry> warnings);

/// Puts the exception being handled into `report`, if that is not null, and returns its status. Pre: called in a catch
/// block.
weald_status fail(weald_report** report) noexcept;

}  // namespace weald::library
