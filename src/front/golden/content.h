#pragma once
// Content: an output in the form in which it is compared, stored as a reference, and perturbed.

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

/// A new folder in the system's folder for temporary files; the destructor removes it with its content.
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

/// The content of the output: the pixels of a picture, the heights of a heightmap, a mesh as read back from its OBJ
/// file, or the text of any other file. Errors: IoError, StageError, Interrupted.
Content content_of(const pipeline::OutputSpec& spec, const pipeline::Artifact& artifact, const ScratchFolder& scratch,
                   const RunContext& context);

/// The path of the reference of an output below the golden's folder of references: its file name, or for heights in
/// another format the corresponding PNG.
std::filesystem::path reference_file(const pipeline::Graph& graph, const pipeline::GraphOutput& output);

/// All files of that reference, sidecars included.
std::vector<std::string> reference_files(const pipeline::Graph& graph, const pipeline::GraphOutput& output);

/// True if `file` may belong to the reference of `output`, an output that is no longer made and of which only the name
/// is known: the file itself, its sidecar, its materials or its textures. Both are relative to the golden's folder.
bool may_belong_to(const std::string& file, const std::string& output);

/// An output in its graph.
struct OutputInGraph {
  const pipeline::Graph& graph;
  const pipeline::GraphOutput& output;
};

/// Writes the reference below `folder`: heights as 16-bit PNG with a sidecar, pictures as PNG, anything else in the
/// format of the output. `content` is the content of `artifact`.
void write_reference(const OutputInGraph& place, const pipeline::Artifact& artifact, const Content& content,
                     const std::filesystem::path& folder, const RunContext& context, io::FileSet& files);

/// Reads the reference at `path`: as a text if `like` is one, otherwise by its content, whose kind may differ.
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
