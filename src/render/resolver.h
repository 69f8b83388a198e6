#pragma once
// Resolver: from the samples of a picture to the fragments of its pixels. Internal to render/.

#include <array>

#include "render/lighter.h"

namespace weald::render {

/// The samples of some rows of a picture.
struct PictureBands {
  const VisibilityBand& things;
  const WaterView* view = nullptr;          ///< null: no water over meshes
  const WaterView::Bands* water = nullptr;  ///< of the same rows and more; set where `view` is
};

/// Collects the fragments of rows in small squares: neighbours look up the same parts of the depth maps.
class Resolver {
 public:
  /// All of it must outlive the resolver; `rows` is where the lighter appends to.
  Resolver(const SamplePattern& pattern, const PictureBands& bands, Lighter& lighter, LitRows& rows)
      : pattern_(pattern), bands_(bands), lighter_(lighter), rows_(rows) {}
  /// Lights rows [y0, y1), at most LitRows::kRows of them.
  void rows(int y0, int y1);

 private:
  static constexpr std::uint8_t kDry = 0xFF;
  void pixel(int x, int y);
  void water_pixel(int x, int y);
  std::size_t mirror(int x, int y, const Fragment& fragment, std::uint32_t samples, std::size_t used);
  std::uint8_t side(int x, int y, int sample) const;
  void centre(int x, int y, Fragment& fragment) const;

  const SamplePattern& pattern_;
  const PictureBands& bands_;
  Lighter& lighter_;
  LitRows& rows_;
  std::array<Fragment, 2 * SamplePattern::kMaxCount> fragments_;
};

}  // namespace weald::render
