#pragma once
// Verdict: which limits a difference satisfies, as a table that is printed by the terminal, JSON, HTML and Markdown
// reports.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/compare/detail/heights.h"
#include "front/compare/detail/images.h"
#include "front/compare/detail/meshes.h"
#include "front/compare/detail/texts.h"

namespace weald::compare {

enum class Outcome {
  identical,  ///< bit-identical
  within,     ///< every gate passed
  different,  ///< a gate failed
};

/// "identical", "within tolerance", "different".
std::string_view name_of(Outcome outcome);

/// One figure and its limit. A gate passes when its value does not exceed its limit.
struct Gate {
  std::string_view name;        ///< "max error"; the key of the tolerance where there is one, with spaces
  double value = 0;             ///< in `unit`
  std::optional<double> limit;  ///< unset: for information only, always passes
  std::string_view unit;        ///< "m", "deg", "%", "dB", "levels"; empty: a number
  bool passed = true;
  std::string note;  ///< a location or the compared values: "at (12, 40)", "4 instead of 3"; may be empty
};

/// The verdict on two results.
struct Verdict {
  Outcome outcome = Outcome::identical;
  std::vector<Gate> gates;  ///< in a fixed order for each kind
  std::string first;        ///< location of the first difference, one line without a full stop; empty: none

  bool passed() const { return outcome != Outcome::different; }
};

/// The verdict on a difference. A difference in size, cell size or origin fails a separate gate.
Verdict judge(const HeightDifference& difference, const HeightTolerance& tolerance);
Verdict judge(const ImageDifference& difference, const ImageTolerance& tolerance);
Verdict judge(const MeshDifference& difference, const MeshTolerance& tolerance);
Verdict judge(const TextDifference& difference, const TextTolerance& tolerance);

/// The verdict if exact equality is required: `within` becomes `different`.
Verdict demand_equality(Verdict verdict);

}  // namespace weald::compare
