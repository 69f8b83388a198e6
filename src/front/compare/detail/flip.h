#pragma once
// LDR-FLIP: the perceived difference of two pictures when flipping between them.

#include "base/run_context.h"
#include "data/grid.h"
#include "data/image.h"

namespace weald::compare {

/// Value of every pixel: 0 for no visible difference, close to 1 for black beside white. Pictures with transparent
/// pixels are evaluated on black and on white, and the larger value is taken. `pixels_per_degree` is the number of
/// pixels per degree of the visual field, 4 to 256. Results are bit-identical on every machine. Time is linear in the
/// pixels (and grows with pixels_per_degree); memory besides the result is some 10 MB per thread at a width of 1024.
/// Pre: same size. Source: [andersson2020].
Grid<float> flip_map(const Image& expected, const Image& actual, double pixels_per_degree,
                     const RunContext& context = {});

}  // namespace weald::compare
