#pragma once
// Cards: parallelograms of two triangles with an alpha-tested texture, such as most leaves. Drawing a card into a depth
// map costs less than half of drawing its triangles.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "picture/raster/detail/cut_triangle.h"
#include "picture/raster/detail/depth_kernels.h"
#include "picture/raster/detail/nearest_first.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// The cards of a surface, each given by a corner and the two sides that start there. Texture coordinates are in
/// texels, minus a half, with rows counted from the top.
struct CardArrays {
  /// Texture mapping of a card: texture coordinates at the corner, and their change along the two sides.
  struct Cut {
    const TextureMap* texture = nullptr;
    Vec2f at{0}, along_first{0}, along_second{0};
  };
  std::size_t count = 0;
  /// x, y and z of the corner, of the first side and of the second side; readable up to the next multiple of
  /// PointArrays::kLanes. Corners are relative to the centre of the surface's points.
  std::array<std::vector<float>, 9> parts;
  std::vector<Cut> cuts;
};

/// Finds the cards of a surface: two consecutive triangles that share an edge and a texture with holes. Sets `is_card`
/// to 1 for their triangles and to 0 for all others. `centre` is the centre of the surface's points.
CardArrays find_cards(const Surface& surface, const Vec3f& centre, std::vector<std::uint8_t>& is_card);

/// Cards that may cover a pixel centre, as a structure of arrays. The memory is reused for the next map.
struct CoveringCards {
  std::size_t count = 0;
  std::vector<std::uint32_t> numbers;        ///< card numbers
  std::vector<std::int32_t> x0, x1, y0, y1;  ///< half-open ranges of pixels, clipped to the map
  std::vector<float> nearest;                ///< maximum height
};

/// Finds the cards that may cover a pixel centre of a map of this size, and keeps their order. Cards seen so nearly
/// edge-on that they cover less than a hundredth of a pixel are skipped.
void find_covering_cards(const CardArrays& cards, const Placing& placing, PixelSize size, CoveringCards& found);

/// A card set up for rasterisation. `first` and `second` are the positions along its two sides, 0 to 1 inside the card.
/// All planes start at the centre of the box's first pixel.
struct CardFill {
  PixelRect box;
  CutPlane first, second, height, u, v;
  CutTexture texture;
};

/// Sets up card `number`; `box` holds the pixels that it may cover.
CardFill set_up_card(const CardArrays& cards, std::size_t number, const Placing& placing, const PixelRect& box);

/// Rasterises cards into `heights`, like fill_cut_triangles() for triangles.
void fill_cards(std::span<const CardFill> cards, float* heights, int width);

/// Draws cards into depth maps, front to back if there are many.
class CardPainter {
 public:
  /// Draws into `heights`, which must be readable for kSpareHeights floats after its last row.
  void draw(const CardArrays& cards, const Placing& placing, PixelSize size, std::vector<float>& heights);

 private:
  void draw_some(const CardArrays& cards, const Placing& placing, std::span<const std::uint32_t> some,
                 std::vector<float>& heights, int width);
  void flush(std::vector<float>& heights, int width);

  CoveringCards found_;
  std::vector<std::uint32_t> all_;
  NearestFirst order_;
  DepthTiles tiles_;
  std::vector<CardFill> fills_;
};

}  // namespace weald::render
