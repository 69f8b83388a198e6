#pragma once
// Points of blue noise on a torus, and indices on one.

#include <vector>

#include "base/math/vec.h"
#include "base/rng.h"
#include "base/run_context.h"

namespace weald::image {

/// `i` modulo `count`, from 0. Pre: count > 0.
constexpr int wrapped(int i, int count) {
  const int rest = i % count;
  return rest < 0 ? rest + count : rest;
}

/// `count` points in a rectangle of `size` whose opposite edges are joined. Every first part of them is spread evenly,
/// too: each point keeps the greatest distance from earlier ones at which chance finds room. Source: [mccool1992]
/// (dart throwing with shrinking discs). Pre: count >= 0; sides > 0.
std::vector<Vec2> torus_points(int count, const Vec2& size, const Rng& rng, const RunContext& context);

}  // namespace weald::image
