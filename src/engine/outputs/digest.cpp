#include "engine/outputs/digest.h"

#include "data/masked_rows.h"
#include "engine/outputs/detail/field_digest.h"
#include "engine/outputs/writers.h"
#include "picture/render/picture.h"

namespace weald::pipeline {

std::string content_digest(const Artifact& artifact) {
  Hasher hasher;
  hasher.add(name_of(artifact));
  std::visit([&](const auto& value) { add_hashed(hasher, value); }, artifact);
  return hasher.hex();
}

namespace {

/// The digest of an output with a mask, whose heights have the digest `heights`.
std::string masked_digest(const OutputSpec& spec, const std::string& heights, const GridSpec& grid) {
  HeightRows& mask = *spec.mask_rows;
  require_same_grid(grid, mask.grid(), "mask");
  Hasher hasher;
  hasher.add("mask");
  hasher.add(heights);
  hasher.add(static_cast<double>(no_data_of(spec)));
  std::string has_data(static_cast<std::size_t>(grid.width), '\0');
  for (int y = 0; y < grid.height; ++y) {
    const HeightView row = mask.rows(y, 1);
    // What a file holds does not depend on the mask's values, but on which of them are high enough.
    for (int x = 0; x < grid.width; ++x)
      has_data[static_cast<std::size_t>(x)] = row.at(x, y) >= kLeastMaskOfData ? '1' : '0';
    hasher.add(has_data);
  }
  return hasher.hex();
}

}  // namespace

std::string data_digest(const OutputSpec& spec, const Artifact& artifact, const std::string& content) {
  const auto* map = std::get_if<Heightmap>(&artifact);
  return map != nullptr && spec.mask_rows != nullptr ? masked_digest(spec, content, map->grid()) : content;
}

std::string output_digest(const OutputSpec& spec, const ArtifactRef& artifact, const RunContext& context) {
  if (spec.picture) return content_digest(picture_of(artifact, *spec.picture, context));
  return data_digest(spec, artifact.get(), content_digest(artifact.get()));
}

}  // namespace weald::pipeline
