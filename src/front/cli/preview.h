#pragma once
// Previews: one picture of a preset's stage or of a file, a contact sheet of variants, or the frames of a turntable.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/image.h"
#include "picture/camera/picture_params.h"
#include "session/findings.h"
#include "session/run.h"

namespace weald::app {

/// The largest number of frames of a turntable.
inline constexpr int kMostFrames = 720;

/// What to draw, as given on the command line.
struct PreviewRequest {
  std::string path;                       ///< a preset, "-", or a file that is_previewed_file() knows
  std::vector<std::string> set;           ///< values of --set
  std::string seed;                       ///< empty: the preset's
  std::string file;                       ///< written by the caller; must not be a file that is read; empty: none
  std::optional<std::string> from;        ///< a stage; unset: see make_preview()
  std::optional<std::string> output;      ///< a file of the preset's outputs; see --only
  std::vector<std::string> picture;       ///< key=value of the picture's settings
  std::optional<render::PixelSize> size;  ///< of the picture
  std::vector<std::string> sweeps;        ///< KEY=VALUES each; if there are any, the picture is a sheet
  std::optional<int> columns;             ///< of the sheet, for one sweep
  std::optional<render::PixelSize> tile;  ///< of the sheet; unset: 320 along the longer side, shaped as the picture
  bool alone = false;                     ///< every tile has its own view and range of colours
  std::optional<int> frames;              ///< of a turntable
};

/// Options and callbacks of make_preview().
struct PreviewRun {
  session::RunOptions eval;                                   ///< its progress callback is replaced
  std::function<void(double, std::string_view)> on_progress;  ///< fraction done and current step; may be empty
  /// Receives the frames of a turntable in order; must be set for a turntable.
  std::function<void(const Image&)> on_frame;
};

/// One variant: its swept values, and the digest of its picture's pixels.
struct PreviewTile {
  std::vector<std::pair<std::string, std::string>> values;
  std::string digest;
};

/// The result of make_preview().
struct PreviewResult {
  bool ok = false;                 ///< false: diagnostics say why
  Image picture;                   ///< the picture or the sheet; the first frame of a turntable
  std::vector<PreviewTile> tiles;  ///< of a sheet, row by row; of a turntable, the frames; else one picture
};

/// True for names of pictures, heights or meshes, which are not read as presets: .png, .r16, .r32, .exr, .obj, .ply,
/// .stl.
bool is_previewed_file(const std::string& path);

/// Evaluates and draws the stage `from`; else the named output; else the first output with a picture; else the last
/// output. Variants are evaluated one after the other; if their results need more than 1 GB together, they are
/// evaluated again instead of kept. The pixels do not depend on the number of threads. Errors in the preset and the
/// request are added to `findings`. Throws IoError and Interrupted.
PreviewResult make_preview(const PreviewRequest& request, const PreviewRun& run, session::Findings& findings);

}  // namespace weald::app
