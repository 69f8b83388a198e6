#include "stages/images/contact_sheet.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "picture/camera/picture_cost.h"
#include "picture/render/picture.h"
#include "picture/render/place_camera.h"
#include "picture/render/shared_view.h"
#include "picture/sheets/contact_sheet.h"

namespace weald::pipeline {

namespace {

using render::PixelSize;

constexpr PixelSize kTileSize{320, 240};

render::SheetSpec sheet_spec(const ContactSheetParams& params, PixelSize tile) {
  render::SheetSpec spec;
  render::set_places(spec, params.from.size(), params.sheet.columns);
  spec.tile = tile;
  spec.title = params.sheet.title;
  spec.subtitle = params.sheet.subtitle;
  return spec;
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
  RunContext quiet = context;  // reports progress for the sheet, not for each of its pictures
  quiet.on_progress = {};
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    context.check_stop();
    context.progress(static_cast<double>(i) / static_cast<double>(tiles.size()));
    const std::string& caption = i < params.captions.size() ? params.captions[i] : params.from[i].stage;
    const render::CaptionPart words{"", caption};
    sheet.place(static_cast<int>(i), draw(tiles[i], picture, quiet), {&words, 1});
  }
  return sheet.take();
}

Estimate ContactSheet::estimate(const Params& params, const schema::Estimates& inputs) {
  const PixelSize tile = render::size_or(params.picture, kTileSize);
  const PixelSize size = render::sheet_size(sheet_spec(params, tile));
  Estimate result = Estimate::of_image(size.width, size.height);
  render::PictureParams picture = params.picture;
  picture.size = {{tile.width, tile.height}};
  for (const ContactSheetParams::Tile& shown : params.from) {
    const render::PictureCost cost = render::picture_cost(picture, inputs[shown].grid);
    result.seconds = result.seconds + cost.seconds;
    result.scratch = cost.bytes;  // pictures are drawn one at a time
  }
  result.cause = "picture.size";
  return result;
}

Image ContactSheet::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  std::vector<ArtifactView> tiles;
  for (const ContactSheetParams::Tile& tile : params.from)
    tiles.push_back(std::visit([](const auto* value) { return ArtifactView{value}; }, inputs.any(tile)));
  if (!params.picture.camera) return contact_sheet(tiles, params, context);
  Params placed = params;
  place_camera(placed.picture, inputs);
  return contact_sheet(tiles, placed, context);
}

}  // namespace weald::pipeline

void weald::schema::Schema<weald::pipeline::ContactSheetParams>::check(const P& params, Checker& checker) {
  if (params.from.empty() || params.from.size() > pipeline::kMaxTiles)
    checker.error("from", fmt::format("'from' needs 1 to {} stages, not {}", pipeline::kMaxTiles, params.from.size()));
  if (params.captions.size() > params.from.size())
    checker.error("captions", fmt::format("{} for {}", counted_noun(params.captions.size(), "caption"),
                                          counted_noun(params.from.size(), "stage")));
  if (params.picture.camera && is_about_part(*params.picture.camera) && !params.picture.camera->about.given())
    checker.error("picture", "a camera about a part of a scene needs 'about' in a contact sheet");
}
