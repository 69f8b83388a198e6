#include "picture/shading/detail/resolver.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/math/clamped.h"

namespace weald::render {

namespace {

constexpr int kSquaresPerBatch = 4;  // squares of pixels that are lit together

}  // namespace

std::vector<VisibilityBand> layers_behind(const VisibilityBand& things, const Opacities& opacities,
                                          const std::function<VisibilityBand(const VisibilityBand&)>& draw_behind) {
  std::vector<VisibilityBand> layers;
  VisibilityBand before = things;
  while (layers.size() + 1 < kMaxLayers) {
    bool is_any_seen_through = false;
    for (VisibleSample& sample : before.values) {
      if (opacities.of(sample.triangle) < 1.0f)
        is_any_seen_through = true;
      else
        sample.depth = 0;  // draws nothing behind this sample
    }
    if (!is_any_seen_through) break;
    before = layers.emplace_back(draw_behind(before));
  }
  return layers;
}

Resolver::Resolver(const SamplePattern& pattern, const PictureBands& bands, FragmentLighting& lighting, LitRows& rows)
    : pattern_(pattern), bands_(bands), lighting_(lighting), rows_(rows) {
  for (std::size_t i = 1; i < per_count_.size(); ++i) per_count_[i] = 1.0 / (kSubpixels * static_cast<double>(i));
  for (std::size_t set = 1; set < sums_[0].size(); ++set) {
    const auto first = static_cast<std::size_t>(std::countr_zero(set));
    for (std::size_t part = 0; part < sums_.size(); ++part) {
      const PlaceSum& others = sums_[part][set & (set - 1)];
      sums_[part][set] = {others.x + pattern.x[8 * part + first], others.y + pattern.y[8 * part + first]};
    }
  }
}

void Resolver::rows(int y0, int y1) {
  const int width = bands_.things.width;
  for (int x0 = 0; x0 < width; x0 += LitRows::kRows) {
    const int x1 = std::min(width, x0 + LitRows::kRows);
    for (int y = y0; y < y1; ++y) row(x0, x1, y);
    if (x0 / LitRows::kRows % kSquaresPerBatch == kSquaresPerBatch - 1) lighting_.flush(rows_);
  }
  lighting_.flush(rows_);
}

// Converts the sum of sample positions to the pixel coordinates of their mean.
void Resolver::centre(int x, int y, Fragment& fragment) const {
  const double scale = per_count_[static_cast<std::size_t>(fragment.count)];
  fragment.x = x + fragment.x * scale;
  fragment.y = y + fragment.y * scale;
}

// Calls visit(sample, share) for the visible layers of a sample, front to back. The shares add up to 1.
template <class Visit>
void Resolver::for_each_layer(int x, int y, int sample, Visit&& visit) const {
  float left = 1.0f;
  const VisibilityBand* band = &bands_.things;
  for (const VisibilityBand& next : bands_.behind) {
    const VisibleSample& seen = band->at(x, y, sample);
    const float opacity = bands_.opacities->of(seen.triangle);
    if (!(opacity < 1.0f)) break;
    if (opacity > 0.0f) visit(seen, left * opacity);
    left *= 1.0f - opacity;
    band = &next;
  }
  visit(band->at(x, y, sample), left);
}

// Adds the fragments of pixels [x0, x1) of a row.
void Resolver::row(int x0, int x1, int y) {
  if (bands_.view != nullptr || !bands_.behind.empty()) {
    for (int x = x0; x < x1; ++x) bands_.view != nullptr ? water_pixel(x, y) : layered_pixel(x, y);
    return;
  }
  std::array<SampleGroups, LitRows::kRows> groups;
  group_samples(&bands_.things.at(x0, y, 0), pattern_.count, x1 - x0, groups.data());
  for (int x = x0; x < x1; ++x) pixel(x, y, groups[static_cast<std::size_t>(x - x0)]);
}

void Resolver::pixel(int x, int y, const SampleGroups& groups) {
  const VisibleSample* samples = &bands_.things.at(x, y, 0);
  const auto count = static_cast<std::size_t>(groups.count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t set = groups.sets[i];
    const PlaceSum &first = sums_[0][set & 0xFF], &others = sums_[1][set >> 8];
    Fragment& fragment = fragments_[i];
    fragment = {};
    fragment.triangle = samples[std::countr_zero(set)].triangle;
    fragment.count = std::popcount(set);
    fragment.weight = static_cast<float>(fragment.count);
    fragment.x = first.x + others.x, fragment.y = first.y + others.y;
    centre(x, y, fragment);
  }
  lighting_.add_pixel(fragments_.data(), count);
}

void Resolver::layered_pixel(int x, int y) {
  std::size_t used = 0;
  for (int i = 0; i < pattern_.count; ++i) {
    for_each_layer(x, y, i, [&](const VisibleSample& seen, float weight) {
      std::size_t s = 0;
      while (s < used && fragments_[s].triangle != seen.triangle) ++s;
      if (s == used) {
        fragments_[used++] = {};
        fragments_[s].triangle = seen.triangle;
      }
      ++fragments_[s].count;
      fragments_[s].weight += weight;
      fragments_[s].x += pattern_.x[static_cast<std::size_t>(i)];
      fragments_[s].y += pattern_.y[static_cast<std::size_t>(i)];
    });
  }
  for (std::size_t s = 0; s < used; ++s) centre(x, y, fragments_[s]);
  lighting_.add_pixel(fragments_.data(), used);
}

// The side of the water through which a sample is seen, or kDry.
std::uint8_t Resolver::side(int x, int y, int sample, const VisibleSample& seen) const {
  const VisibleSample& water = bands_.water->surface.at(x, y, sample);
  if (!(water.depth > seen.depth)) return kDry;
  return static_cast<std::uint8_t>(water.triangle / 2);
}

// Surfaces seen through water and surfaces seen directly form separate fragments. Fragments that the water's top
// mirrors come directly before the fragment whose water mirrors them.
void Resolver::water_pixel(int x, int y) {
  auto& groups = groups_;
  std::size_t count = 0;
  for (int i = 0; i < pattern_.count; ++i) {
    for_each_layer(x, y, i, [&](const VisibleSample& seen, float weight) {
      const std::uint8_t wet = side(x, y, i, seen);
      std::size_t s = 0;
      while (s < count && (groups[s].fragment.triangle != seen.triangle || groups[s].side != wet)) ++s;
      if (s == count) {
        groups[count++] = {};
        groups[s].fragment.triangle = seen.triangle;
        groups[s].side = wet;
      }
      Group& group = groups[s];
      ++group.fragment.count;
      group.fragment.weight += weight;
      group.samples |= 1u << i;
      group.fragment.x += pattern_.x[static_cast<std::size_t>(i)];
      group.fragment.y += pattern_.y[static_cast<std::size_t>(i)];
    });
  }
  auto& points = points_;
  std::size_t used = 0;
  for (std::size_t s = 0; s < count; ++s) {
    Fragment fragment = groups[s].fragment;
    centre(x, y, fragment);
    if (groups[s].side != kDry) {
      points[s] = bands_.view->enter(groups[s].side, fragment.x, fragment.y);
      fragment.water = &points[s];
      const std::size_t before = used;
      if (points[s].flat.y > 0.5f) used = mirror(x, y, fragment, groups[s].samples, used);
      for (std::size_t m = before; m < used; ++m) fragment.share -= fragments_[m].share;
    }
    fragments_[used++] = fragment;
  }
  lighting_.add_pixel(fragments_.data(), used);
}

// Adds the reflections seen by the samples of a fragment, and returns the number of fragments.
std::size_t Resolver::mirror(int x, int y, const Fragment& fragment, std::uint32_t samples, std::size_t used) {
  const VisibilityBand& surface = bands_.water->surface;
  const std::size_t first = used;
  const int n = pattern_.count;
  std::optional<WaterView::Shift> shift;
  for (int i = 0; i < n; ++i) {
    if ((samples >> i & 1u) == 0) continue;
    if (!shift) shift = bands_.view->shift(*fragment.water, *bands_.water, x, y, i);
    // Offsets samples by different parts of a pixel, so that a shift by half a pixel mixes two pixels.
    const double across = (static_cast<double>(i * 5 % n) + 0.5) / n - 0.5, along = (i + 0.5) / n - 0.5;
    int px = x, py = y;
    if (shift->x != 0.0 || shift->y != 0.0) {
      px = static_cast<int>(clamped(x + std::floor(shift->x + across + 0.5), 0.0, surface.width - 1.0));
      py = static_cast<int>(clamped(y + std::floor(shift->y + along * (1.0 + 2.0 * shift->smear) + 0.5),
                                    1.0 * surface.y0, surface.y1 - 1.0));
      if (surface.at(px, py, i).triangle > 1) px = x, py = y;
    }
    const std::uint32_t triangle = bands_.water->mirrored.at(px, py, i).triangle;
    if (triangle == VisibleSample::kNothing) continue;
    std::size_t s = first;
    while (s < used && fragments_[s].triangle != triangle) ++s;
    if (s == used) {
      fragments_[used++] = {};
      fragments_[s].triangle = triangle;
      fragments_[s].mirrored = true;
      fragments_[s].water = fragment.water;
    }
    ++fragments_[s].count;
    fragments_[s].x += px + pattern_.x[static_cast<std::size_t>(i)] / static_cast<double>(kSubpixels);
    fragments_[s].y += py + pattern_.y[static_cast<std::size_t>(i)] / static_cast<double>(kSubpixels);
  }
  for (std::size_t s = first; s < used; ++s) {
    Fragment& mirrored = fragments_[s];
    mirrored.x /= mirrored.count;
    mirrored.y /= mirrored.count;
    mirrored.share = static_cast<float>(mirrored.count) / static_cast<float>(fragment.count);
  }
  return used;
}

}  // namespace weald::render
