#pragma once
// The light of a single point in scalar code: the operations of the kernels in their order.

#include <cstddef>

#include "picture/light/light.h"

namespace weald::test {

/// Lights point `i` of the batch as Sun::light() and Sky::light() do.
void light_plainly(const render::Sun& sun, render::LightBatch& batch, std::size_t i);
void light_plainly(const render::Sky& sky, render::LightBatch& batch, std::size_t i);

}  // namespace weald::test
