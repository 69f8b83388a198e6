#include "engine/run/detail/picture_cut.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/graph/region.h"
#include "engine/plan/field_reads.h"

namespace weald::pipeline {

namespace {

std::optional<PicturePlace> place_of(const PictureCut& cut) {
  if (!cut.whole) return std::nullopt;
  return PicturePlace{(*cut.whole)[0], (*cut.whole)[1], cut.region.x, cut.region.y};
}

bool has_size(const Image& image, int width, int height) {
  return image.pixels.width() == width && image.pixels.height() == height;
}

}  // namespace

std::optional<std::array<int, 2>> whole_size_of(std::span<const SharedArtifact> artifacts) {
  for (const SharedArtifact& artifact : artifacts) {
    if (const auto* map = std::get_if<Heightmap>(artifact.get()); map != nullptr && map->place)
      return std::array{map->place->whole.width, map->place->whole.height};
    if (const auto* image = std::get_if<Image>(artifact.get()); image != nullptr && image->place)
      return std::array{image->place->width, image->place->height};
  }
  return std::nullopt;
}

void cut_pictures(StageResult& result, const PictureCut& cut) {
  const auto cut_one = [&](const Artifact& made) {
    const auto& picture = std::get<Image>(made);
    Image inner = cut.reach > 0 ? without_surroundings(picture, cut.region, cut.reach) : picture;
    // A picture of another size, such as one that a mesh wears, is no window of the map.
    if (has_size(inner, cut.region.width, cut.region.height)) inner.place = place_of(cut);
    return inner;
  };
  result.main = cut_one(result.main);
  for (auto& [name, part] : result.parts) part = std::make_shared<const Artifact>(cut_one(*part));
}

namespace {

SharedArtifact part_of_whole(const Image& picture, const PictureCut& cut, std::string_view key) {
  const auto [width, height] = cut.whole.value_or(std::array{picture.pixels.width(), picture.pixels.height()});
  if (!has_size(picture, width, height)) {
    throw StageError(fmt::format("the picture has {} x {} pixels, but the whole map, of which a region is built, has "
                                 "{} x {} samples",
                                 picture.pixels.width(), picture.pixels.height(), width, height),
                     std::string(key));
  }
  require_inside(cut.region, {width, height});
  Image inner = cropped(picture, cut.region);
  inner.place = place_of(cut);
  return std::make_shared<const Artifact>(std::move(inner));
}

}  // namespace

void cut_whole_pictures(const Graph& graph, std::size_t reader, const std::function<bool(std::size_t)>& is_for_region,
                        std::span<SharedArtifact> artifacts) {
  const GraphStage& stage = graph.stages[reader];
  const PictureCut cut{*graph.region, 0, whole_size_of(artifacts)};
  for (std::size_t i = 0; i < artifacts.size(); ++i) {
    const auto* picture = std::get_if<Image>(artifacts[i].get());
    if (picture == nullptr || is_for_region(stage.inputs[i])) continue;
    const std::string& name = graph.stages[stage.inputs[i]].decl.name;
    const auto use = std::ranges::find(stage.decl.bound->inputs, name, &schema::InputUse::stage);
    artifacts[i] = part_of_whole(*picture, cut, use->key);
  }
}

}  // namespace weald::pipeline
