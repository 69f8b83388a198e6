#pragma once
// Checks an imported file before any work, at the location of its name in the preset.

#include <string>

#include "base/error.h"
#include "formats/files/read_file.h"
#include "schema/codec.h"

namespace weald::schema {

/// Reports a file that cannot be read. Otherwise calls `check`, which throws IoError if the content of the file is
/// wrong, and reports that.
template <class Check>
void check_import(const FilePath& file, Checker& checker, const Check& check) {
  if (const std::string why = io::why_unreadable(file.resolved); !why.empty())
    return checker.unreadable_at(file.where, "cannot read '" + file.text + "': " + why);
  try {
    check();
  } catch (const IoError& e) {
    checker.unreadable_at(file.where, e.what());
  }
}

}  // namespace weald::schema
