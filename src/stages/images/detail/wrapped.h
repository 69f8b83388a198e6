#pragma once
// Indices on a torus.

namespace weald::image {

/// `i` modulo `count`, from 0. Pre: count > 0.
constexpr int wrapped(int i, int count) {
  const int rest = i % count;
  return rest < 0 ? rest + count : rest;
}

}  // namespace weald::image
