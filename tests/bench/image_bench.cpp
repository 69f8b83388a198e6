// Images: resizing against stb_image_resize, which filters in single precision.

#include <vector>

#include <benchmark/benchmark.h>

#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb_image_resize.h>

#include "base/parallel.h"
#include "base/rng.h"
#include "stages/images/resize.h"

namespace {

using namespace weald;
using namespace weald::image;

constexpr int kLarge = 2048, kSmall = 700;

/// Coloured noise with holes.
const Image& picture() {
  static const Image result = [] {
    const Rng rng(5);
    Image image{Grid<Rgba8>(kLarge, kLarge), {}};
    std::uint64_t draw = 0;
    for (Rgba8& pixel : image.pixels.values()) {
      const auto code = [&] { return static_cast<std::uint8_t>(255 * rng.uniform(draw++)); };
      pixel = {code(), code(), code(), static_cast<std::uint8_t>(draw % 7 == 0 ? 0 : 255)};
    }
    return image;
  }();
  return result;
}

void set_pixels(benchmark::State& state) { state.SetItemsProcessed(state.iterations() * kLarge * kLarge); }

void resize_weald(benchmark::State& state, ResizeFilter filter) {
  const ThreadLimit limit(1);
  const ResizeSettings settings{kSmall, kSmall, filter, PixelContent::colour, Wrap::clamp};
  for (auto _ : state) benchmark::DoNotOptimize(resized(picture(), settings, {}));
  set_pixels(state);
}

void resize_stb(benchmark::State& state, stbir_filter filter) {
  std::vector<unsigned char> out(4 * kSmall * kSmall);
  const auto* in = reinterpret_cast<const unsigned char*>(picture().pixels.values().data());
  for (auto _ : state) {
    stbir_resize_uint8_generic(in, kLarge, kLarge, 0, out.data(), kSmall, kSmall, 0, 4, 3, 0, STBIR_EDGE_CLAMP, filter,
                               STBIR_COLORSPACE_SRGB, nullptr);
    benchmark::DoNotOptimize(out.data());
  }
  set_pixels(state);
}

BENCHMARK_CAPTURE(resize_weald, mitchell, ResizeFilter::mitchell)->Name("resize/weald")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(resize_stb, mitchell, STBIR_FILTER_MITCHELL)->Name("resize/stb")->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
