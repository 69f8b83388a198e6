#pragma once
// The steps of a BlockProgram in vectors: the same bits as expression::apply() of each sample.

#include <span>

#include "stages/land/formula/detail/block_program.h"

namespace weald::formula::detail {

/// Runs `steps` for the first `count` samples of a block. fields[i] is the first sample of field i. Pre: `count` is at
/// most the block of the program that `steps` and `frame` belong to.
void run_steps(std::span<const Step> steps, const float* const* fields, std::size_t count, double* frame);

/// Writes `count` values, rounded to the nearest float; those that are too large become infinite.
void store_floats(const double* frame, Place from, std::size_t count, float* out);

}  // namespace weald::formula::detail
