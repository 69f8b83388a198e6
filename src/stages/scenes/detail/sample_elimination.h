#pragma once
// Sample elimination: from many samples, the most crowded one is removed again and again until a number is left.
// Source: [yuksel2015].

#include <cstddef>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"

namespace weald::scene {

/// Whether each sample is left when `count` are. `reach`, in metres, is the largest distance that `count` samples could
/// all keep from each other in the area or volume. Pre: count is at most the number of samples; reach > 0.
std::vector<bool> least_crowded(const std::vector<Vec3>& samples, std::size_t count, double reach,
                                const RunContext& context);

}  // namespace weald::scene
