// Hashes and directions of lattice points, by vectors of points: the SIMD version of point_hash and hashed_point in
// methods/raster/lattice.h. Included once per SIMD target by the kernel files, inside foreach_target.

#if defined(WEALD_NOISE_LATTICE_HASH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_LATTICE_HASH_INL_H_
#undef WEALD_NOISE_LATTICE_HASH_INL_H_
#else
#define WEALD_NOISE_LATTICE_HASH_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The hashes of points whose column keys lie at `column_a` and `column_b`, in the row with the key (row_a, row_b).
template <class DU>
HWY_INLINE hn::Vec<DU> hash_lanes(DU du, const std::uint32_t* column_a, const std::uint32_t* column_b,
                                  std::uint32_t row_a, std::uint32_t row_b) {
  auto h = hn::Mul(hn::Xor(hn::LoadU(du, column_a), hn::Set(du, row_a)), hn::Set(du, 0x9E3779B1u));
  h = hn::Xor(h, hn::ShiftRight<15>(h));
  h = hn::Add(h, hn::Xor(hn::LoadU(du, column_b), hn::Set(du, row_b)));
  h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(du, 0x85EBCA6Bu));
  h = hn::Mul(hn::Xor(h, hn::ShiftRight<13>(h)), hn::Set(du, 0xC2B2AE35u));
  return hn::Xor(h, hn::ShiftRight<16>(h));
}

/// gradient_directions() for the lanes of a vector of hashes.
template <class D>
class DirectionLanes {
  using DU = hn::RebindToUnsigned<D>;
  using DI = hn::RebindToSigned<D>;
  using V = hn::Vec<D>;
  using VU = hn::Vec<DU>;
  // Four vectors then hold the 64 cosines of a quadrant, which is faster than gathers.
  static constexpr bool kByQuadrant = hn::MaxLanes(D()) == 16;

 public:
  /// The coordinates of all 256 directions.
  HWY_INLINE DirectionLanes(const float* x, const float* y) : x_(x), y_(y) {}

  HWY_INLINE void look_up(VU hash, V& x, V& y) const {
    if constexpr (kByQuadrant) {
      look_up_by_quadrant(hash, x, y);
    } else {
      const auto index = hn::BitCast(DI(), hn::ShiftRight<24>(hash));
      x = hn::GatherIndex(D(), x_, index);
      y = hn::GatherIndex(D(), y_, index);
    }
  }

 private:
  // The directions map onto themselves under quarter turns and mirroring. With k and q the number of a direction in
  // its quadrant and that of the quadrant, |x| is cosine k where q is even and cosine 63 - k where it is odd; |y| is the
  // other one of the two.
  HWY_INLINE void look_up_by_quadrant(VU hash, V& x, V& y) const {
    const D d;
    const DU du;
    const auto number = hn::ShiftRight<24>(hash);
    const auto bit = [&](std::uint32_t value) HWY_ATTR {
      return hn::Ne(hn::And(number, hn::Set(du, value)), hn::Zero(du));
    };
    const VU place = hn::Xor(number, hn::IfThenElseZero(bit(64), hn::Set(du, 63)));
    const auto in_place = [&](std::uint32_t value) HWY_ATTR {
      return hn::RebindMask(d, hn::Ne(hn::And(place, hn::Set(du, value)), hn::Zero(du)));
    };
    const auto odd_vector = in_place(16), upper_half = in_place(32);
    const auto index = hn::IndicesFromVec(d, hn::And(place, hn::Set(du, 15)));
    const auto mirrored = hn::IndicesFromVec(d, hn::AndNot(place, hn::Set(du, 15)));
    const V c0 = hn::LoadU(d, x_), c1 = hn::LoadU(d, x_ + 16), c2 = hn::LoadU(d, x_ + 32), c3 = hn::LoadU(d, x_ + 48);
    const auto choose = [&](auto at, V first, V second, V third, V fourth) HWY_ATTR {
      const V low = hn::IfThenElse(odd_vector, hn::TableLookupLanes(second, at), hn::TableLookupLanes(first, at));
      const V high = hn::IfThenElse(odd_vector, hn::TableLookupLanes(fourth, at), hn::TableLookupLanes(third, at));
      return hn::IfThenElse(upper_half, high, low);
    };
    const VU sign = hn::Set(du, 0x80000000u);
    x = hn::Xor(choose(index, c0, c1, c2, c3),
                hn::BitCast(d, hn::And(hn::Xor(hash, hn::ShiftLeft<1>(hash)), sign)));
    y = hn::Xor(choose(mirrored, c3, c2, c1, c0), hn::BitCast(d, hn::And(hash, sign)));
  }

  const float* x_;
  const float* y_;
};

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
