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

#include "stages/land/noise/detail/direction_table.h"

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

/// The directions of a vector of hashes.
template <class D>
class DirectionLanes {
  using DU = hn::RebindToUnsigned<D>;
  using DI = hn::RebindToSigned<D>;
  using V = hn::Vec<D>;
  using VU = hn::Vec<DU>;
  // Two vectors then hold the 32 cosines of an octant, two the sines, which is faster than gathers.
  static constexpr bool kByOctant = hn::MaxLanes(D()) == 16;
  // Gathers take as long for two coordinates as for one.
  static constexpr bool kInPairs = hn::MaxLanes(D()) == 8;

 public:
  HWY_INLINE explicit DirectionLanes(const DirectionTable& table) : table_(table) {}

  HWY_INLINE void look_up(VU hash, V& x, V& y) const {
    const auto index = hn::BitCast(DI(), hn::ShiftRight<24>(hash));
    if constexpr (kByOctant) {
      look_up_by_octant(hash, x, y);
#if HWY_TARGET != HWY_SCALAR
    } else if constexpr (kInPairs) {
      look_up_in_pairs(index, x, y);
#endif
    } else {
      x = hn::GatherIndex(D(), table_.x.data(), index);
      y = hn::GatherIndex(D(), table_.y.data(), index);
    }
  }

 private:
#if HWY_TARGET != HWY_SCALAR
  template <class VI>
  HWY_INLINE void look_up_in_pairs(VI index, V& x, V& y) const {
    const D d;
    const hn::Half<DI> half;
    const hn::RepartitionToWide<DI> wide;
    const auto low = hn::GatherIndex(wide, table_.pairs.data(), hn::PromoteTo(wide, hn::LowerHalf(half, index)));
    const auto high = hn::GatherIndex(wide, table_.pairs.data(), hn::PromoteTo(wide, hn::UpperHalf(half, index)));
    x = hn::ConcatEven(d, hn::BitCast(d, high), hn::BitCast(d, low));
    y = hn::ConcatOdd(d, hn::BitCast(d, high), hn::BitCast(d, low));
  }
#endif

  // The directions map onto themselves under quarter turns and mirroring. From a whole quarter turn, the direction of a
  // hash is `place` steps away, forwards or backwards; |x| is the cosine of that angle or its sine, |y| the other one.
  HWY_INLINE void look_up_by_octant(VU hash, V& x, V& y) const {
    const D d;
    const DU du;
    const auto has_bit = [&](VU value, std::uint32_t bit)
                             HWY_ATTR { return hn::Ne(hn::And(value, hn::Set(du, bit)), hn::Zero(du)); };
    const VU number = hn::ShiftRight<24>(hash);
    const VU place = hn::Xor(number, hn::IfThenElseZero(has_bit(number, 32), hn::Set(du, 31)));
    const auto in_second = hn::RebindMask(d, has_bit(place, 16));
    const auto lanes = hn::IndicesFromVec(d, hn::And(place, hn::Set(du, 15)));
    const auto of_octant = [&](const float* values) HWY_ATTR {
      return hn::IfThenElse(in_second, hn::TableLookupLanes(hn::LoadU(d, values + 16), lanes),
                            hn::TableLookupLanes(hn::LoadU(d, values), lanes));
    };
    const V cosine = of_octant(table_.x.data()), sine = of_octant(table_.y.data());
    const auto is_steep = hn::RebindMask(d, has_bit(hn::Xor(number, hn::Add(number, number)), 64));
    const VU sign = hn::Set(du, 0x80000000u);
    const VU sign_x = hn::And(hn::Xor(hash, hn::ShiftLeft<1>(hash)), sign), sign_y = hn::And(hash, sign);
    x = hn::Xor(hn::IfThenElse(is_steep, sine, cosine), hn::BitCast(d, sign_x));
    y = hn::Xor(hn::IfThenElse(is_steep, cosine, sine), hn::BitCast(d, sign_y));
  }

  const DirectionTable& table_;
};

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
