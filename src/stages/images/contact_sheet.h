#pragma once
// The stage `contact_sheet`: thumbnails of several artifacts on one sheet, each with a caption.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/estimates.h"
#include "data/image.h"
#include "picture/camera/picture_params.h"
#include "schema/decode.h"
#include "stages/images/sheet_params.h"

namespace weald::pipeline {

/// Most pictures on one sheet.
inline constexpr std::size_t kMaxTiles = 256;

struct ContactSheetParams {
  using Tile = schema::Input<Heightmap, Image, curve::Curve, lsystem::Skeleton, mesh::Mesh, scene::Scene>;
  std::vector<Tile> from;
  std::vector<std::string> captions;
  SheetParams sheet;
  render::PictureParams picture;
};

/// Draws every artifact with `params.picture`, whose size is that of a tile (320 x 240 pixels if unset), and arranges
/// the pictures in rows. With `sheet.same_scale` all share one camera, so that sizes can be compared. Throws StageError
/// (key "from") for an artifact with nothing to show, and (key "picture") for more than 2^27 pixels.
Image contact_sheet(std::span<const ArtifactView> tiles, const ContactSheetParams& params, const RunContext& context);

/// The stage.
struct ContactSheet {
  using Params = ContactSheetParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::pipeline

namespace weald::schema {

template <>
struct Schema<pipeline::ContactSheetParams> {
  using P = pipeline::ContactSheetParams;
  static constexpr std::string_view kind = "contact_sheet";
  static constexpr std::string_view summary = "Arranges thumbnails of several stages on one sheet, with captions.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Stages to show, row by row from the top left; at most 256.", "", {}, Presence::required},
      Field{&P::captions, "captions",
            "Captions below the pictures, in the order of 'from'; unset: the names of the "
            "stages."},
      Field{&P::sheet, "sheet", "Layout of the sheet."},
      Field{&P::picture, "picture",
            "Settings of every picture; 'size' is the size of one picture, 320 x 240 if "
            "unset."}};
  /// Checks that there is at least one stage, and no more captions than stages.
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
