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

/// Most frames of a turntable.
inline constexpr int kMaxFrames = 720;

/// What is to be seen, as the command line says it.
struct PreviewRequest {
  std::string path;                       ///< a preset, "-", or a file that is_previewed_file() knows
  std::vector<std::string> set;           ///< as of --set
  std::string seed;                       ///< empty: the preset's
  std::string file;                       ///< that the caller writes, which must be none that is read; empty: none
  std::optional<std::string> from;        ///< a stage; unset: see below
  std::optional<std::string> output;      ///< a file of the preset's outputs; see --only
  std::vector<std::string> picture;       ///< key=value of the picture's settings
  std::optional<render::PixelSize> size;  ///< of the picture
  std::vector<std::string> sweeps;        ///< KEY=VALUES each; any make a contact sheet
  std::optional<int> columns;             ///< of the sheet, for one sweep
  std::optional<render::PixelSize> tile;  ///< of the sheet; unset: 320 along the longer side, shaped as the picture
  bool alone = false;                     ///< every tile is fitted and coloured by itself
  std::optional<int> frames;              ///< of a turntable
};

/// How a preview is made, and who is told.
struct PreviewRun {
  session::RunOptions eval;                                   ///< its progress is replaced
  std::function<void(double, std::string_view)> on_progress;  ///< share done and what is worked on; may be empty
  /// Takes the frames of a turntable, in order; needed where there is one.
  std::function<void(const Image&)> on_frame;
};

/// One variant: what was set, and the digest of its picture's pixels.
struct PreviewTile {
  std::vector<std::pair<std::string, std::string>> values;
  std::string digest;
};

/// What a preview came to.
struct PreviewResult {
  bool ok = false;                 ///< false: diagnostics say why
  Image picture;                   ///< the picture or the sheet; the first frame of a turntable
  std::vector<PreviewTile> tiles;  ///< of a sheet: row by row; else the one picture; of a turntable: one per frame
};

/// True for names that are read as pictures, heights or meshes and not as presets: .png, .r16, .r32, .exr, .obj, .ply,
/// .stl.
bool is_previewed_file(const std::string& path);

/// Evaluates and draws what the request asks for. Shown is the stage `from`; else the named output; else the first
/// output with a picture; else the last output. Variants are evaluated one after the other, and results that together
/// need more than 1 GB are made again rather than kept. The same pixels for any number of threads. Errors of the preset
/// and of the request go to `findings`. Throws IoError, and Interrupted.
PreviewResult make_preview(const PreviewRequest& request, const PreviewRun& run, session::Findings& findings);

}  // namespace weald::app
