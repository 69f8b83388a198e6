#pragma once
// Small images for tests, and stages run over them.

#include <cstdint>

#include "base/rng.h"
#include "data/image.h"
#include "schema/input.h"

namespace weald::test {

/// A fine image whose channels are random, alpha as well unless it is to be opaque.
inline Image random_image(int width, int height, int bits, bool opaque) {
  Grid<Rgba16> fine(width, height);
  const Rng rng(7);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto level = [&](unsigned channel) {
        return static_cast<std::uint16_t>(
            rng.below(65536, static_cast<unsigned>(x), static_cast<unsigned>(y) * 4 + channel));
      };
      fine.at(x, y) = {level(0), level(1), level(2), opaque ? std::uint16_t{65535} : level(3)};
    }
  }
  Image image = fine_image(std::move(fine));
  if (bits == 8) image.fine = {};
  return image;
}

/// A row of opaque pixels of 8 bits, grey.
inline Image grey_row(std::initializer_list<int> levels) {
  Image image{Grid<Rgba8>(static_cast<int>(levels.size()), 1), {}};
  int x = 0;
  for (const int level : levels) {
    const auto v = static_cast<std::uint8_t>(level);
    image.pixels.at(x++, 0) = {v, v, v, 255};
  }
  return image;
}

/// Runs a stage whose inputs have been given.
template <class S>
auto run_stage(const typename S::Params& params, const schema::Inputs& inputs) {
  return S::run(params, inputs, {});
}

/// Runs a stage over `from` alone.
template <class S, class T>
auto run_over(typename S::Params params, const T& from) {
  schema::Inputs inputs;
  inputs.add("from", from);
  params.from.stage = "from";
  return S::run(params, inputs, {});
}

}  // namespace weald::test
