// Fills a block of samples by a rule of point_interpolation-inl.h or point_radial-inl.h, in the layout that the job
// asks for. Included once per SIMD target by the files point_*_kernels.cpp, inside foreach_target.
//
// Multiplications and additions are kept separate (no fused multiply-add), in the order of layer_value in
// point_layer.cpp, so every target gives the same bits.
//
// Neighbouring samples mostly use the same few lattice points. If all samples of a vector lie in one lattice cell, its
// points are broadcast. Otherwise a vector loads a run of points from a lattice row and permutes it. Only if its
// samples lie farther apart does it gather.

#if defined(WEALD_NOISE_POINT_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_BLOCKS_INL_H_
#undef WEALD_NOISE_POINT_BLOCKS_INL_H_
#else
#define WEALD_NOISE_POINT_BLOCKS_INL_H_
#endif

#include <hwy/highway.h>

#include "stages/land/noise/detail/point_interpolation-inl.h"
#include "stages/land/noise/detail/point_radial-inl.h"
#include "stages/land/noise/detail/point_row_blocks-inl.h"
#include "stages/land/noise/detail/point_tile_blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

// Fills samples row by row: neighbours along x share their lattice rows.
template <class Rule>
void fill_lines(const BlockJob& given) {
  const BlockJob job = given;  // a local copy, for the reason given in fill_squares
  const PD d;
  const PDI di;
  const Rule rule(job);
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int y = job.first_row; y < job.end_row; ++y) {
    approach_row(job, y);
    for (int x = 0; x < job.width; x += lanes) {
      // The lookup loads one further column on each side, for the neighbours of the outermost samples.
      const int base = job.column_cell[x] - 1;
      [[maybe_unused]] const bool in_run = job.column_cell[x + lanes - 1] - base < lanes - 1;
      Places at{hn::Sub(hn::LoadU(di, job.column_cell + x), hn::Set(di, base)),
                hn::Set(di, job.row_cell[y]),
                hn::LoadU(d, job.column_fraction + x),
                splat(job.row_fraction[y]),
                base,
                job.row_cell[y],
                job.row_cell[y],
                hn::Zero(d),
                hn::Zero(d)};
      if constexpr (Rule::kFades) {
        at.weight_x = rule.faded(at.x);
        at.weight_y = rule.faded(at.y);
      }
      if constexpr (kHasRuns) {
        store_in_row(job, in_run ? rule.template value<Spread::row>(at) : rule.template value<Spread::far>(at), x, y);
      } else {
        store_in_row(job, rule.template value<Spread::far>(at), x, y);
      }
    }
  }
}

template <class Rule>
void fill_block_as(const BlockJob& job) {
  if (!job.squares) return fill_lines<Rule>(job);
  const bool is_in_sum = job.sum != nullptr && !job.add && !job.begins_sum;
  is_in_sum ? fill_squares<Rule, true>(job) : fill_squares<Rule, false>(job);
}

template <class Rule, class Lines>
void fill_block_as(const BlockJob& job) {
  if (job.squares || !fill_by_lines<Lines>(job)) fill_block_as<Rule>(job);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
