// Compiled once per SIMD target by foreach_target. The lanes of a vector are squares eight columns apart, so that no
// two share a corner. Every lane performs the same operations on every target, without fused multiply-add.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/meshing/detail/adaptive_relax_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstring>

#include "stages/land/meshing/detail/adaptive_relax_kernels.h"
#include "stages/land/meshing/detail/rtin_small.h"

HWY_BEFORE_NAMESPACE();
namespace weald::terrain::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using Words = hn::RebindToUnsigned<D>;

// A block with sorted columns: within a row, column x is element x / 8 of plane x % 8. The last column is a ninth
// element of plane 0. Bytes are packed in groups of four.
constexpr int kPeriod = 8;
constexpr int kSquares = kRelaxBlock / kPeriod;
constexpr std::ptrdiff_t kPlane = kSquares + 1;
constexpr std::ptrdiff_t kPlaneRow = kPeriod * kPlane;
static_assert(SmallPieces::kValues == (kRelaxBlock + 1) * kPlaneRow);
constexpr std::ptrdiff_t kWordRow = 2 * kPlane;

constexpr std::ptrdiff_t place_of(int column) { return column % kPeriod * kPlane + column / kPeriod; }

#if HWY_TARGET == HWY_SCALAR

void split_row(const float* row, float* planes) {
  for (int x = 0; x <= kRelaxBlock; ++x) planes[place_of(x)] = row[x];
}

void join_row(const float* planes, float* row) {
  for (int x = 0; x <= kRelaxBlock; ++x) row[x] = planes[place_of(x)];
}

void split_bytes(const std::uint8_t* row, std::uint32_t* planes) {
  for (int x = 0; x < kRelaxBlock; x += 4)
    std::memcpy(planes + x / 4 % 2 * kPlane + x / kPeriod, row + x, sizeof(std::uint32_t));
  planes[kSquares] = std::bit_cast<std::uint32_t>(std::array<std::uint8_t, 4>{row[kRelaxBlock], 0, 0, 0});
}

#else

void split_row(const float* row, float* planes) {
  const D d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const auto store = [&](V first, V second, std::ptrdiff_t plane, std::ptrdiff_t k) HWY_ATTR {
    hn::StoreU(hn::ConcatEven(d, second, first), d, planes + plane * kPlane + k);
    hn::StoreU(hn::ConcatOdd(d, second, first), d, planes + (plane + 4) * kPlane + k);
  };
  for (std::ptrdiff_t k = 0; k < kSquares; k += lanes) {
    V a0, a1, a2, a3, b0, b1, b2, b3;
    hn::LoadInterleaved4(d, row + kPeriod * k, a0, a1, a2, a3);
    hn::LoadInterleaved4(d, row + kPeriod * k + 4 * lanes, b0, b1, b2, b3);
    store(a0, b0, 0, k);
    store(a1, b1, 1, k);
    store(a2, b2, 2, k);
    store(a3, b3, 3, k);
  }
  planes[kSquares] = row[kRelaxBlock];
}

void join_row(const float* planes, float* row) {
  const D d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  std::array<std::array<float, 16>, 4> pairs;
  for (std::ptrdiff_t k = 0; k < kSquares; k += lanes) {
    for (std::size_t plane = 0; plane < 4; ++plane) {
      const float* const from = planes + static_cast<std::ptrdiff_t>(plane) * kPlane + k;
      hn::StoreInterleaved2(hn::LoadU(d, from), hn::LoadU(d, from + 4 * kPlane), d, pairs[plane].data());
    }
    for (const std::ptrdiff_t at : {std::ptrdiff_t{0}, lanes}) {
      hn::StoreInterleaved4(hn::LoadU(d, pairs[0].data() + at), hn::LoadU(d, pairs[1].data() + at),
                            hn::LoadU(d, pairs[2].data() + at), hn::LoadU(d, pairs[3].data() + at), d,
                            row + kPeriod * k + 4 * at);
    }
  }
  row[kRelaxBlock] = planes[kSquares];
}

void split_bytes(const std::uint8_t* row, std::uint32_t* planes) {
  const Words d;
  const hn::Repartition<std::uint8_t, Words> bytes;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  for (std::ptrdiff_t k = 0; k < kSquares; k += lanes) {
    const auto first = hn::BitCast(d, hn::LoadU(bytes, row + kPeriod * k));
    const auto second = hn::BitCast(d, hn::LoadU(bytes, row + kPeriod * k + 4 * lanes));
    hn::StoreU(hn::ConcatEven(d, second, first), d, planes + k);
    hn::StoreU(hn::ConcatOdd(d, second, first), d, planes + kPlane + k);
  }
  planes[kSquares] = std::bit_cast<std::uint32_t>(std::array<std::uint8_t, 4>{row[kRelaxBlock], 0, 0, 0});
}

#endif

// Squares m, m + 8 / side, ... of a row of squares, starting with square number `first` of these. Finds their values in
// the planes, from columns and rows relative to the corner of a square.
class Squares {
 public:
  Squares(int column, int row, std::ptrdiff_t first) : column_(column), row_(row), first_(first) {}

  V load(const float* planes, GridPoint p) const { return hn::LoadU(D(), planes + place(p)); }
  void store(V values, float* planes, GridPoint p) const { hn::StoreU(values, D(), planes + place(p)); }
  M kept(const std::uint32_t* planes, GridPoint p) const {
    const Words d;
    const int column = column_ + p.x;
    const std::ptrdiff_t place = (row_ + p.y) * kWordRow + column / 4 % 2 * kPlane + column / kPeriod + first_;
    const auto found = hn::And(hn::LoadU(d, planes + place), hn::Set(d, byte_of(column % 4)));
    return hn::RebindMask(D(), hn::Ne(found, hn::Zero(d)));
  }

 private:
  static std::uint32_t byte_of(int n) {
    std::array<std::uint8_t, 4> bytes{};
    bytes[static_cast<std::size_t>(n)] = 0xFF;
    return std::bit_cast<std::uint32_t>(bytes);
  }
  std::ptrdiff_t place(GridPoint p) const { return (row_ + p.y) * kPlaneRow + place_of(column_ + p.x) + first_; }

  int column_;
  int row_;
  std::ptrdiff_t first_;
};

// Frame of one triangle of a square, as in SmallFacet: origin and steps, in samples from the square's north-west
// corner. The halves of odd squares are `turned`.
struct Frame {
  int x, y;
  int u_x, u_y;
  int t_x, t_y;
};
constexpr Frame frame_of(int side, int part, bool turned) {
  const int half = side / 2;
  if (part < 2) {
    const int down = part == 0 ? 1 : -1;
    const int east = turned ? -down : down;
    return {half - east * half, half + down * half, east, 0, 0, -down};
  }
  if (part == 2 || part == 5) {
    const int down = part == 2 ? -1 : 1;
    return {half, half + down * half, 1, 0, 0, -down};
  }
  const int east = part == 3 ? -1 : 1;
  return {half + east * half, half, 0, 1, -east, 0};
}

template <int kSide, int kPart, bool kTurned>
class Part {
 public:
  static HWY_INLINE void relax(SmallPieces& pieces, const Squares& at, M which, V limit) {
    float* const heights = pieces.heights.data();
    const float* const samples = pieces.samples.data();
    Corners h{at.load(heights, kA), at.load(heights, kB), at.load(heights, kApex)};
    meet<0>(samples, at, limit, h);
    const V a = near(samples, at, kA, h.a, limit);
    const V b = near(samples, at, kB, h.b, limit);
    const V apex = near(samples, at, kApex, h.apex, limit);
    at.store(hn::IfThenElse(which, a, at.load(heights, kA)), heights, kA);
    at.store(hn::IfThenElse(which, b, at.load(heights, kB)), heights, kB);
    at.store(hn::IfThenElse(which, apex, at.load(heights, kApex)), heights, kApex);
  }

 private:
  static constexpr bool kStraight = kPart < 2;
  static constexpr int kReach = kStraight ? kSide : kSide / 2;
  static constexpr Frame kFrame = frame_of(kSide, kPart, kTurned);
  static constexpr GridPoint at_steps(int u, int t) {
    return {kFrame.x + u * kFrame.u_x + t * kFrame.t_x, kFrame.y + u * kFrame.u_y + t * kFrame.t_y};
  }
  static constexpr GridPoint kA = at_steps(kStraight ? kReach : -kReach, 0);
  static constexpr GridPoint kB = kStraight ? at_steps(0, kReach) : at_steps(kReach, 0);
  static constexpr GridPoint kApex = at_steps(0, kStraight ? 0 : kReach);

  struct Corners {
    V a, b, apex;
  };

  // `height` clamped to the limit around the sample.
  static HWY_INLINE V near(const float* samples, const Squares& at, GridPoint p, V height, V limit) {
    const V sample = at.load(samples, p);
    return hn::Min(hn::Max(height, hn::Sub(sample, limit)), hn::Add(sample, limit));
  }

  // Projects onto the limits of sample kN and all later ones.
  template <std::size_t kN>
  static HWY_INLINE void meet(const float* samples, const Squares& at, V limit, Corners& h) {
    constexpr auto& shares = SmallFacet<kReach, kStraight>::kShares;
    if constexpr (kN < shares.size()) {
      constexpr CornerShares share = shares[kN];
      constexpr GridPoint place = at_steps(share.u, share.t);
      V above = at.load(samples, place);
      if constexpr (share.a != 0) above = hn::Sub(above, hn::Mul(h.a, hn::Set(D(), share.a)));
      if constexpr (share.b != 0) above = hn::Sub(above, hn::Mul(h.b, hn::Set(D(), share.b)));
      if constexpr (share.apex != 0) above = hn::Sub(above, hn::Mul(h.apex, hn::Set(D(), share.apex)));
      const V excess = hn::Sub(above, hn::Min(hn::Max(above, hn::Neg(limit)), limit));
      if constexpr (share.a != 0) h.a = hn::Add(h.a, hn::Mul(excess, hn::Set(D(), share.gain * share.a)));
      if constexpr (share.b != 0) h.b = hn::Add(h.b, hn::Mul(excess, hn::Set(D(), share.gain * share.b)));
      if constexpr (share.apex != 0) h.apex = hn::Add(h.apex, hn::Mul(excess, hn::Set(D(), share.gain * share.apex)));
      meet<kN + 1>(samples, at, limit, h);
    }
  }
};

// Calls visit(m, j, n) for all groups of squares of one side: group n consists of squares m, m + 8 / side, ... of row
// j. Adjacent squares share corners, so a vector would wait for the previous one; every second group therefore comes
// first.
template <int kSide, class Visit>
HWY_INLINE void for_groups(const Visit& visit) {
  constexpr int kCount = kPeriod / kSide;
  std::size_t n = 0;
  for (int j = 0; j < kRelaxBlock / kSide; ++j) {
    for (int i = 0; i < kCount; ++i) visit(2 * i < kCount ? 2 * i : 2 * i - kCount + 1, j, n++);
  }
}

// Records which triangles of squares of one side exist. Returns whether there are any.
template <int kSide>
bool find_pieces(const std::uint32_t* kept, std::array<std::uint8_t, kSmallGroups<kSide>>* found) {
  constexpr int kHalf = kSide / 2;
  const D d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  unsigned any = 0;
  for_groups<kSide>([&](int m, int j, std::size_t n) HWY_ATTR {
    std::array<unsigned, 6> bits{};
    for (std::ptrdiff_t first = 0; first < kSquares; first += lanes) {
      const Squares at(m * kSide, j * kSide, first);
      const M cut = at.kept(kept, {kHalf, kHalf});
      const int west = (m + j) % 2 == 0 ? 0 : kSide;
      const auto note = [&](std::size_t part, M which) HWY_ATTR {
        std::array<std::uint8_t, 8> stored{};
        hn::StoreMaskBits(d, which, stored.data());
        bits[part] |= static_cast<unsigned>(stored[0]) << first;
      };
      note(0, hn::AndNot(cut, at.kept(kept, {west, kSide})));
      note(1, hn::AndNot(cut, at.kept(kept, {kSide - west, 0})));
      note(2, hn::AndNot(at.kept(kept, {kHalf, 0}), cut));
      note(3, hn::AndNot(at.kept(kept, {0, kHalf}), cut));
      note(4, hn::AndNot(at.kept(kept, {kSide, kHalf}), cut));
      note(5, hn::AndNot(at.kept(kept, {kHalf, kSide}), cut));
    }
    for (std::size_t part = 0; part < 6; ++part) {
      found[part][n] = static_cast<std::uint8_t>(bits[part]);
      any |= bits[part];
    }
  });
  return any != 0;
}

template <int kSide, int kPart>
void relax_part(SmallPieces& pieces, const std::array<std::uint8_t, kSmallGroups<kSide>>* found, V limit) {
  const D d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  for_groups<kSide>([&](int m, int j, std::size_t n) HWY_ATTR {
    const unsigned bits = found[kPart][n];
    if (bits == 0) return;
    for (std::ptrdiff_t first = 0; first < kSquares; first += lanes) {
      const std::array<std::uint8_t, 8> stored{static_cast<std::uint8_t>(bits >> first)};
      const M which = hn::LoadMaskBits(d, stored.data());
      const Squares at(m * kSide, j * kSide, first);
      constexpr bool kTurns = kPart < 2;
      if (kTurns && (m + j) % 2 != 0) {
        Part<kSide, kPart, kTurns>::relax(pieces, at, which, limit);
      } else {
        Part<kSide, kPart, false>::relax(pieces, at, which, limit);
      }
    }
  });
}

template <int kSide>
void relax_side(SmallPieces& pieces, const std::array<std::uint8_t, kSmallGroups<kSide>>* found, V limit) {
  relax_part<kSide, 0>(pieces, found, limit);
  relax_part<kSide, 1>(pieces, found, limit);
  relax_part<kSide, 2>(pieces, found, limit);
  relax_part<kSide, 3>(pieces, found, limit);
  relax_part<kSide, 4>(pieces, found, limit);
  relax_part<kSide, 5>(pieces, found, limit);
}

bool find_small_pieces(const RelaxBlock& block, SmallPieces& pieces) {
  std::array<std::uint32_t, (kRelaxBlock + 1) * kWordRow> kept;
  for (std::ptrdiff_t y = 0; y <= kRelaxBlock; ++y)
    split_bytes(block.kept + y * block.stride, kept.data() + y * kWordRow);
  const bool any4 = find_pieces<4>(kept.data(), pieces.of_side_4.data());
  const bool any2 = find_pieces<2>(kept.data(), pieces.of_side_2.data());
  if (!any4 && !any2) return false;
  for (std::ptrdiff_t y = 0; y <= kRelaxBlock; ++y)
    split_row(block.samples + y * block.sample_stride, pieces.samples.data() + y * kPlaneRow);
  return true;
}

void relax_small_pieces(const RelaxBlock& block, SmallPieces& pieces, float limit) {
  for (std::ptrdiff_t y = 0; y <= kRelaxBlock; ++y)
    split_row(block.heights + y * block.stride, pieces.heights.data() + y * kPlaneRow);
  const V limits = hn::Set(D(), limit);
  relax_side<4>(pieces, pieces.of_side_4.data(), limits);
  relax_side<2>(pieces, pieces.of_side_2.data(), limits);
  for (std::ptrdiff_t y = 0; y <= kRelaxBlock; ++y)
    join_row(pieces.heights.data() + y * kPlaneRow, block.heights + y * block.stride);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::terrain::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::terrain::detail {

HWY_EXPORT(find_small_pieces);
HWY_EXPORT(relax_small_pieces);

bool find_small_pieces(const RelaxBlock& block, SmallPieces& pieces) {
  return HWY_DYNAMIC_DISPATCH(find_small_pieces)(block, pieces);
}

void relax_small_pieces(const RelaxBlock& block, SmallPieces& pieces, float limit) {
  HWY_DYNAMIC_DISPATCH(relax_small_pieces)(block, pieces, limit);
}

}  // namespace weald::terrain::detail
#endif
