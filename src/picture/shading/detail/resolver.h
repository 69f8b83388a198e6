#pragma once
// Resolver: from the samples of a picture to the fragments of its pixels. Internal to render/.

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "picture/shading/detail/fragment_lighting.h"

namespace weald::render {

/// Shares of what lies behind that triangles hide.
class Opacities {
 public:
  /// Both must outlive it.
  Opacities(std::span<const SurfaceItem> items, const TriangleNumbers& numbers) : items_(items), numbers_(numbers) {}
  /// Of a triangle counted over the items, or of VisibleSample::kNothing: 1.
  float of(std::uint32_t triangle) const {
    if (triangle == VisibleSample::kNothing) return 1.0f;
    const std::size_t item = numbers_.item_of(triangle, 0);
    return items_[item].surface->material_of(triangle - numbers_.first_of(item)).opacity;
  }

 private:
  std::span<const SurfaceItem> items_;
  const TriangleNumbers& numbers_;
};

/// The samples of some rows of a picture.
struct PictureBands {
  const VisibilityBand& things;
  const WaterView* view = nullptr;           ///< null: no water over meshes
  const WaterView::Bands* water = nullptr;   ///< of the same rows and more; set where `view` is
  std::span<const VisibilityBand> behind{};  ///< what is seen through `things`, through that, and so on
  const Opacities* opacities = nullptr;      ///< set where `behind` is not empty
};

/// Layers of things that are seen through each other; the last one hides all.
inline constexpr std::size_t kMaxLayers = 8;

/// What lies behind the things of a band that are seen through, layer by layer: a thing of each is behind that of the
/// one before. Empty where nothing is seen through. Source: [everitt2001].
std::vector<VisibilityBand> layers_behind(const VisibilityBand& things, const Opacities& opacities,
                                          const std::function<VisibilityBand(const VisibilityBand&)>& draw_behind);

/// Collects the fragments of rows in small squares: neighbours look up the same parts of the depth maps.
class Resolver {
 public:
  /// All of it must outlive the resolver; `rows` is where the lighting appends to.
  Resolver(const SamplePattern& pattern, const PictureBands& bands, FragmentLighting& lighting, LitRows& rows);
  /// Lights rows [y0, y1), at most LitRows::kRows of them.
  void rows(int y0, int y1);

 private:
  static constexpr std::uint8_t kDry = 0xFF;
  bool is_even(int x, int y) const;
  void pixel(int x, int y);
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
  static constexpr std::size_t kMost = kMaxLayers * SamplePattern::kMaxCount;  // of a pixel
  /// Samples of a pixel that see one triangle, through water or not.
  struct Group {
    Fragment fragment;
    std::uint8_t side = kDry;
    std::uint32_t samples = 0;  // bit i: sample i
  };
  Fragment even_;  // of all samples of a pixel; its place is the sum of theirs
  std::array<Fragment, 2 * kMost> fragments_;
  std::array<Group, kMost> groups_;  // of the pixel at hand, as the points
  std::array<WaterPoint, kMost> points_;
};

}  // namespace weald::render
