// Pinned digests: read, printed, and read again, which must give the same.

#include "front/golden/detail/pinned.h"
#include "harness.h"

namespace weald::fuzz {

void pinned(std::string_view input) {
  Sources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("pinned.txt", std::string(input));
  const auto read = golden::parse_pinned(source, input, diagnostics);
  require_sound(diagnostics, sources, read.has_value());
  if (!read || read->weald.empty() || read->recipe.empty()) return;  // weald writes both
  Diagnostics none;
  const auto again = golden::parse_pinned(source, golden::pinned_text(*read), none);
  require(again == read, "pinned digests that are written read back");
}

}  // namespace weald::fuzz
