#pragma once
// Resolver: groups the samples of each pixel into fragments.

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "picture/shading/detail/fragment_lighting.h"
#include "picture/shading/detail/sample_groups.h"

namespace weald::render {

/// Opacity of triangles.
class Opacities {
 public:
  /// Both arguments must outlive this object.
  Opacities(std::span<const SurfaceItem> items, const TriangleNumbers& numbers) : items_(items), numbers_(numbers) {}
  /// Opacity of a triangle, numbered over the items; 1 for VisibleSample::kNothing.
  float of(std::uint32_t triangle) const {
    if (triangle == VisibleSample::kNothing) return 1.0f;
    const std::size_t item = numbers_.item_of(triangle, 0);
    return items_[item].surface->material_of(triangle - numbers_.first_of(item)).opacity;
  }

 private:
  std::span<const SurfaceItem> items_;
  const TriangleNumbers& numbers_;
};

/// The samples of a band of rows.
struct PictureBands {
  const VisibilityBand& things;
  const WaterView* view = nullptr;           ///< null: no water over meshes
  const WaterView::Bands* water = nullptr;   ///< covers at least the same rows; set if `view` is
  std::span<const VisibilityBand> behind{};  ///< layers seen through `things`, front to back
  const Opacities* opacities = nullptr;      ///< set if `behind` is not empty
};

/// Maximum number of translucent layers; the last one counts as opaque.
inline constexpr std::size_t kMaxLayers = 8;

/// The layers behind the translucent surfaces of a band, found by depth peeling: each layer lies behind the one before.
/// Empty if nothing is translucent. Source: [everitt2001].
std::vector<VisibilityBand> layers_behind(const VisibilityBand& things, const Opacities& opacities,
                                          const std::function<VisibilityBand(const VisibilityBand&)>& draw_behind);

/// Collects fragments in small squares of pixels, because neighbours sample the same parts of the depth maps.
class Resolver {
 public:
  /// All arguments must outlive the resolver; the lighting appends its results to `rows`.
  Resolver(const SamplePattern& pattern, const PictureBands& bands, FragmentLighting& lighting, LitRows& rows);
  /// Lights rows [y0, y1), at most LitRows::kRows of them.
  void rows(int y0, int y1);

 private:
  static constexpr std::uint8_t kDry = 0xFF;
  void row(int x0, int x1, int y);
  void pixel(int x, int y, const SampleGroups& groups);
  void layered_pixel(int x, int y);
  void water_pixel(int x, int y);
  std::size_t mirror(int x, int y, const Fragment& fragment, std::uint32_t samples, std::size_t used);
  std::uint8_t side(int x, int y, int sample, const VisibleSample& seen) const;
  template <class Visit>
  void for_each_layer(int x, int y, int sample, Visit&& visit) const;
  void centre(int x, int y, Fragment& fragment) const;

  const SamplePattern& pattern_;
  const PictureBands& bands_;
  FragmentLighting& lighting_;
  LitRows& rows_;
  static constexpr std::size_t kMax = kMaxLayers * SamplePattern::kMaxCount;  // fragments of a pixel
  /// Samples of a pixel that see the same triangle, through the same side of the water or directly.
  struct Group {
    Fragment fragment;
    std::uint8_t side = kDry;
    std::uint32_t samples = 0;  // bit i: sample i
  };
  /// Sums of the positions of samples, on the fixed-point grid.
  struct PlaceSum {
    std::int32_t x = 0, y = 0;
  };
  /// For each set of the first eight samples of a pixel, and for each set of the others.
  std::array<std::array<PlaceSum, 256>, SamplePattern::kMaxCount / 8> sums_{};
  std::array<double, SamplePattern::kMaxCount + 1> per_count_{};  // pixels per unit of the sum of so many positions
  std::array<Fragment, 2 * kMax> fragments_;
  std::array<Group, kMax> groups_;  // of the current pixel, like points_
  std::array<WaterPoint, kMax> points_;
};

}  // namespace weald::render
