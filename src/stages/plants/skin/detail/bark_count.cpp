#include <bit>

#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/collar.h"

namespace weald::plant {
namespace {

SoupCount count_collar(const Attachment& attachment, std::uint32_t sides) {
  const std::uint64_t n = sides;
  const std::uint64_t rows = collar_rows(sides);
  SoupCount count{rows * n, rows * (n + 1), rows * n, 4 * rows * n};  // a band above each row
  if (attachment.hole) {
    const std::uint64_t outline = outline_size(*attachment.hole);
    return count += {0, outline + n, outline + n, 3 * (outline + n)};
  }
  return count += {n, n + 1, n + 1, 5 * n};
}

}  // namespace

SoupCount count_bark(const BarkPlan& plan, std::size_t axis) {
  const Stem& stem = plan.stems[axis];
  SoupCount count;
  if (stem.rings.empty() || plan.bare[axis] != 0) return count;
  const auto& gaps = plan.gaps[axis];
  const std::size_t rings = stem.tube_rings();
  for (std::size_t i = 0; i < rings; ++i) {
    const std::uint64_t n = stem.rings[i].sides;
    count += {n, n + 1, 0, 0};
    if (!gaps.empty()) count.vertices -= static_cast<std::uint64_t>(std::popcount(gaps[i].corners));
    if (i == 0) continue;
    const std::uint64_t below = stem.rings[i - 1].sides;
    const std::uint64_t quads = n - (gaps.empty() ? 0 : static_cast<std::uint64_t>(std::popcount(gaps[i - 1].sides)));
    count += below == n ? SoupCount{0, 0, quads, 4 * quads} : SoupCount{0, 0, n + below, 3 * (n + below)};
  }
  const std::uint64_t last = stem.rings[rings - 1].sides;
  count += stem.apex ? SoupCount{1, last, last, 3 * last} : SoupCount{0, last, 1, last};
  if (const Attachment* attachment = plan.attachment(axis)) {
    count += count_collar(*attachment, stem.rings[0].sides);
  } else if (plan.base == BaseShape::closed) {
    const std::uint64_t n = stem.rings[0].sides;
    const BaseFace face = plan.bases[axis];
    const std::uint64_t uvs = face == BaseFace::hidden ? 0 : n;
    count += plan.has_fan(axis) ? SoupCount{1, uvs + 1, n, 3 * n} : SoupCount{0, uvs, 1, n};
  }
  return count;
}

}  // namespace weald::plant
