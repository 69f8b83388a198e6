// Images: resizing against stb_image_resize, which filters in single precision, and the atlas of a mesh.

#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb_image_resize.h>

#include "base/parallel.h"
#include "base/rng.h"
#include "stages/images/atlas.h"
#include "stages/images/resize.h"
#include "stages/shapes/shapes.h"

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

/// A grid of 20,000 faces with two materials, of which one repeats 100 times.
mesh::Mesh dressed_grid() {
  mesh::ShapesParams params;
  params.shape = mesh::Shape::grid;
  params.cells = {100, 1, 200};
  mesh::Mesh result = mesh::Shapes::run(params, {}, {});
  const auto texture = std::make_shared<const Image>(picture());
  result.groups = {{"bark", 0}, {"leaf", 1}};
  result.materials = {{.name = "bark", .texture = mesh::Texture{"bark", texture, 0}, .uv_scale = {1, 2000}},
                      {.name = "leaf", .texture = mesh::Texture{"leaf", texture, 0.5f}}};
  result.face_groups.clear();
  for (std::uint32_t f = 0; f < result.face_count(); ++f) result.face_groups.push_back(f % 2);
  return result;
}

void atlas(benchmark::State& state) {
  const ThreadLimit limit(1);
  const mesh::Mesh mesh = dressed_grid();
  AtlasParams params;
  params.repeats = AtlasRepeats::strips;
  for (auto _ : state) benchmark::DoNotOptimize(with_atlas(mesh, params, {}));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(mesh.face_count()));
}

BENCHMARK_CAPTURE(resize_weald, mitchell, ResizeFilter::mitchell)->Name("resize/weald")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(resize_stb, mitchell, STBIR_FILTER_MITCHELL)->Name("resize/stb")->Unit(benchmark::kMillisecond);
BENCHMARK(atlas)->Name("atlas/strips")->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
