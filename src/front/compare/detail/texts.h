#pragma once
// The difference of two texts (SVG, CSV, derived strings), line by line, with numbers compared as numbers.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "front/compare/tolerance.h"

namespace weald::compare {

/// The first line that differs.
struct LineDifference {
  std::uint64_t line = 0;    ///< from 1
  std::uint64_t column = 0;  ///< from 1, bytes; of the first difference in the expected line
  std::string expected;      ///< the line without its end, at most 200 bytes around the difference
  std::string actual;
};

/// The difference of two texts. A line is changed if words differ, or if a number differs by more than the tolerance.
struct TextDifference {
  std::uint64_t expected_lines = 0, actual_lines = 0;
  std::uint64_t unequal_lines = 0;              ///< lines that are not byte for byte the same
  std::uint64_t changed_lines = 0;              ///< of those, the changed ones
  std::uint64_t numbers = 0;                    ///< numbers that were compared
  double max_absolute = 0;                      ///< largest difference of two numbers
  double max_relative = 0;                      ///< largest difference as a share of the larger number
  std::optional<LineDifference> first;          ///< first line that is not the same
  std::optional<LineDifference> first_changed;  ///< first changed line

  bool identical() const { return unequal_lines == 0; }
};

/// Compares line by line; a line that only one of them has is changed. A line ends with LF; a missing last one counts
/// as a change of the last line. Linear time.
TextDifference compare_texts(std::string_view expected, std::string_view actual, const TextTolerance& tolerance = {});

}  // namespace weald::compare
