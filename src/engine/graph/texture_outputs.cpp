#include "engine/graph/texture_outputs.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/nearest_name.h"
#include "stages/scenes/lod_chain.h"

namespace weald::pipeline {

namespace {

template <class T>
bool makes(const StageDecl& stage) {
  return stage.kind->output == schema::ArtifactName<T>::value;
}

/// The part of `maker` that holds the opacity of its image `name` (the name of the stage or of a part); empty if there
/// is none.
std::string mask_of(const std::string& name, const StageDecl& maker) {
  if (maker.kind == nullptr) return {};
  const std::string part = name == maker.name
                               ? std::string(schema::kMaskPart)
                               : fmt::format("{}_{}", name.substr(maker.name.size() + 1), schema::kMaskPart);
  const auto is_mask = [&](const schema::PartInfo& info) { return info.name == part; };
  return std::ranges::any_of(maker.kind->parts, is_mask) ? fmt::format("{}.{}", maker.name, part) : std::string{};
}

/// Whether `maker` makes the image `name`, as its main artifact or as a part.
bool makes_image(const StageDecl& maker, std::string_view name) { return maker.name == schema::split_part(name).first; }

/// A picture that a mesh may use.
struct LaidTexture {
  std::string stage;      ///< the stage that makes it
  std::string name;       ///< its name in the mesh
  bool has_mask = false;  ///< the stage also makes its opacity
};

/// The pictures that a mesh may use, each once.
struct LaidTextures {
  std::vector<LaidTexture> all;
  bool reads_files = false;  ///< a file may contribute others
  bool may_replace = false;  ///< a stage puts pictures on a mesh that already uses some, which may then be lost
};

/// Collects the pictures of all stages that the mesh is made from. The mesh may use fewer, since a stage may replace
/// materials and groups may be empty.
class TextureSearch {
 public:
  /// `finest_only`: the file holds no coarser levels of detail.
  TextureSearch(const Graph& graph, bool finest_only)
      : graph_(graph),
        finest_only_(finest_only),
        seen_(graph.stages.size(), false),
        is_dressed_(graph.stages.size(), false) {}

  LaidTextures from(std::size_t stage) {
    visit(stage);
    return std::move(laid_);
  }

 private:
  void visit(std::size_t index) {
    if (seen_[index]) return;
    seen_[index] = true;
    const StageDecl& stage = graph_.stages[index].decl;
    is_dressed_[index] = add_parts_of(stage);
    if (is_dressed_[index]) return;
    laid_.reads_files = laid_.reads_files || !stage.bound->files.empty();
    bool lays_pictures = false, reads_dressed = false;
    for (const std::size_t input : inputs_of(index)) {
      const StageDecl& other = graph_.stages[input].decl;
      if (makes<Image>(other)) {
        lays_pictures = true;
        add({other.name, other.name});
      } else if (makes<mesh::Mesh>(other) || makes<scene::Scene>(other)) {
        visit(input);
        reads_dressed = reads_dressed || is_dressed_[input];
      }
    }
    is_dressed_[index] = lays_pictures || reads_dressed;
    laid_.may_replace = laid_.may_replace || (lays_pictures && reads_dressed);
  }

  /// The stages that may contribute textures to the mesh. If the file holds no coarser levels of detail, a chain of
  /// levels contributes only its first.
  std::span<const std::size_t> inputs_of(std::size_t index) const {
    const std::span<const std::size_t> inputs(graph_.stages[index].inputs);
    const bool is_chain = graph_.stages[index].decl.kind->kind == schema::Schema<scene::LodChainParams>::kind;
    return is_chain && finest_only_ ? inputs.first(std::min<std::size_t>(inputs.size(), 1)) : inputs;
  }

  /// Adds the pictures that a stage, such as a billboard, makes with its mesh; the mesh then uses none of the input's
  /// pictures. Returns false if the stage makes none.
  bool add_parts_of(const StageDecl& stage) {
    bool has_pictures = false;
    for (const schema::PartInfo& part : stage.kind->parts) {
      if (part.artifact != schema::ArtifactName<Image>::value || schema::is_mask(part.name) || !part.is_worn) continue;
      has_pictures = true;
      add({fmt::format("{}.{}", stage.name, part.name), stage.bound->picture_name(part.name)});
    }
    return has_pictures;
  }

  void add(LaidTexture texture) {
    const auto is_same = [&](const LaidTexture& other) { return other.stage == texture.stage; };
    if (std::any_of(laid_.all.begin(), laid_.all.end(), is_same)) return;
    for (const GraphStage& stage : graph_.stages) {
      if (makes_image(stage.decl, texture.stage)) texture.has_mask = !mask_of(texture.stage, stage.decl).empty();
    }
    laid_.all.push_back(std::move(texture));
  }

  const Graph& graph_;
  bool finest_only_;
  std::vector<bool> seen_;
  std::vector<bool> is_dressed_;  // it uses pictures
  LaidTextures laid_;
};

std::string list_of(const std::vector<LaidTexture>& textures) {
  std::vector<std::string_view> stages;
  for (const LaidTexture& texture : textures) stages.push_back(texture.stage);
  return stages.empty() ? std::string{} : fmt::format(" ({})", fmt::join(stages, ", "));
}

/// Warns that numbered textures have no masks: it is unknown before the OBJ is written which of them have opacity.
void check_masks(const OutputDecl& output, const LaidTextures& laid, Diagnostics& diagnostics) {
  std::vector<std::string_view> with_holes;
  for (const LaidTexture& texture : laid.all) {
    if (texture.has_mask) with_holes.push_back(texture.stage);
  }
  if (with_holes.empty()) return;
  diagnostics.warning(
      output.place_of("textures"),
      fmt::format("numbered textures have no opacity masks: the holes of '{}' in '{}' are not cut out in programs "
                  "that read opacity from colours",
                  fmt::join(with_holes, "' and '"), output.spec.file.value),
      fmt::format("a map of files to stages also writes the masks: {{FILE.png: {}, ...}}", with_holes.front()));
}

void check_number(const OutputDecl& output, const LaidTextures& laid, Diagnostics& diagnostics) {
  const auto promised = static_cast<std::size_t>(output.spec.textures->count);
  const SourceLoc where = output.place_of("textures");
  if (promised == 0) return;
  const std::string message = fmt::format("'textures' is {}, but the stages put {} on the mesh of '{}'{}", promised,
                                          laid.all.size(), output.spec.file.value, list_of(laid.all));
  if (promised > laid.all.size() && !laid.reads_files)
    diagnostics.error(where, message);
  else if (promised < laid.all.size() && !laid.may_replace)
    diagnostics.warning(where, message,
                        "this is an error if the mesh uses all of them; a map of files to stages needs no number");
  else if (output.spec.file.value.ends_with(".obj"))
    check_masks(output, laid, diagnostics);
}

/// Sets the mesh's name for a texture that the output of `file` names.
void resolve_name(NamedTexture& texture, const std::string& file, const LaidTextures& laid, Diagnostics& diagnostics) {
  const LaidTexture* found = nullptr;
  std::vector<std::string_view> stages;
  for (const LaidTexture& other : laid.all) {
    stages.push_back(other.stage);
    if (other.stage == texture.from.stage) found = &other;
  }
  if (found == nullptr) {
    diagnostics.error(texture.from.where,
                      fmt::format("no stage puts '{}' on the mesh of '{}'", texture.from.stage, file),
                      stages.empty() ? "no stage puts a texture on it" : schema::suggest(texture.from.stage, stages));
    return;
  }
  texture.name = found->name;
  for (const LaidTexture& other : laid.all) {
    if (&other != found && other.name == found->name)
      diagnostics.error(texture.from.where,
                        fmt::format("the mesh of '{}' may use two textures called '{}', of '{}' and of '{}', and its "
                                    "materials do not distinguish them",
                                    file, found->name, found->stage, other.stage),
                        "give the materials of these stages different names, or set 'textures' to a number");
  }
}

void check_names(OutputDecl& output, const LaidTextures& laid, Diagnostics& diagnostics) {
  std::vector<NamedTexture>& named = output.spec.textures->named;
  const std::string& file = output.spec.file.value;
  for (NamedTexture& texture : named) resolve_name(texture, file, laid, diagnostics);
  if (laid.may_replace) return;
  for (const LaidTexture& texture : laid.all) {
    const auto is_this = [&](const NamedTexture& other) { return other.from.stage == texture.stage; };
    if (std::any_of(named.begin(), named.end(), is_this)) continue;
    diagnostics.warning(
        output.place_of("textures"),
        fmt::format("'textures' names no file for '{}', which a stage puts on the mesh of '{}'", texture.stage, file),
        "this is an error if the mesh uses it");
  }
}

/// `leaf_mask.png` for `leaf.png`. Pre: the name ends in ".png".
std::string mask_name(const std::string& file) {
  return fmt::format("{}_{}.png", file.substr(0, file.size() - 4), schema::kMaskPart);
}

OutputDecl texture_output(const NamedTexture& texture, std::string stage, std::string file, std::string declared) {
  OutputDecl decl;
  decl.spec.from.stage = std::move(stage);
  decl.spec.from.where = texture.from.where;
  decl.spec.file = {std::move(file), texture.file.where};
  decl.where = texture.file.where;
  decl.declared_file = std::move(declared);
  decl.is_texture = true;
  return decl;
}

/// Makes an output for each file of the textures, and records the files that hold opacity.
std::vector<OutputDecl> texture_outputs(TextureFiles& textures, std::span<const StageDecl> stages) {
  std::vector<OutputDecl> outputs;
  for (NamedTexture& texture : textures.named) {
    outputs.push_back(texture_output(texture, texture.from.stage, texture.file.value, texture.declared_file));
    const std::string& image = texture.from.stage;
    const auto maker = std::ranges::find_if(stages, [&](const StageDecl& stage) { return makes_image(stage, image); });
    std::string mask = maker == stages.end() ? std::string{} : mask_of(image, *maker);
    if (mask.empty() || !texture.declared_file.ends_with(".png") || !texture.file.value.ends_with(".png")) continue;
    texture.mask_file = mask_name(texture.file.value);
    outputs.push_back(texture_output(texture, std::move(mask), texture.mask_file, mask_name(texture.declared_file)));
  }
  return outputs;
}

}  // namespace

std::string normal_name(const std::string& file) {
  return std::filesystem::path(file).lexically_normal().generic_string();
}

std::vector<std::string> named_texture_files(const OutputSpec& spec) {
  std::vector<std::string> files;
  if (!spec.textures) return files;
  for (const NamedTexture& texture : spec.textures->named) {
    files.push_back(normal_name(texture.file.value));
    if (!texture.mask_file.empty()) files.push_back(normal_name(texture.mask_file));
  }
  return files;
}

std::vector<OutputDecl> with_texture_outputs(std::vector<OutputDecl> outputs, std::span<const StageDecl> stages,
                                             Diagnostics& diagnostics) {
  // Outputs that the preset lists take precedence wherever they stand.
  std::set<std::pair<std::string, std::string>> written;
  for (const OutputDecl& output : outputs) written.emplace(normal_name(output.spec.file.value), output.spec.from.stage);
  const std::size_t most = outputs.size() + kMaxTextureOutputs;
  std::vector<OutputDecl> result;
  for (OutputDecl& output : outputs) {
    std::vector<OutputDecl> own;
    if (output.spec.textures) own = texture_outputs(*output.spec.textures, stages);
    result.push_back(std::move(output));
    for (OutputDecl& texture : own) {
      if (!written.emplace(normal_name(texture.spec.file.value), texture.spec.from.stage).second) continue;
      if (result.size() == most) {
        diagnostics.error(texture.where,
                          fmt::format("the outputs name more than {} files of textures", kMaxTextureOutputs));
        return result;
      }
      result.push_back(std::move(texture));
    }
  }
  return result;
}

void resolve_textures(Graph& graph, Diagnostics& diagnostics) {
  for (GraphOutput& output : graph.outputs) {
    if (!output.decl.spec.textures) continue;
    const LaidTextures laid = TextureSearch(graph, output.decl.spec.file.value.ends_with(".obj")).from(output.stage);
    if (output.decl.spec.textures->named.empty())
      check_number(output.decl, laid, diagnostics);
    else
      check_names(output.decl, laid, diagnostics);
  }
}

}  // namespace weald::pipeline
