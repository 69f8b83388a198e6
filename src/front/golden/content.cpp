#include "front/golden/content.h"

#include <system_error>

#include <fmt/format.h>

#include "data/artifact_fields.h"
#include "engine/outputs/writers.h"
#include "formats/files/read_file.h"
#include "formats/images/heightmap_files.h"
#include "formats/images/image_writer.h"
#include "picture/render/picture.h"

namespace weald::golden {

namespace fs = std::filesystem;
using io::HeightContent;

namespace {

constexpr int kMaxScratchFolders = 100'000;
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;

bool is_heights(const pipeline::OutputSpec& spec, std::string_view artifact) {
  return !spec.picture && artifact == schema::ArtifactName<Heightmap>::value;
}

bool is_picture(const pipeline::OutputSpec& spec, std::string_view artifact) {
  return spec.picture || artifact == schema::ArtifactName<Image>::value;
}

std::string_view artifact_of(const pipeline::Graph& graph, const pipeline::GraphOutput& output) {
  return graph.stages[output.stage].decl.kind->output;
}

/// The content as an artifact; unset for a text.
std::optional<pipeline::Artifact> as_artifact(const Content& content) {
  if (const auto* heights = std::get_if<HeightContent>(&content)) return heights->map;
  if (const auto* image = std::get_if<Image>(&content)) return *image;
  if (const auto* mesh = std::get_if<mesh::Mesh>(&content)) return *mesh;
  return std::nullopt;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  // Creating a folder fails if it exists, so no two programs get the same one.
  const fs::path parent = fs::temp_directory_path();
  for (int number = 0; number < kMaxScratchFolders; ++number) {
    path_ = parent / fmt::format("weald-golden-{}", number);
    std::error_code error;
    if (fs::create_directory(path_, error)) return;
    if (error && error != std::errc::file_exists)
      throw IoError(fmt::format("cannot create the folder '{}': {}", path_.string(), error.message()));
  }
  throw IoError(fmt::format("cannot create a folder in '{}'", parent.string()));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Content content_of(const pipeline::OutputSpec& spec, const pipeline::Artifact& artifact, const ScratchFolder& scratch,
                   const RunContext& context) {
  if (spec.picture) return pipeline::draw(artifact, *spec.picture, context);
  if (const auto* map = std::get_if<Heightmap>(&artifact)) return HeightContent{*map, true};
  if (const auto* image = std::get_if<Image>(&artifact)) return *image;
  const fs::path path = scratch.path() / spec.file.value;
  std::error_code ignored;
  fs::remove(path, ignored);
  io::FileSet files;
  pipeline::write_output(spec, artifact, scratch.path(), context, files);
  pipeline::write_named_textures(spec, artifact, scratch.path(), files);
  files.commit();
  const bool is_surface =
      std::holds_alternative<mesh::Mesh>(artifact) || std::holds_alternative<scene::Scene>(artifact);
  if (!is_surface) return io::read_file(path, kMaxTextBytes);
  std::vector<std::string> warnings;
  return io::read_content(path, warnings);
}

fs::path reference_file(const pipeline::Graph& graph, const pipeline::GraphOutput& output) {
  const pipeline::OutputSpec& spec = output.decl.spec;
  const std::string& file = spec.file.value;
  return is_heights(spec, artifact_of(graph, output)) && !file.ends_with(".png") ? file + ".png" : file;
}

std::vector<std::string> reference_files(const pipeline::Graph& graph, const pipeline::GraphOutput& output) {
  const fs::path file = reference_file(graph, output);
  const std::string_view artifact = artifact_of(graph, output);
  if (is_heights(output.decl.spec, artifact)) return {file.generic_string(), io::sidecar_path(file).generic_string()};
  if (is_picture(output.decl.spec, artifact)) return {file.generic_string()};
  return graph.files_of(output);
}

bool may_belong_to(const std::string& file, const std::string& output) {
  const fs::path path = fs::path(output).lexically_normal();
  const std::string extension = path.extension().string();
  const std::string start = (path.parent_path() / path.stem()).generic_string();
  if (!file.starts_with(start)) return false;
  const std::string_view rest = std::string_view(file).substr(start.size());
  if (rest == extension || rest == extension + ".png" || rest == extension + ".json") return true;
  if (extension == ".png") return rest == ".json";
  if (extension != ".obj" && extension != ".gltf") return false;
  const bool is_texture = rest.size() > 5 && rest.front() == '_' && rest.ends_with(".png") &&
                          rest.substr(1, rest.size() - 5).find_first_not_of("0123456789") == std::string_view::npos;
  return is_texture || rest == (extension == ".obj" ? ".mtl" : ".bin");
}

void write_reference(const OutputInGraph& place, const pipeline::Artifact& artifact, const Content& content,
                     const fs::path& folder, const RunContext& context, io::FileSet& files) {
  const fs::path path = folder / reference_file(place.graph, place.output);
  if (const auto* heights = std::get_if<HeightContent>(&content)) {
    const io::HeightEncoding encoding = io::encoding_of(heights->map);
    StoredRows rows(heights->map);
    files.write(path, [&](io::Sink& sink) { io::write_heightmap_png(rows, encoding, sink, context); });
    files.write(io::sidecar_path(path),
                [&](io::Sink& sink) { io::write_sidecar(rows.grid(), encoding, "uint16-be", sink); });
  } else if (const auto* image = std::get_if<Image>(&content)) {
    files.write(path, [&](io::Sink& sink) { io::write_image_png(*image, sink); });
  } else {
    pipeline::write_output(place.output.decl.spec, artifact, folder, context, files);
  }
}

Content read_reference(const fs::path& path, const Content& like) {
  if (std::holds_alternative<std::string>(like)) return io::read_file(path, kMaxTextBytes);
  std::vector<std::string> warnings;
  return io::read_content(path, warnings);
}

compare::Verdict compare_content(const Content& expected, const Content& actual, const Tolerances& tolerances,
                                 const RunContext& context) {
  using compare::judge;
  if (const auto* heights = std::get_if<HeightContent>(&expected)) {
    const Heightmap& other = std::get<HeightContent>(actual).map;
    return judge(compare::compare_heights(heights->map, other, tolerances.heights, context), tolerances.heights);
  }
  if (const auto* image = std::get_if<Image>(&expected))
    return judge(compare::compare_images(*image, std::get<Image>(actual), tolerances.images, context),
                 tolerances.images);
  if (const auto* mesh = std::get_if<mesh::Mesh>(&expected))
    return judge(compare::compare_meshes(*mesh, std::get<mesh::Mesh>(actual), tolerances.meshes, context),
                 tolerances.meshes);
  return judge(compare::compare_texts(std::get<std::string>(expected), std::get<std::string>(actual), tolerances.texts),
               tolerances.texts);
}

Content perturbed(const Content& content, compare::Perturbation perturbation, std::uint64_t seed) {
  if (const auto* heights = std::get_if<HeightContent>(&content))
    return HeightContent{compare::perturb(heights->map, perturbation, seed), heights->metres};
  if (const auto* image = std::get_if<Image>(&content)) return compare::perturb(*image, perturbation, seed);
  if (const auto* mesh = std::get_if<mesh::Mesh>(&content)) return compare::perturb(*mesh, perturbation, seed);
  return compare::perturb(std::get<std::string>(content), perturbation, seed);
}

bool same_content(const Content& a, const Content& b) {
  if (a.index() != b.index()) return false;
  if (const auto* text = std::get_if<std::string>(&a)) return *text == std::get<std::string>(b);
  return pipeline::same_artifact(*as_artifact(a), *as_artifact(b));
}

}  // namespace weald::golden
