// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/raster/detail/cut_triangle_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "base/check.h"
#include "picture/raster/detail/cards.h"
#include "picture/raster/detail/cut_triangle.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
// Leaves are a few pixels wide, so most lanes of wider vectors would be empty.
using CutFloats = hn::CappedTag<float, 8>;

// Wraps the integer part of a coordinate onto a repeating axis of `count` texels.
template <class D>
HWY_INLINE hn::Vec<D> texel_of(D d, hn::Vec<D> whole, float count) {
  const auto turns = hn::Floor(hn::Mul(hn::Add(whole, hn::Set(d, 0.5f)), hn::Set(d, 1.0f / count)));
  const auto texel = hn::Sub(whole, hn::Mul(turns, hn::Set(d, count)));
  return hn::Min(hn::Max(texel, hn::Zero(d)), hn::Set(d, count - 1.0f));
}

// Alpha test of the bilinear alpha of four texels.
template <class D>
HWY_INLINE hn::Mask<D> is_solid(D d, const CutTexture& t, hn::Vec<D> u, hn::Vec<D> v) {
  const hn::RebindToSigned<D> di;
  const auto column = hn::Floor(u), row = hn::Floor(v);
  const auto across = hn::Sub(u, column), down = hn::Sub(v, row);
  const auto x = hn::ConvertTo(di, texel_of(d, column, static_cast<float>(t.width)));
  const auto y = hn::ConvertTo(di, texel_of(d, row, static_cast<float>(t.height)));
  const auto place = hn::Add(hn::Mul(y, hn::Set(di, t.width)), x);
  const auto quad = hn::GatherIndex(di, reinterpret_cast<const std::int32_t*>(t.alphas), place);
  const auto low = hn::Set(di, 0xFF);
  const auto a00 = hn::ConvertTo(d, hn::And(quad, low));
  const auto a10 = hn::ConvertTo(d, hn::And(hn::ShiftRight<8>(quad), low));
  const auto a01 = hn::ConvertTo(d, hn::And(hn::ShiftRight<16>(quad), low));
  const auto a11 = hn::ConvertTo(d, hn::And(hn::ShiftRight<24>(quad), low));
  const auto top = hn::Add(a00, hn::Mul(hn::Sub(a10, a00), across));
  const auto bottom = hn::Add(a01, hn::Mul(hn::Sub(a11, a01), across));
  const auto alpha = hn::Add(top, hn::Mul(hn::Sub(bottom, top), down));
  return hn::Ge(alpha, hn::Set(d, t.cutoff));
}

// Alpha test of the nearest texel by its bit in the mask.
template <class D>
HWY_INLINE hn::Mask<D> is_texel_set(D d, const CutTexture& t, hn::Vec<D> u, hn::Vec<D> v) {
  const hn::RebindToSigned<D> di;
  const auto half = hn::Set(d, 0.5f);
  const auto x = hn::ConvertTo(di, texel_of(d, hn::Floor(hn::Add(u, half)), static_cast<float>(t.width)));
  const auto y = hn::ConvertTo(di, texel_of(d, hn::Floor(hn::Add(v, half)), static_cast<float>(t.height)));
  const auto place = hn::Add(hn::Mul(y, hn::Set(di, t.mask_stride)), hn::ShiftRight<5>(x));
  const auto words = hn::GatherIndex(di, reinterpret_cast<const std::int32_t*>(t.mask), place);
  const auto bit = hn::Shl(hn::Set(di, 1), hn::And(x, hn::Set(di, 31)));
  return hn::RebindMask(d, hn::TestBit(words, bit));
}

// Values of a plane. Each is computed from its own column number, so that results do not depend on the lane count.
template <class D>
struct PlaneVectors {
  hn::Vec<D> start, per_column, per_row;

  // `x`, `y`: position of the samples within their pixels, 0 to 1.
  HWY_INLINE PlaneVectors(D d, const CutPlane& plane, float x, float y) {
    per_column = hn::Set(d, plane.per_column);
    per_row = hn::Set(d, plane.per_row);
    start = hn::Set(d, plane.at + plane.per_column * x + plane.per_row * y);
  }
  HWY_INLINE hn::Vec<D> at(hn::Vec<D> column, hn::Vec<D> row) const {
    return hn::Add(hn::Add(start, hn::Mul(row, per_row)), hn::Mul(column, per_column));
  }
};

// Edge functions at the samples of a vector, and the test against all three edges.
template <class DI>
struct EdgeVectors {
  hn::Vec<DI> a, b, c;

  HWY_INLINE EdgeVectors(DI d, const CutTriangle& t, std::int32_t x, std::int32_t y) {
    const auto edge = [&](std::size_t i) {
      return hn::Sub(hn::Set(d, t.edge[i] + t.dx[i] * y - t.dy[i] * x),
                     hn::Mul(hn::Iota(d, 0), hn::Set(d, t.dy[i] * kSubpixels)));
    };
    a = edge(0), b = edge(1), c = edge(2);
  }
  HWY_INLINE void move(DI d, const CutTriangle& t, std::int32_t x, std::int32_t y) {
    a = hn::Add(a, hn::Set(d, t.dx[0] * y - t.dy[0] * x));
    b = hn::Add(b, hn::Set(d, t.dx[1] * y - t.dy[1] * x));
    c = hn::Add(c, hn::Set(d, t.dx[2] * y - t.dy[2] * x));
  }
  HWY_INLINE hn::Mask<DI> outside(DI d) const { return hn::Lt(hn::Or(a, hn::Or(b, c)), hn::Zero(d)); }
};

// `t` is passed by value: the compiler could not know that writing to `heights` does not change it.
HWY_INLINE void fill(const CutTriangle t, float* heights, std::ptrdiff_t width) {
  const CutFloats d;
  const hn::RebindToSigned<CutFloats> di;
  constexpr std::int32_t kHalf = kSubpixels / 2;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const int columns = t.box.x1 - t.box.x0, rows = t.box.y1 - t.box.y0;
  const CutPlane plane{
      static_cast<float>(static_cast<double>(t.first.depth) + t.depth_x * (t.box.x0 * kSubpixels - t.first.x) +
                         t.depth_y * (t.box.y0 * kSubpixels - t.first.y)),
      static_cast<float>(t.depth_x * kSubpixels), static_cast<float>(t.depth_y * kSubpixels)};
  const PlaneVectors<CutFloats> depth(d, plane, 0.5f, 0.5f), u(d, t.u, 0.5f, 0.5f), v(d, t.v, 0.5f, 0.5f);
  const auto nearest = hn::Set(d, t.nearest), farthest = hn::Set(d, t.farthest);
  EdgeVectors edges(di, t, kHalf, kHalf);
  for (int row = 0; row < rows; ++row, heights += width) {
    EdgeVectors here = edges;
    edges.move(di, t, 0, kSubpixels);
    for (int column = 0; column < columns; column += lanes) {
      const auto covered = hn::AndNot(here.outside(di), hn::Lt(hn::Iota(di, 0), hn::Set(di, columns - column)));
      here.move(di, t, lanes * kSubpixels, 0);
      if (hn::AllFalse(di, covered)) continue;
      const auto x = hn::ConvertTo(d, hn::Add(hn::Iota(di, 0), hn::Set(di, column)));
      const auto y = hn::Set(d, static_cast<float>(row));
      const auto height = hn::Min(nearest, hn::Max(farthest, depth.at(x, y)));
      auto higher = hn::And(hn::RebindMask(d, covered), hn::Lt(hn::LoadU(d, heights + column), height));
      if (hn::AllFalse(d, higher)) continue;
      if (t.texture.mask != nullptr) {
        higher = hn::And(higher, is_texel_set(d, t.texture, u.at(x, y), v.at(x, y)));
      } else if (t.texture.alphas != nullptr) {
        higher = hn::And(higher, is_solid(d, t.texture, u.at(x, y), v.at(x, y)));
      }
      hn::BlendedStore(height, higher, d, heights + column);
    }
  }
}

// Positions along both sides of a card are from 0 to 1 inside it.
HWY_INLINE void fill_card(const CardFill t, float* heights, std::ptrdiff_t width) {
  const CutFloats d;
  const hn::RebindToSigned<CutFloats> di;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const int columns = t.box.x1 - t.box.x0, rows = t.box.y1 - t.box.y0;
  using Planes = PlaneVectors<CutFloats>;
  const Planes first(d, t.first, 0.0f, 0.0f), second(d, t.second, 0.0f, 0.0f), depth(d, t.height, 0.0f, 0.0f),
      u(d, t.u, 0.0f, 0.0f), v(d, t.v, 0.0f, 0.0f);
  const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f);
  for (int row = 0; row < rows; ++row, heights += width) {
    const auto y = hn::Set(d, static_cast<float>(row));
    for (int column = 0; column < columns; column += lanes) {
      const auto x = hn::ConvertTo(d, hn::Add(hn::Iota(di, 0), hn::Set(di, column)));
      const auto along = first.at(x, y), across = second.at(x, y);
      const auto covered = hn::And(hn::And(hn::Ge(hn::Min(along, across), zero), hn::Lt(hn::Max(along, across), one)),
                                   hn::Lt(x, hn::Set(d, static_cast<float>(columns))));
      const auto height = depth.at(x, y);
      auto higher = hn::And(covered, hn::Lt(hn::LoadU(d, heights + column), height));
      if (hn::AllFalse(d, higher)) continue;
      higher = hn::And(higher, t.texture.mask != nullptr ? is_texel_set(d, t.texture, u.at(x, y), v.at(x, y))
                                                         : is_solid(d, t.texture, u.at(x, y), v.at(x, y)));
      hn::BlendedStore(height, higher, d, heights + column);
    }
  }
}

// The samples of a pixel that fit a vector: all of them, or a part.
template <class DD>
struct SampleVectors {
  using D = hn::Rebind<float, DD>;
  using DI = hn::RebindToSigned<D>;
  hn::Vec<DI> x, y;  // sample positions within a pixel
  // Change of the edge functions from the pixel's corner to each sample; very negative in lanes without a sample.
  hn::Vec<DI> edge_a, edge_b, edge_c;
  hn::Vec<D> u, v;  // texture coordinates at the samples of the box's first pixel

  HWY_INLINE SampleVectors(const CutTriangle& t, const SamplePattern& pattern, int first) {
    const D d;
    const DI di;
    constexpr float kPixel = 1.0f / kSubpixels;
    constexpr std::int32_t kOutside = -(1 << 30);
    x = hn::LoadU(di, pattern.x.data() + first), y = hn::LoadU(di, pattern.y.data() + first);
    const auto edge = [&](std::size_t i) {
      return hn::Sub(hn::Mul(hn::Set(di, t.dx[i]), y), hn::Mul(hn::Set(di, t.dy[i]), x));
    };
    const auto exists = hn::Lt(hn::Iota(di, first), hn::Set(di, pattern.count));
    edge_a = hn::IfThenElse(exists, edge(0), hn::Set(di, kOutside));
    edge_b = edge(1), edge_c = edge(2);
    const auto across = hn::Mul(hn::ConvertTo(d, x), hn::Set(d, kPixel)),
               down = hn::Mul(hn::ConvertTo(d, y), hn::Set(d, kPixel));
    const auto start = [&](const CutPlane& plane) {
      return hn::Add(hn::Add(hn::Set(d, plane.at), hn::Mul(hn::Set(d, plane.per_column), across)),
                     hn::Mul(hn::Set(d, plane.per_row), down));
    };
    u = start(t.u), v = start(t.v);
  }
};

// Edge functions at the corner of a pixel, and their maximum increase within the pixel.
struct PixelEdges {
  std::array<std::int32_t, 3> at, most;

  explicit PixelEdges(const CutTriangle& t) : at(t.edge) {
    for (std::size_t i = 0; i < 3; ++i) most[i] = (std::max(t.dx[i], 0) + std::max(-t.dy[i], 0)) * kSubpixels;
  }
  bool miss() const { return ((at[0] + most[0]) | (at[1] + most[1]) | (at[2] + most[2])) < 0; }
  void move(const CutTriangle& t, std::int32_t columns, std::int32_t rows) {
    for (std::size_t i = 0; i < 3; ++i) at[i] += (t.dx[i] * rows - t.dy[i] * columns) * kSubpixels;
  }
};

// A pixel of a triangle's box, and its samples.
struct BoxPixel {
  int column, row;
  VisibleSample* samples;
};

// Draws the samples of a pixel that fit a vector. `start` is the depth at the start of the row, computed like
// DepthPlane::at so that all code paths agree on the nearest triangle.
template <class DD>
HWY_INLINE void fill_pixel(const CutTriangle& t, std::uint32_t number, const SampleVectors<DD>& places,
                           const PixelEdges& edges, hn::Vec<DD> start, const BoxPixel& pixel) {
  const DD dd;
  const hn::Rebind<float, DD> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto a = hn::Add(hn::Set(di, edges.at[0]), places.edge_a), b = hn::Add(hn::Set(di, edges.at[1]), places.edge_b),
             c = hn::Add(hn::Set(di, edges.at[2]), places.edge_c);
  const auto outside = hn::Lt(hn::Or(a, hn::Or(b, c)), hn::Zero(di));
  if (hn::AllTrue(di, outside)) return;
  const auto steps = hn::Add(places.x, hn::Set(di, (t.box.x0 + pixel.column) * kSubpixels - t.first.x));
  const auto plane = hn::Add(start, hn::Mul(hn::Set(dd, t.depth_x), hn::PromoteTo(dd, steps)));
  const auto depth = hn::Min(hn::Set(d, t.nearest), hn::Max(hn::Set(d, t.farthest), hn::DemoteTo(d, plane)));
  auto* words = reinterpret_cast<std::uint32_t*>(pixel.samples);
  hn::Vec<decltype(du)> depth_bits, triangles;
  hn::LoadInterleaved2(du, words, depth_bits, triangles);
  const auto before = hn::BitCast(d, depth_bits);
  const auto earlier = hn::RebindMask(d, hn::Lt(hn::Set(du, number), triangles));
  auto seen =
      hn::AndNot(hn::RebindMask(d, outside), hn::Or(hn::Lt(before, depth), hn::And(hn::Eq(before, depth), earlier)));
  if (hn::AllFalse(d, seen)) return;
  if (t.texture.mask != nullptr || t.texture.alphas != nullptr) {
    const auto scale = t.perspective ? hn::Div(hn::Set(d, 1.0f), depth) : hn::Set(d, 1.0f);
    const auto at = [&](hn::Vec<decltype(d)> first, const CutPlane& p) {
      return hn::Mul(hn::Add(hn::Add(first, hn::Set(d, static_cast<float>(pixel.row) * p.per_row)),
                             hn::Set(d, static_cast<float>(pixel.column) * p.per_column)),
                     scale);
    };
    const auto at_u = at(places.u, t.u), at_v = at(places.v, t.v);
    seen = hn::And(
        seen, t.texture.mask != nullptr ? is_texel_set(d, t.texture, at_u, at_v) : is_solid(d, t.texture, at_u, at_v));
    if (hn::AllFalse(d, seen)) return;
  }
  const auto is_seen = hn::RebindMask(du, seen);
  hn::StoreInterleaved2(hn::IfThenElse(is_seen, hn::BitCast(du, depth), depth_bits),
                        hn::IfThenElse(is_seen, hn::Set(du, number), triangles), du, words);
}

template <class DD>
HWY_INLINE void fill_samples(const CutTriangle& t, std::uint32_t number, const SamplePattern& pattern,
                             const SampleRows& rows) {
  const DD dd;
  const hn::Rebind<std::int32_t, DD> di;
  const int room = sample_room(pattern.count), columns = t.box.x1 - t.box.x0;
  for (int first = 0; first < room; first += static_cast<int>(hn::Lanes(dd))) {
    const SampleVectors<DD> places(t, pattern, first);
    PixelEdges of_row(t);
    for (int y = t.box.y0; y < t.box.y1; ++y) {
      const auto down = hn::Add(places.y, hn::Set(di, y * kSubpixels - t.first.y));
      const auto start = hn::Add(hn::Set(dd, static_cast<double>(t.first.depth)),
                                 hn::Mul(hn::Set(dd, t.depth_y), hn::PromoteTo(dd, down)));
      VisibleSample* samples = rows.samples + ((std::ptrdiff_t{y} - rows.y0) * rows.width + t.box.x0) * room + first;
      PixelEdges edges = of_row;
      for (int column = 0; column < columns; ++column, samples += room) {
        if (!edges.miss()) fill_pixel<DD>(t, number, places, edges, start, {column, y - t.box.y0, samples});
        edges.move(t, 1, 0);
      }
      of_row.move(t, 0, 1);
    }
  }
}

void fill_cut_samples(const CutTriangle& triangle, std::uint32_t number, const SamplePattern& pattern,
                      const SampleRows& rows) {
  const CutTriangle t = triangle;
  if (sample_room(pattern.count) % 8 == 0) {
    fill_samples<hn::CappedTag<double, 8>>(t, number, pattern, rows);
  } else {
    fill_samples<hn::CappedTag<double, 4>>(t, number, pattern, rows);
  }
}

void fill_cut_triangles(const CutTriangle* triangles, std::size_t count, float* heights, int width) {
  for (std::size_t i = 0; i < count; ++i) {
    const PixelRect& box = triangles[i].box;
    fill(triangles[i], heights + static_cast<std::ptrdiff_t>(box.y0) * width + box.x0, width);
  }
}

void fill_cards(const CardFill* cards, std::size_t count, float* heights, int width) {
  for (std::size_t i = 0; i < count; ++i)
    fill_card(cards[i], heights + static_cast<std::ptrdiff_t>(cards[i].box.y0) * width + cards[i].box.x0, width);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(fill_cut_triangles);
HWY_EXPORT(fill_cut_samples);
HWY_EXPORT(fill_cards);

void fill_cards(std::span<const CardFill> cards, float* heights, int width) {
  HWY_DYNAMIC_DISPATCH(fill_cards)(cards.data(), cards.size(), heights, width);
}

void fill_cut_triangles(std::span<const CutTriangle> triangles, float* heights, int width) {
  HWY_DYNAMIC_DISPATCH(fill_cut_triangles)(triangles.data(), triangles.size(), heights, width);
}

void fill_cut_samples(const CutTriangle& triangle, std::uint32_t number, const SamplePattern& pattern,
                      const SampleRows& rows) {
  WEALD_CHECK(pattern.count > 1);  // vectors would draw into the neighbouring pixels
  HWY_DYNAMIC_DISPATCH(fill_cut_samples)(triangle, number, pattern, rows);
}

}  // namespace weald::render
#endif
