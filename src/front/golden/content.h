#pragma once
// The content of outputs, in the form that is compared, stored as a reference and perturbed.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "engine/graph/graph.h"
#include "formats/files/file_set.h"
#include "front/compare/content_reader.h"
#include "front/compare/perturb.h"
#include "front/compare/verdict.h"
#include "front/golden/suite.h"

namespace weald::golden {

using io::Content;

/// A new folder among the temporary files of the system, removed with its content by the destructor.
class ScratchFolder {
 public:
  /// Errors: IoError if it cannot be created.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The content of an output: the pixels of a picture, the heights of a heightmap, a mesh as read back from the output's
/// file, or the text of any other file. Errors: IoError, StageError, Interrupted.
Content content_of(const pipeline::OutputSpec& spec, const pipeline::Artifact& artifact, const ScratchFolder& scratch,
                   const RunContext& context);

/// The path of the reference of an output below the golden's folder of references: its file name, or for heights in
/// another format the corresponding PNG.
std::filesystem::path reference_file(const pipeline::Graph& graph, const pipeline::GraphOutput& output);

/// All files of that reference, sidecars included.
std::vector<std::string> reference_files(const pipeline::Graph& graph, const pipeline::GraphOutput& output);

/// True if `file` can belong to the reference of `output`, an output that is no longer made and known only by name: the
/// file, its sidecar, its materials and textures. Both are relative to the golden's folder.
bool may_belong_to(const std::string& file, const std::string& output);

/// An output in its graph.
struct OutputInGraph {
  const pipeline::Graph& graph;
  const pipeline::GraphOutput& output;
};

/// Writes the reference below `folder`: heights as 16-bit PNG with sidecar, pictures as PNG, anything else as the
/// output itself. `content` is that of the artifact.
void write_reference(const OutputInGraph& place, const pipeline::Artifact& artifact, const Content& content,
                     const std::filesystem::path& folder, const RunContext& context, io::FileSet& files);

/// Reads the reference at `path`: as a text if `like` is one, otherwise by its content, which may be of another kind.
/// Errors: IoError if it cannot be read.
Content read_reference(const std::filesystem::path& path, const Content& like);

/// The verdict on contents of the same kind.
compare::Verdict compare_content(const Content& expected, const Content& actual, const Tolerances& tolerances,
                                 const RunContext& context);

/// A changed copy, see front/compare/perturb.h.
Content perturbed(const Content& content, compare::Perturbation perturbation, std::uint64_t seed);

/// True if both are bit-identical.
bool same_content(const Content& a, const Content& b);

}  // namespace weald::golden
