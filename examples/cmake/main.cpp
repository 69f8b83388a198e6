// Prints the height of the hills of a preset, and the number of triangles of their mesh.

#include <algorithm>
#include <cstdio>
#include <string>

#include <weald/weald.h>

namespace api = weald::api;

int fail(const api::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return static_cast<int>(error.code);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: hills PRESET [STAGE.KEY=VALUE]...\n");
    return 2;
  }
  api::LoadOptions options;
  options.set.assign(argv + 2, argv + argc);
  const auto preset = api::Preset::load(argv[1], options);
  if (!preset) return fail(preset.error());

  const auto artifacts = preset->artifacts({"hills", "land"});
  if (!artifacts) return fail(artifacts.error());
  const auto hills = artifacts->at(0).heightmap();
  if (!hills) return fail(hills.error());
  const auto land = artifacts->at(1).mesh();
  if (!land) return fail(land.error());
  const auto triangles = api::triangulate(*land);
  if (!triangles) return fail(triangles.error());

  const auto [low, high] = std::minmax_element(hills->heights.begin(), hills->heights.end());
  std::printf("%s: %d x %d samples, %.1f to %.1f m, %zu triangles\n", preset->name().c_str(), hills->width,
              hills->height, *low, *high, triangles->indices.size() / 3);
  return 0;
}
