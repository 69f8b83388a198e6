#pragma once
// LDR-FLIP: how different two pictures look to someone who flips between them.

#include "core/grid.h"
#include "core/image.h"
#include "core/run_context.h"

namespace weald::compare {

/// Value of every pixel: 0 where no difference is seen, 1 for black beside white. Transparent pixels are seen on a grey
/// and the larger difference of two such greys counts (see compare/images.h). `pixels_per_degree` is the number of
/// pixels in a degree of the viewer's sight. The same bits on every machine. Time is linear in the pixels; memory is
/// some 60 bytes per pixel. Pre: same size, not empty. Source: [andersson2020].
Grid<float> flip_map(const Image& expected, const Image& actual, double pixels_per_degree,
                     const RunContext& context = {});

}  // namespace weald::compare
