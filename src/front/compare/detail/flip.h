#pragma once
// LDR-FLIP: how different two pictures look to someone who flips between them.

#include "base/run_context.h"
#include "data/grid.h"
#include "data/image.h"

namespace weald::compare {

/// Value of every pixel: 0 where no difference is seen, close to 1 for black beside white. Pictures with transparent
/// pixels are seen on black and on white, and the larger value counts. `pixels_per_degree` is the number of pixels in
/// one degree of the viewer's sight, 4 to 256. The same bits on every machine. Time is linear in the pixels (and grows
/// with pixels_per_degree); memory beside the result is some 10 MB for each thread at a width of 1024. Pre: same size.
/// Source: [andersson2020].
Grid<float> flip_map(const Image& expected, const Image& actual, double pixels_per_degree,
                     const RunContext& context = {});

}  // namespace weald::compare
