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

/// The hashes of points whose column keys lie at `column_a` and `column_b`, in the row with the key (row_a, row_b); the
/// bits set in `flipped` are inverted.
template <class DU>
HWY_INLINE hn::Vec<DU> hash_lanes(DU du, const std::uint32_t* column_a, const std::uint32_t* column_b,
                                  std::uint32_t row_a, std::uint32_t row_b, hn::Vec<DU> flipped) {
  auto h = hn::Mul(hn::Xor(hn::LoadU(du, column_a), hn::Set(du, row_a)), hn::Set(du, 0x9E3779B1u));
  h = hn::Xor(h, hn::ShiftRight<15>(h));
  h = hn::Add(h, hn::Xor(hn::LoadU(du, column_b), hn::Set(du, row_b)));
  h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(du, 0x85EBCA6Bu));
  h = hn::Mul(hn::Xor(h, hn::ShiftRight<13>(h)), hn::Set(du, 0xC2B2AE35u));
  return hn::Xor3(h, hn::ShiftRight<16>(h), flipped);
}

/// Per lane, one of the 32 values in two vectors, by the lowest five bits of `index`. For vectors of 16.
template <class D, class V, class VU>
HWY_INLINE V look_up_in_two(D d, V low, V high, VU index) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  // Highway has no operation for this before 1.0.5.
  return V{_mm512_permutex2var_ps(low.raw, index.raw, high.raw)};
#else
  const hn::RebindToUnsigned<D> du;
  const auto lanes = hn::IndicesFromVec(d, hn::And(index, hn::Set(du, 15)));
  const auto in_high = hn::RebindMask(d, hn::TestBit(index, hn::Set(du, 16)));
  return hn::IfThenElse(in_high, hn::TableLookupLanes(high, lanes), hn::TableLookupLanes(low, lanes));
#endif
}

/// The gradients of vectors of hashes: their directions times a scale.
template <class D>
class GradientLanes {
  using DU = hn::RebindToUnsigned<D>;
  using DI = hn::RebindToSigned<D>;
  using V = hn::Vec<D>;
  using VU = hn::Vec<DU>;
  // Two vectors then hold the 32 cosines of an octant, two the sines, which is faster than gathers.
  static constexpr bool kByOctant = hn::MaxLanes(D()) == 16;

 public:
  HWY_INLINE GradientLanes(const DirectionTable& table, float scale) : table_(table), scale_(hn::Set(D(), scale)) {
    if constexpr (kByOctant) {
      const D d;
      const V size = hn::Abs(scale_);
      const auto load = [&](const float* values, V(&scaled)[2]) HWY_ATTR {
        scaled[0] = hn::Mul(hn::Load(d, values), size);
        scaled[1] = hn::Mul(hn::Load(d, values + 16), size);
      };
      load(table.octant_cosine.data(), cosine_);
      load(table.octant_sine.data(), sine_);
    }
  }

  // The bits of the hashes to invert before the lookup.
  HWY_INLINE VU flipped() const {
    const DU du;
    if constexpr (kByOctant) return hn::And(hn::BitCast(du, scale_), hn::Set(du, 0x80000000u));
    return hn::Zero(du);
  }

  HWY_INLINE void look_up(VU hash, V& x, V& y) const {
    if constexpr (kByOctant) return look_up_by_octant(hash, x, y);
    const auto index = hn::BitCast(DI(), hn::ShiftRight<24>(hash));
    x = hn::Mul(scale_, hn::GatherIndex(D(), table_.x.data(), index));
    y = hn::Mul(scale_, hn::GatherIndex(D(), table_.y.data(), index));
  }

 private:
  // The directions map onto themselves under quarter turns and mirroring. The Gray code of a direction's number says
  // where it lies in its octant: the codes of mirrored numbers differ only in the bit that tells them apart. |x| is the
  // cosine of the angle from the nearest whole quarter turn or its sine, |y| the other one.
  HWY_INLINE void look_up_by_octant(VU hash, V& x, V& y) const {
    const D d;
    const DU du;
    const VU code = hn::Xor(hash, hn::ShiftLeft<1>(hash));  // from bit 25 onwards
    const VU index = hn::ShiftRight<25>(code);
    const V cosine = look_up_in_two(d, cosine_[0], cosine_[1], index);
    const V sine = look_up_in_two(d, sine_[0], sine_[1], index);
    const auto is_steep = hn::RebindMask(d, hn::TestBit(code, hn::Set(du, 0x40000000u)));
    const V sign = hn::BitCast(d, hn::Set(du, 0x80000000u));
    x = hn::OrAnd(hn::IfThenElse(is_steep, sine, cosine), hn::BitCast(d, code), sign);
    y = hn::OrAnd(hn::IfThenElse(is_steep, cosine, sine), hn::BitCast(d, hash), sign);
  }

  const DirectionTable& table_;
  V scale_;
  V cosine_[2];  // of the first octant, times the size of the scale; uninitialised for other lookups
  V sine_[2];
};

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
