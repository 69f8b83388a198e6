#pragma once
// The stage `image_import`: a picture from a PNG.

#include <string>
#include <string_view>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/image.h"
#include "schema/decode.h"

namespace weald::io {

struct ImageImportParams {
  schema::FilePath file;
};

/// Stage `image_import`: reads the file as decode_png() does. Errors: IoError if it cannot be read or decoded, or has
/// more than kMaxImageSamples samples.
struct ImageImport {
  using Params = ImageImportParams;
  static double seconds_each(const Params&) { return 3e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::io

template <>
struct weald::schema::Schema<weald::io::ImageImportParams> {
  using P = weald::io::ImageImportParams;
  static constexpr std::string_view kind = "image_import";
  static constexpr std::string_view summary =
      "Imports a picture from a PNG: colours are taken as sRGB, alpha and 16 bits per channel are kept.";
  static constexpr auto fields = Fields{Field{
      &P::file, "file", "PNG file to read; relative paths are relative to the preset.", "", {}, Presence::required}};
  /// Checks that the file can be read and begins as a PNG.
  static void check(const P& params, Checker& checker);
};
