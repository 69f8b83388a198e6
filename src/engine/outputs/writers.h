#pragma once
// Writers: which file formats an artifact can be written as, chosen by the extension.

#include <filesystem>
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

/// Keys of an output that are for some writers only: bits of Writer::takes.
enum WriterKeyBits : unsigned {
  kNothing = 0,
  kTextures = 1,
  kGltf = 2,
  kMaterialPrefix = 4,
  kWorldFile = 8,
  kByteOrder = 16,
  kRange = 32,
  kDepth = 64
};

/// One file format of one artifact type.
struct Writer {
  std::string_view artifact;   ///< artifact name
  std::string_view extension;  ///< with the dot, lower case
  unsigned takes;              ///< the keys that it heeds: sum of WriterKeyBits
  std::string_view help;       ///< one sentence for the reference
  /// Extensions of the files written beside the main one (".json", ".mtl").
  std::span<const std::string_view> sidecars;
  void (*write)(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                const RunContext& context, io::FileSet& files);
  OutputCost (*cost)(const OutputSpec& spec, const Estimate& from);  ///< of an artifact of which `from` is known

  /// Whether it writes an MTL, whose lines name the files.
  bool has_mtl() const { return sidecars.size() == 1 && sidecars[0] == ".mtl"; }
};

/// What writing an output will take, its artifact being as `from` says.
OutputCost cost_of(const OutputSpec& spec, std::string_view artifact, const Estimate& from);

/// Every writer, in the order of the reference.
std::span<const Writer> all_writers();

/// The writer of an artifact to files with this extension; null where there is none.
const Writer* find_writer(std::string_view artifact, std::string_view extension);

/// The files an output of `artifact` writes, relative to the output folder: the file itself, then its sidecars and
/// textures. Textures that it names are not among them: they are files of other outputs.
std::vector<std::string> files_of(const OutputSpec& spec, std::string_view artifact);

/// The names of the files of the textures of an OBJ or a .gltf that are only counted, without folder: NAME_1.png ...
std::vector<std::string> texture_names(const OutputSpec& spec);

/// How the MTL or the .gltf of `spec` names a file of a texture, which counts from the output folder: seen from the
/// folder of the output.
std::string name_beside(const OutputSpec& spec, const std::string& file);

/// Reports when no writer takes this artifact with this extension, when `picture`, `depth` or `textures` do not fit,
/// and names that an OBJ cannot hold.
void check_writer(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics);

/// Writes one output into `directory`. A picture is taken from `context.store`, or kept there, where the artifact's
/// digest is known; see picture_file(). Pre: check_writer reported nothing. Errors: IoError, StageError, Interrupted.
void write_output(const OutputSpec& spec, const ArtifactRef& artifact, const std::filesystem::path& directory,
                  const RunContext& context, io::FileSet& files);

/// Writes the pictures that the materials of an OBJ or a .gltf refer to and that other outputs of a run write, so that
/// this one can be read back by itself. Nothing for an output that names none. Errors: as write_output.
void write_named_textures(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& directory,
                          io::FileSet& files);

}  // namespace weald::pipeline
