// Samples grouped in vectors, compared with groups found one by one.

#include "picture/shading/detail/sample_groups.h"

#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "base/simd.h"

using namespace weald;
using namespace weald::render;

TEST_CASE("sample groups: every SIMD target finds the sets of samples that see one triangle", "[render][simd]") {
  const int samples = GENERATE(1, 2, 3, 4, 5, 8, 11, 16);
  constexpr int kPixels = 60;
  const Rng rng(12);
  const auto room = static_cast<std::size_t>(sample_room(samples));
  std::vector<VisibleSample> seen(kPixels * room);
  for (std::uint32_t i = 0; i < seen.size(); ++i) {
    const std::uint32_t kinds = 1 + i / static_cast<std::uint32_t>(room) % 9;
    seen[i] = {static_cast<float>(rng.below(3, i, 0)), rng.below(kinds, i, 1)};
    if (seen[i].triangle == 4) seen[i].triangle = VisibleSample::kNothing;
  }
  static const auto targets = simd_targets();
  REQUIRE(limit_simd_targets(GENERATE_REF(from_range(targets))));
  std::vector<SampleGroups> groups(kPixels);
  group_samples(seen.data(), samples, kPixels, groups.data());
  limit_simd_targets(targets.front());
  for (std::size_t pixel = 0; pixel < kPixels; ++pixel) {
    const VisibleSample* own = seen.data() + pixel * room;
    std::vector<std::uint32_t> triangles;
    std::vector<std::uint16_t> sets;
    for (int i = 0; i < samples; ++i) {
      std::size_t group = 0;
      while (group < triangles.size() && triangles[group] != own[i].triangle) ++group;
      if (group == triangles.size()) {
        triangles.push_back(own[i].triangle);
        sets.push_back(0);
      }
      sets[group] = static_cast<std::uint16_t>(sets[group] | 1u << i);
    }
    CAPTURE(samples, pixel);
    const auto& found = groups[pixel];
    REQUIRE(std::vector(found.sets.begin(), found.sets.begin() + found.count) == sets);
  }
}
