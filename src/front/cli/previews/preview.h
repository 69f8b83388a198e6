#pragma once
// Previews: one picture of a preset's stage or of a file, or a contact sheet of variants.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/image.h"
#include "engine/preset/preset_text.h"
#include "picture/camera/picture_params.h"
#include "session/findings.h"
#include "session/run.h"

namespace weald::app {

/// The requested preview, as given on the command line.
struct PreviewRequest {
  preset::PresetRequest preset;           ///< of a preset, "-", or a file that is_previewed_file() knows
  std::string file;                       ///< file that the caller writes; must not be one that is read; empty: none
  std::optional<std::string> from;        ///< a stage; unset: see below
  std::optional<std::string> output;      ///< a file of the preset's outputs; see --only
  std::vector<std::string> picture;       ///< key=value of the picture's settings
  std::optional<render::PixelSize> size;  ///< of the picture
  std::optional<int> longest;             ///< most pixels of its longer side; keeps its shape
  std::vector<std::string> sweeps;        ///< KEY=VALUES each; not empty: a contact sheet
  std::optional<int> columns;             ///< of the sheet, for one sweep
  std::optional<render::PixelSize> tile;  ///< of the sheet; unset: 320 along the longer side, shaped as the picture
  bool alone = false;                     ///< camera and colours are fitted to every tile separately
};

/// Options and callbacks of a preview.
struct PreviewRun {
  session::RunOptions eval;                                   ///< its on_progress is replaced
  std::function<void(double, std::string_view)> on_progress;  ///< fraction done and current work; may be empty
};

/// One variant: the swept values, and the digest of its picture's pixels.
struct PreviewTile {
  std::vector<std::pair<std::string, std::string>> values;
  std::string digest;
};

/// The result of a preview.
struct PreviewResult {
  bool ok = false;                 ///< false: diagnostics say why
  Image picture;                   ///< the picture or the sheet
  std::vector<PreviewTile> tiles;  ///< of a sheet: row by row; else the one picture
};

/// The extensions of files that are read as pictures, heights or meshes and not as presets: ".png, .r16 ... or .glb".
std::string previewed_extensions();

/// True for names with one of these extensions, or another spelling of it, in any case.
bool is_previewed_file(const std::string& path);

/// Whether the extension is that of a preset, or missing.
bool may_be_preset(const std::string& path);

/// The error, and its help, about a file of another extension that is no preset either.
std::string unknown_file_text(const std::string& path);
std::string unknown_file_advice();

/// The content of such a file as an artifact. Heights without metres get a readable range; elevation grids are imported
/// as `heightmap_import` does it, and samples without data are filled, with a warning. Null, with an error, for a text,
/// and for heights that cannot be imported. Throws IoError if the file cannot be read.
pipeline::SharedArtifact read_previewed_file(const std::string& path, Diagnostics& diagnostics);

/// Evaluates and draws the requested preview: the stage `from`, or else the named output, or else the first output with
/// a picture, or else the last output. Variants are evaluated one after the other; results beyond 1 GB in total are
/// evaluated again instead of kept. The pixels do not depend on the number of threads. Errors of the preset and of the
/// request go to `findings`. Throws IoError and Interrupted.
PreviewResult make_preview(const PreviewRequest& request, const PreviewRun& run, session::Findings& findings);

}  // namespace weald::app
