#pragma once
// Cards: flat parallelograms of two triangles with a texture that cuts holes, as most leaves are. Drawing one into a
// depth map costs less than half of drawing its triangles. Internal to render/.

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

/// Cards of a surface: a corner and the sides from there. Texture coordinates are in texels, less a half, with rows
/// from the top.
struct CardArrays {
  /// What the texture cuts out of a card: its place at the corner, and how it changes along the sides.
  struct Cut {
    const TextureMap* texture = nullptr;
    Vec2f at{0}, along_first{0}, along_second{0};
  };
  std::size_t count = 0;
  /// x, y and z of the corner, of the first and of the second side; readable up to the next multiple of
  /// PointArrays::kLanes. Corners are relative to the centre of the surface's points.
  std::array<std::vector<float>, 9> parts;
  std::vector<Cut> cuts;
};

/// Finds the cards of a surface: pairs of triangles one after the other that share an edge and a texture with holes.
/// `is_card` gets 1 for their triangles, 0 for all others. `centre` is that of the surface's points.
CardArrays find_cards(const Surface& surface, const Vec3f& centre, std::vector<std::uint8_t>& is_card);

/// Cards that may cover the centre of a pixel, one array per value. They keep their memory for the next map.
struct CoveringCards {
  std::size_t count = 0;
  std::vector<std::uint32_t> numbers;        ///< of the cards
  std::vector<std::int32_t> x0, x1, y0, y1;  ///< half-open ranges of pixels, inside of the map
  std::vector<float> nearest;                ///< greatest height
};

/// Finds the cards that may cover the centre of a pixel of a map of this size, in their order; those that are seen so
/// much from the side that they cover no hundredth of a pixel are left out.
void find_covering_cards(const CardArrays& cards, const Placing& placing, PixelSize size, CoveringCards& found);

/// A card that is set up for drawing: `first` and `second` are the place along its sides, 0 to 1 inside of it. Planes
/// begin in the middle of the box's first pixel.
struct CardFill {
  PixelRect box;
  CutPlane first, second, height, u, v;
  CutTexture texture;
};

/// Sets up card `number`, of which `box` holds the pixels it may cover.
CardFill set_up_card(const CardArrays& cards, std::size_t number, const Placing& placing, const PixelRect& box);

/// Draws cards into `heights` as fill_cut_triangles() draws triangles.
void fill_cards(std::span<const CardFill> cards, float* heights, int width);

/// Draws cards into depth maps, what is in front first where they are many.
class CardPainter {
 public:
  /// Draws into `heights`, which is readable for kSpareHeights floats after its last row.
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
