// goldens.yaml.

#include <set>

#include "front/golden/suite.h"
#include "harness.h"

namespace weald::fuzz {

void suite(std::string_view input) {
  Sources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("goldens.yaml", std::string(input));
  const auto suite = golden::parse_suite("nowhere", source, input, diagnostics);
  require_sound(diagnostics, sources, suite.has_value());
  if (!suite) return;
  std::set<std::string> names;
  for (const golden::GoldenSpec& golden : suite->goldens) {
    require(golden::is_golden_name(golden.name.value), "a golden has a name that can be a file's");
    require(names.insert(golden.name.value).second, "names of goldens are distinct");
  }
}

}  // namespace weald::fuzz
