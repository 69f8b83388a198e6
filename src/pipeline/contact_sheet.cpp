#include "pipeline/contact_sheet.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"
#include "pipeline/picture.h"
#include "pipeline/shared_view.h"
#include "render/contact_sheet.h"
#include "render/shrink.h"

namespace weald::pipeline {

namespace {

using render::PixelSize;

constexpr PixelSize kTileSize{320, 240};
constexpr std::size_t kMostSheetPixels = std::size_t{1} << 27;

render::SheetSpec sheet_spec(const ContactSheetParams& params, PixelSize tile) {
  const auto count = static_cast<int>(params.from.size());
  render::SheetSpec spec;
  spec.tile = tile;
  spec.columns = std::min(count, params.sheet.columns.value_or(render::chosen_columns(params.from.size())));
  spec.rows = (count + spec.columns - 1) / spec.columns;
  spec.title = params.sheet.title;
  spec.subtitle = params.sheet.subtitle;
  const PixelSize size = render::sheet_size(spec);
  if (static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) > kMostSheetPixels)
    throw StageError(
        fmt::format("the sheet would have {} x {} pixels; ask for smaller pictures", size.width, size.height),
        "picture");
  return spec;
}

/// Images that stages made have sizes of their own.
Image fitted(Image image, PixelSize tile) {
  const PixelSize size{image.pixels.width(), image.pixels.height()};
  const PixelSize fitting = render::fitted_size(size, tile);
  return fitting.width == size.width && fitting.height == size.height ? std::move(image)
                                                                      : render::shrunk(image, fitting);
}

}  // namespace

Image contact_sheet(std::span<const ArtifactView> tiles, const ContactSheetParams& params, const RunContext& context) {
  render::PictureParams picture = params.picture;
  const PixelSize tile = render::size_or(picture, kTileSize);
  picture.size = {{tile.width, tile.height}};
  render::ContactSheet sheet(sheet_spec(params, tile));
  SharedView view;
  const bool shared = params.sheet.same_scale && tiles.size() > 1;
  for (const ArtifactView& artifact : tiles) {
    if (shared) view.add(artifact, picture);
  }
  if (shared) picture = view.apply(picture);
  RunContext quiet = context;  // tells of the sheet, not of each of its pictures
  quiet.on_progress = {};
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    context.check_stop();
    context.progress(static_cast<double>(i) / static_cast<double>(tiles.size()));
    const std::string& caption = i < params.captions.size() ? params.captions[i] : params.from[i].stage;
    const render::CaptionPart words{"", caption};
    sheet.place(static_cast<int>(i), fitted(draw(tiles[i], picture, quiet), tile), {&words, 1});
  }
  return sheet.take();
}

Image ContactSheet::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  std::vector<ArtifactView> tiles;
  for (const ContactSheetParams::Tile& tile : params.from)
    tiles.push_back(std::visit([](const auto* value) { return ArtifactView{value}; }, inputs.any(tile)));
  return contact_sheet(tiles, params, context);
}

}  // namespace weald::pipeline

void weald::schema::Schema<weald::pipeline::ContactSheetParams>::check(const P& params, Checker& checker) {
  if (params.from.empty() || params.from.size() > pipeline::kMaxTiles)
    checker.error("from", fmt::format("'from' needs 1 to {} stages, not {}", pipeline::kMaxTiles, params.from.size()));
  if (params.captions.size() > params.from.size())
    checker.error("captions",
                  fmt::format("there are {} captions for {} stages", params.captions.size(), params.from.size()));
}
