#pragma once
// Writers: the file formats that an artifact can be written as, chosen by the extension.

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/run_context.h"
#include "data/artifact_ref.h"
#include "data/estimate.h"
#include "engine/outputs/output.h"
#include "engine/outputs/output_cost.h"
#include "formats/files/file_set.h"

namespace weald::pipeline {

/// Keys of an output that only some writers support: bits of Writer::takes.
enum WriterKeyBits : unsigned {
  kNothing = 0,
  kTextures = 1,
  kGltf = 2,
  kMaterialPrefix = 4,
  kByteOrder = 16,
  kRange = 32,
  kDepth = 64,
  kReload = 128,
  kCrs = 256,
  kChannel = 512,
  kMask = 1024
};

/// Writes a heightmap, whose rows it reads in order, to `path`, with the files beside it.
using WriteRows = void(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path,
                       const RunContext& context, io::FileSet& files);

/// One file format of one artifact type.
struct Writer {
  std::string_view artifact;   ///< artifact name
  std::string_view extension;  ///< with the dot, lower case
  unsigned takes;              ///< supported keys: sum of WriterKeyBits
  std::string_view help;       ///< one sentence for the reference
  /// Extensions of the files written beside the main one (".json", ".mtl").
  std::span<const std::string_view> sidecars;
  /// Null for a format that is written from rows.
  void (*write)(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                const RunContext& context, io::FileSet& files);
  OutputCost (*cost)(const OutputSpec& spec, const Estimate& from);  ///< of an artifact described by `from`
  /// Null for formats that need the whole artifact.
  WriteRows* write_rows = nullptr;

  /// Whether it writes an MTL, whose lines name the files.
  bool has_mtl() const { return sidecars.size() == 1 && sidecars[0] == ".mtl"; }
};

/// Whether an output of a heightmap is written from rows, a few megabytes at a time: its samples in a file format other
/// than colours and previews, and no picture.
bool is_written_from_rows(const OutputSpec& spec);

/// The number that an output with a `mask` writes for samples without data.
float no_data_of(const OutputSpec& spec);

/// The cost of writing an output whose artifact is described by `from`.
OutputCost cost_of(const OutputSpec& spec, std::string_view artifact, const Estimate& from);

/// Every writer, in the order of the reference.
std::span<const Writer> all_writers();

/// The writer of an artifact to files with this extension, of which `.tif` may also be `.tiff`, in any case; null if
/// there is none.
const Writer* find_writer(std::string_view artifact, std::string_view extension);

/// Whether the file of an output of `artifact` says where the map lies on the Earth: GDAL then writes it.
bool tells_place(const OutputSpec& spec, std::string_view artifact);

/// The files that an output of `artifact` writes, relative to the output folder: the file itself, then its sidecars and
/// textures. Named textures are not included: they are files of other outputs.
std::vector<std::string> files_of(const OutputSpec& spec, std::string_view artifact);

/// The file names of the numbered textures of an OBJ or a .gltf, without folder: NAME_1.png ...
std::vector<std::string> texture_names(const OutputSpec& spec);

/// The path by which the MTL or the .gltf of `spec` refers to a texture file: relative to the folder of the output.
/// `file` is relative to the output folder.
std::string name_beside(const OutputSpec& spec, const std::string& file);

/// Reports a file extension that no writer of this artifact supports, keys such as `picture`, `depth` or `textures`
/// that do not apply, and file names that an OBJ cannot contain.
void check_writer(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics);

/// Throws StageError if an output cannot be written, as far as it is known before it is made: for a `crs` that GDAL
/// does not know, or whose coordinates are not those of the map; IoError if GDAL is needed, but missing. Pre:
/// check_writer reported nothing, and the output knows the georeference of its survey.
void require_writable(const OutputSpec& spec, std::string_view artifact);

/// Writes one output into `directory`. A picture is read from `context.store`, or stored there, if the artifact's
/// digest is known; see picture_file(). Pre: check_writer reported nothing. Errors: IoError, StageError, Interrupted.
void write_output(const OutputSpec& spec, const ArtifactRef& artifact, const std::filesystem::path& directory,
                  const RunContext& context, io::FileSet& files);

/// Writes the pictures that the materials of an OBJ or a .gltf refer to and that other outputs of a run would write;
/// with them, this output can be read back on its own. Does nothing for an output that names none. Errors: as
/// write_output.
void write_named_textures(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& directory,
                          io::FileSet& files);

/// The bytes of a GLB file with this mesh and its textures, for pages that show it. Errors: StageError, Interrupted.
std::string page_model(const mesh::Mesh& mesh, const RunContext& context);

}  // namespace weald::pipeline
