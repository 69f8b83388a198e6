// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/raster/detail/cards_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "picture/raster/detail/cards.h"
#include "picture/raster/raster.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using CardFloats = hn::CappedTag<float, PointArrays::kLanes>;
using CardInts = hn::RebindToSigned<CardFloats>;
using CardNumbers = hn::RebindToUnsigned<CardFloats>;

// One coordinate of a vector of cards projected into the map: the corner, and the extents along the two sides.
struct Span {
  hn::Vec<CardFloats> at, first, second;

  // `row` is a row of Placing; `scale` converts its units to those of the map.
  HWY_INLINE Span(const CardArrays& cards, std::size_t i, const float* row, float scale) {
    const CardFloats d;
    const auto along = [&](std::size_t k) {
      return hn::Add(hn::Add(hn::Mul(hn::LoadU(d, cards.parts[k].data() + i), hn::Set(d, row[0])),
                             hn::Mul(hn::LoadU(d, cards.parts[k + 1].data() + i), hn::Set(d, row[1]))),
                     hn::Mul(hn::LoadU(d, cards.parts[k + 2].data() + i), hn::Set(d, row[2])));
    };
    const auto by = hn::Set(d, scale);
    at = hn::Mul(hn::Add(along(0), hn::Set(d, row[3])), by);
    first = hn::Mul(along(3), by);
    second = hn::Mul(along(6), by);
  }
  HWY_INLINE hn::Vec<CardFloats> least() const {
    const CardFloats d;
    return hn::Add(at, hn::Add(hn::Min(first, hn::Zero(d)), hn::Min(second, hn::Zero(d))));
  }
  HWY_INLINE hn::Vec<CardFloats> most() const {
    const CardFloats d;
    return hn::Add(at, hn::Add(hn::Max(first, hn::Zero(d)), hn::Max(second, hn::Zero(d))));
  }
};

// Range of pixels on an axis of `count` whose centres lie in a span.
struct Centres {
  hn::Vec<CardInts> begin, end;

  HWY_INLINE Centres(const Span& span, int count) {
    const CardFloats d;
    const CardInts di;
    const auto half = hn::Set(d, 0.5f), zero = hn::Zero(d), last = hn::Set(d, static_cast<float>(count));
    const auto inside = [&](hn::Vec<CardFloats> v) { return hn::ConvertTo(di, hn::Min(hn::Max(v, zero), last)); };
    begin = inside(hn::Ceil(hn::Sub(span.least(), half)));
    end = inside(hn::Floor(hn::Add(span.most(), half)));
  }
};

std::size_t find_covering_cards(const CardArrays& cards, const Placing& placing, int width, int height,
                                CoveringCards& found) {
  constexpr float kPixel = 1.0f / kSubpixels, kMinArea = 0.01f, kLimit = 1e6f;
  const CardFloats d;
  const CardInts di;
  const CardNumbers du;
  std::size_t count = 0;
  for (std::size_t i = 0; i < cards.count; i += hn::Lanes(d)) {
    const Span x(cards, i, placing.x, kPixel), y(cards, i, placing.y, kPixel);
    const auto area = hn::Sub(hn::Mul(x.first, y.second), hn::Mul(y.first, x.second));
    const auto usable =
        hn::And(hn::Lt(hn::Max(hn::Abs(x.at), hn::Abs(y.at)), hn::Set(d, kLimit)),
                hn::And(hn::Gt(hn::Abs(area), hn::Set(d, kMinArea)), hn::Lt(hn::Abs(area), hn::Set(d, kLimit))));
    const Centres columns(x, width), rows(y, height);
    const auto numbers = hn::Iota(du, static_cast<std::uint32_t>(i));
    const hn::Mask<CardInts> any =
        hn::And(hn::And(hn::Lt(columns.begin, columns.end), hn::Lt(rows.begin, rows.end)), hn::RebindMask(di, usable));
    if (hn::AllFalse(di, any)) continue;
    // Avoids CompressStore, which some processors execute word by word.
    hn::StoreU(hn::Compress(numbers, hn::RebindMask(du, any)), du, found.numbers.data() + count);
    hn::StoreU(hn::Compress(columns.begin, any), di, found.x0.data() + count);
    hn::StoreU(hn::Compress(columns.end, any), di, found.x1.data() + count);
    hn::StoreU(hn::Compress(rows.begin, any), di, found.y0.data() + count);
    hn::StoreU(hn::Compress(rows.end, any), di, found.y1.data() + count);
    const Span heights(cards, i, placing.height, 1.0f);
    hn::StoreU(hn::Compress(heights.most(), hn::RebindMask(d, any)), d, found.nearest.data() + count);
    count += hn::CountTrue(di, any);
  }
  return count;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(find_covering_cards);

void find_covering_cards(const CardArrays& cards, const Placing& placing, PixelSize size, CoveringCards& found) {
  const std::size_t room = cards.count + PointArrays::kLanes;  // room for whole vectors
  if (found.numbers.size() < room) {
    for (auto* array : {&found.x0, &found.x1, &found.y0, &found.y1}) array->resize(room);
    found.numbers.resize(room);
    found.nearest.resize(room);
  }
  found.count = HWY_DYNAMIC_DISPATCH(find_covering_cards)(cards, placing, size.width, size.height, found);
}

}  // namespace weald::render
#endif
