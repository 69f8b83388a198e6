#include "engine/graph/graph.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "base/text/lower_case.h"
#include "base/text/nearest_name.h"
#include "engine/graph/detail/picture_keys.h"
#include "engine/graph/stage_list.h"
#include "engine/graph/texture_outputs.h"
#include "engine/graph/world_place.h"
#include "engine/outputs/writers.h"
#include "schema/wording.h"

namespace weald::pipeline {

namespace {

template <std::size_t... I>
std::array<StageKind, sizeof...(I)> kinds_of_parts(std::index_sequence<I...>) {
  return {StageKind{"part",
                    "An additional artifact of another stage.",
                    "",
                    schema::ArtifactName<std::variant_alternative_t<I, Artifact>>::value,
                    {},
                    false,
                    false,
                    false,
                    {},
                    [] { return std::vector<schema::FieldInfo>{}; },
                    [](const schema::Node&, schema::Decoder&, std::vector<schema::InputUse>&) {
                      return std::optional<BoundStage>{};
                    }}...};
}

/// The kind of all part stages that make an artifact of the type called `artifact`.
const StageKind& part_kind(std::string_view artifact) {
  static const auto kKinds = kinds_of_parts(std::make_index_sequence<std::variant_size_v<Artifact>>());
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return k.output == artifact; });
  WEALD_CHECK(found != kKinds.end());
  return *found;
}

/// Makes the stage of one part, which a graph adds for `STAGE.PART`. It reads the stage; the evaluator takes the part
/// from it. `maker` is the stage that makes `part`; `where` is a location that refers to the part. Pre: the kind of
/// `maker` is known.
BoundStage part_stage(const StageDecl& maker, const schema::PartInfo& part, const SourceLoc& where) {
  const std::string& source = maker.name;
  BoundStage bound;
  bound.inputs = {{"of", source, {maker.kind->output}, where}};
  bound.files_read = [] { return std::vector<std::string>{}; };
  bound.parameters = [source, name = std::string(part.name)](bool) {
    return schema::map_node({{"of", {}, schema::word_node(source)}, {"part", {}, schema::word_node(name)}});
  };
  bound.estimate = [source, wanted = part.name](const schema::Estimates& inputs, const InputGrids&) {
    Estimate result;
    for (const auto& [name, estimate] : inputs.of(source).parts) {
      if (name == wanted) result = estimate;
    }
    result.seconds = Amount::exactly(0);  // made by the work of its stage
    return result;
  };
  bound.cut.is_allowed = true;
  bound.work = PartWork{part};
  if (maker.bound && maker.bound->windowed) {
    const WindowedMap& map = *maker.bound->windowed;
    bound.reads_inputs = false;
    bound.work =
        FieldWork{[grid = map.grid](const InputGrids&) { return grid; },
                  [make = map.part_kernel, name = part.name](const schema::Inputs&, const GridSpec&, const RunContext&,
                                                             const InputGrids&) { return make(name); }};
  }
  return bound;
}

using KeyPlaces = std::vector<std::pair<std::string, SourceLoc>>;

SourceLoc place_among(const KeyPlaces& keys, std::string_view key, const SourceLoc& otherwise) {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const auto& entry) { return entry.first == key; });
  return found != keys.end() ? found->second : otherwise;
}

}  // namespace

SourceLoc StageDecl::place_of(std::string_view key) const { return place_among(keys, key, where); }

SourceLoc OutputDecl::place_of(std::string_view key) const { return place_among(keys, key, spec.file.where); }

std::vector<std::string> Graph::files_of(const GraphOutput& output) const {
  return pipeline::files_of(output.decl.spec, stages[output.stage].decl.kind->output);
}

std::vector<std::string> Graph::files_read() const {
  std::vector<std::string> paths;
  for (const GraphStage& stage : stages) {
    for (std::string& path : stage.decl.bound->files_read()) {
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(std::move(path));
    }
  }
  return paths;
}

schema::WantedParts Graph::wanted_parts_of(std::size_t stage) const {
  schema::WantedParts wanted{std::vector<std::string_view>{}};
  for (const GraphStage& other : stages) {
    const schema::PartInfo* part = other.decl.bound->part();
    if (part != nullptr && other.inputs[0] == stage) wanted.names->push_back(part->name);
  }
  return wanted;
}

namespace {

enum class Mark { unseen, open, done };

/// Appends a stage for each part that a stage or an output reads, if there is such a part.
void add_parts(std::vector<StageDecl>& stages, const std::vector<OutputDecl>& outputs) {
  const auto named = [&](const std::string& name) {
    return std::find_if(stages.begin(), stages.end(), [&](const StageDecl& stage) { return stage.name == name; });
  };
  const auto add = [&](const std::string& name, const SourceLoc& where) {
    const auto [source_name, part] = schema::split_part(name);
    const std::string source{source_name};
    const auto maker = named(source);
    if (part.empty() || maker == stages.end() || maker->kind == nullptr || named(name) != stages.end()) return;
    for (const schema::PartInfo& info : maker->kind->parts) {
      if (info.name != part) continue;
      StageDecl decl;
      decl.name = name;
      decl.where = maker->where;
      decl.kind = &part_kind(info.artifact);
      decl.bound = part_stage(*maker, info, where);
      decl.inputs = decl.bound->inputs;
      stages.push_back(std::move(decl));
      return;
    }
  };
  for (std::size_t i = 0, count = stages.size(); i < count; ++i) {
    const std::vector<schema::InputUse> uses = stages[i].inputs;
    for (const schema::InputUse& use : uses) add(use.stage, use.where);
  }
  for (const OutputDecl& output : outputs) {
    add(output.spec.from.stage, output.spec.from.where);
    for (const schema::InputUse& use : inputs_beside(output)) add(use.stage, use.where);
  }
}

/// Gives each stage whose result has the type of its first input the kind that makes this type. A stage whose first
/// input is missing, makes something else or depends on the stage itself keeps its kind; linking reports that.
class KindsLikeInputs {
 public:
  explicit KindsLikeInputs(std::vector<StageDecl>& stages) : stages_(stages), settled_(stages.size(), false) {
    for (std::size_t i = 0; i < stages.size(); ++i) by_name_.emplace(stages[i].name, i);
  }

  void settle_all() {
    for (std::size_t i = 0; i < stages_.size(); ++i) settle(i);
  }

 private:
  /// Follows the first inputs to a stage whose output is known, and returns along them.
  void settle(std::size_t stage) {
    std::vector<std::size_t> chain;
    while (!settled_[stage]) {
      settled_[stage] = true;
      const StageDecl& decl = stages_[stage];
      if (decl.kind == nullptr || decl.kind->outputs.empty() || decl.inputs.empty()) break;
      const auto input = by_name_.find(decl.inputs.front().stage);
      if (input == by_name_.end()) break;
      chain.push_back(stage);
      stage = input->second;
    }
    for (; !chain.empty(); stage = chain.back(), chain.pop_back()) {
      StageDecl& reader = stages_[chain.back()];
      const StageKind* from = stages_[stage].kind;
      if (from != nullptr && reader.kind->can_make(from->output))
        reader.kind = &kind_making(*reader.kind, from->output);
    }
  }

  std::vector<StageDecl>& stages_;
  std::vector<bool> settled_;
  std::map<std::string, std::size_t> by_name_;
};

/// "a mesh or a scene".
std::string needed(std::span<const std::string_view> artifacts) {
  std::string text;
  for (const std::string_view artifact : artifacts)
    text += (text.empty() ? "" : " or ") + schema::with_article(artifact);
  return text;
}

/// Finds the order of the stages by depth-first search from the outputs, so that only needed stages are in it.
class Linker {
 public:
  Linker(std::vector<StageDecl>& stages, Diagnostics& diagnostics)
      : stages_(stages), diagnostics_(diagnostics), marks_(stages.size(), Mark::unseen) {
    for (std::size_t i = 0; i < stages.size(); ++i) by_name_.emplace(stages[i].name, i);
  }

  /// Returns the stage that an input names if it makes an accepted artifact; otherwise reports the error and returns
  /// unset.
  std::optional<std::size_t> resolve(const std::string& name, const SourceLoc& where,
                                     std::span<const std::string_view> accepted, const std::string& reader) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) {
      // A stage that is left out has been reported.
      if (!diagnostics_.has_error_at(where) && !report_part(name, where, reader))
        diagnostics_.error(where, fmt::format("{} reads stage '{}', which does not exist", reader, name),
                           schema::suggest(name, names_that_make(accepted)));
      return std::nullopt;
    }
    const StageKind* kind = stages_[found->second].kind;
    if (kind != nullptr && std::find(accepted.begin(), accepted.end(), kind->output) == accepted.end()) {
      diagnostics_.error(where, fmt::format("{} needs {}, but stage '{}' ({}) makes {}", reader, needed(accepted), name,
                                            kind->kind, schema::with_article(kind->output)));
      return std::nullopt;
    }
    return found->second;
  }

  /// Visits every stage, so that errors in unneeded stages are reported too.
  void resolve_all() {
    inputs_.resize(stages_.size());
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      for (const schema::InputUse& use : stages_[i].inputs) {
        const auto input =
            resolve(use.stage, use.where, use.accepted, fmt::format("'{}' of stage '{}'", use.key, stages_[i].name));
        if (!input) continue;
        uses_.push_back({i, *input, use.where});
        if (std::find(inputs_[i].begin(), inputs_[i].end(), *input) == inputs_[i].end()) inputs_[i].push_back(*input);
      }
    }
    for (std::size_t i = 0; i < stages_.size(); ++i) visit(i, nullptr);
  }

  const std::vector<std::size_t>& inputs(std::size_t stage) const { return inputs_[stage]; }

  /// Appends `stage` and everything it needs to `order`, dependencies first.
  void order(std::size_t stage, std::vector<bool>& taken, std::vector<std::size_t>& order_out) const {
    if (taken[stage]) return;
    taken[stage] = true;
    for (const std::size_t input : inputs_[stage]) order(input, taken, order_out);
    order_out.push_back(stage);
  }

 private:
  /// The stages that make one of the `accepted` artifacts, and those of an unknown kind, which may.
  std::vector<std::string_view> names_that_make(std::span<const std::string_view> accepted) const {
    std::vector<std::string_view> names;
    for (const StageDecl& stage : stages_) {
      const bool fits =
          stage.kind == nullptr || std::find(accepted.begin(), accepted.end(), stage.kind->output) != accepted.end();
      if (fits) names.push_back(stage.name);
    }
    return names;
  }

  /// Reports that an existing stage has no such part; false if `name` is not STAGE.PART of an existing stage.
  bool report_part(const std::string& name, const SourceLoc& where, const std::string& reader) {
    const auto [stage, part] = schema::split_part(name);
    const auto found = by_name_.find(std::string(stage));
    if (part.empty() || found == by_name_.end()) return false;
    const StageKind* kind = stages_[found->second].kind;
    if (kind == nullptr) return true;  // the missing kind has been reported
    std::vector<std::string_view> names;
    for (const schema::PartInfo& other : kind->parts) names.push_back(other.name);
    const std::string message =
        fmt::format("{} reads '{}', but stage '{}' ({}) has no part '{}'", reader, name, stage, kind->kind, part);
    diagnostics_.error(where, message, names.empty() ? "it has none" : schema::suggest(part, names));
    return true;
  }

  struct Use {
    std::size_t reader, input;
    SourceLoc where;
  };

  // Recursion depth is bounded by the number of stages, which the preset's node limit bounds.
  void visit(std::size_t stage, const Use* through) {
    if (marks_[stage] == Mark::done) return;
    if (marks_[stage] == Mark::open) {
      std::string chain;
      const auto start = std::find(path_.begin(), path_.end(), stage);
      for (auto it = start; it != path_.end(); ++it) chain += stages_[*it].name + " -> ";
      diagnostics_.error(through->where, fmt::format("stages form a cycle: {}{}", chain, stages_[stage].name));
      return;
    }
    marks_[stage] = Mark::open;
    path_.push_back(stage);
    for (const Use& use : uses_) {
      if (use.reader == stage) visit(use.input, &use);
    }
    path_.pop_back();
    marks_[stage] = Mark::done;
  }

  std::vector<StageDecl>& stages_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<Mark> marks_;
  std::vector<std::vector<std::size_t>> inputs_;
  std::vector<Use> uses_;
  std::vector<std::size_t> path_;
};

/// Records the files that outputs write, and reports two outputs that would write the same file on some file system.
class FileNames {
 public:
  void add(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics) {
    for (const std::string& file : files_of(spec, artifact)) {
      const std::string key = lower_case(file);
      const auto [first, is_new] = owner_.emplace(key, Owner{file, spec.file.value, spec.from.stage});
      if (is_new) {
        refuse_nesting(file, key, spec, diagnostics);
      } else if (first->second.stage != spec.from.stage && first->second.output == file && spec.file.value == file) {
        diagnostics.error(spec.file.where, fmt::format("two outputs write '{}': one '{}', the other '{}'", file,
                                                       first->second.stage, spec.from.stage));
      } else if (first->second.file == file) {
        diagnostics.error(spec.file.where,
                          fmt::format("two outputs write '{}' (the other is '{}')", file, first->second.output));
      } else {
        diagnostics.error(spec.file.where,
                          fmt::format("'{}' and '{}' of another output differ only in case", file, first->second.file),
                          "many file systems can hold only one of them");
      }
    }
  }

 private:
  struct Owner {
    std::string file;
    std::string output;
    std::string stage;
  };

  /// A name cannot denote both a file and a folder.
  void refuse_nesting(const std::string& file, const std::string& key, const OutputSpec& spec,
                      Diagnostics& diagnostics) const {
    const auto refuse = [&](const std::string& folder, const std::string& inside) {
      diagnostics.error(spec.file.where,
                        fmt::format("'{}' is the file of one output, but also the folder of '{}'", folder, inside));
    };
    const auto inside = owner_.lower_bound(key + "/");
    if (inside != owner_.end() && inside->first.starts_with(key + "/")) refuse(file, inside->second.file);
    for (std::size_t slash = key.find('/'); slash != std::string::npos; slash = key.find('/', slash + 1)) {
      const auto above = owner_.find(key.substr(0, slash));
      if (above != owner_.end()) refuse(above->second.file, file);
    }
  }

  std::map<std::string, Owner> owner_;  // by the name in lower case
};

/// A camera about a part of a scene that it does not name is about a part of what the picture shows.
void name_shown_scene(OutputDecl& output) {
  if (!output.spec.picture || !output.spec.picture->camera) return;
  render::CameraParams& camera = *output.spec.picture->camera;
  if (!is_about_part(camera) || camera.about.given()) return;
  camera.about.stage = output.spec.from.stage;
  camera.about.where = output.spec.from.where;
}

/// Reports a camera about a part of what is no scene.
void check_part_of(const OutputDecl& output, const std::vector<StageDecl>& stages, std::size_t about,
                   Diagnostics& diagnostics) {
  const StageKind* kind = stages[about].kind;
  const render::CameraParams& camera = *output.spec.picture->camera;
  if (kind == nullptr || kind->output == schema::ArtifactName<scene::Scene>::value) return;
  diagnostics.error(output.place_of("picture.camera"),
                    fmt::format("'camera.{}' needs a scene, but '{}' is {}", part_key(camera), stages[about].name,
                                schema::with_article(kind->output)),
                    "name a scene with 'about'");
}

}  // namespace

std::optional<Graph> link(std::vector<StageDecl> stages, std::vector<OutputDecl> outputs, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  outputs = with_texture_outputs(std::move(outputs), stages, diagnostics);
  add_parts(stages, outputs);
  KindsLikeInputs(stages).settle_all();
  Linker linker(stages, diagnostics);
  linker.resolve_all();
  struct Root {
    std::size_t stage;
    std::vector<std::size_t> reads;
  };
  std::vector<Root> roots;
  FileNames names;
  for (OutputDecl& output : outputs) {
    name_shown_scene(output);
    const std::string& name = output.spec.from.stage;
    const SourceLoc& where = output.spec.from.where;
    const auto stage = output.is_texture
                           ? linker.resolve(name, where, schema::Input<Image>::accepted, "'textures' of an output")
                           : linker.resolve(name, where, output.spec.from.accepted, "this output");
    if (!stage) continue;
    Root& root = roots.emplace_back(Root{*stage, {}});
    for (const schema::InputUse& use : inputs_beside(output)) {
      const std::string reader = fmt::format("'{}{}' of this output", use.key == "mask" ? "" : "camera.", use.key);
      const auto read = linker.resolve(use.stage, use.where, use.accepted, reader);
      if (!read) continue;
      root.reads.push_back(*read);
      if (use.key == "about" && is_about_part(*output.spec.picture->camera))
        check_part_of(output, stages, *read, diagnostics);
    }
    const StageKind* kind = stages[*stage].kind;
    if (kind == nullptr) continue;
    check_writer(output.spec, kind->output, diagnostics);
    check_picture_keys(output, kind->output, diagnostics);
    names.add(output.spec, kind->output, diagnostics);
  }
  const bool complete =
      std::all_of(stages.begin(), stages.end(), [](const StageDecl& s) { return s.bound.has_value(); });
  if (diagnostics.error_count() != before || !complete) return std::nullopt;

  std::vector<std::size_t> order;
  std::vector<bool> taken(stages.size(), false);
  for (const Root& root : roots) {
    linker.order(root.stage, taken, order);
    for (const std::size_t read : root.reads) linker.order(read, taken, order);
  }
  std::vector<std::size_t> position(stages.size(), 0);
  Graph graph;
  for (const std::size_t old : order) {
    position[old] = graph.stages.size();
    GraphStage stage;
    for (const std::size_t input : linker.inputs(old)) stage.inputs.push_back(position[input]);
    stage.decl = std::move(stages[old]);
    graph.stages.push_back(std::move(stage));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    GraphOutput& output =
        graph.outputs.emplace_back(GraphOutput{std::move(outputs[i]), position[roots[i].stage], {}, i});
    for (const std::size_t read : roots[i].reads) output.reads.push_back(position[read]);
  }
  resolve_textures(graph, diagnostics);
  check_systems(graph, diagnostics);
  if (diagnostics.error_count() != before) return std::nullopt;
  return graph;
}

// The stages of a graph that are needed for its outputs.

std::vector<schema::InputUse> inputs_beside(const OutputDecl& output) {
  std::vector<schema::InputUse> uses;
  const schema::Input<Heightmap>& mask = output.spec.mask;
  if (mask.given()) uses.push_back({"mask", mask.stage, {mask.accepted.begin(), mask.accepted.end()}, mask.where});
  if (!output.spec.picture || !output.spec.picture->camera) return uses;
  for (schema::InputUse& use : schema::uses_of(*output.spec.picture->camera).inputs) uses.push_back(std::move(use));
  return uses;
}

void keep_needed_stages(Graph& graph, std::vector<bool> wanted) {
  for (const GraphOutput& output : graph.outputs) {
    wanted[output.stage] = true;
    for (const std::size_t read : output.reads) wanted[read] = true;
  }
  for (std::size_t i = graph.stages.size(); i-- > 0;) {  // a stage comes after its inputs
    if (!wanted[i]) continue;
    for (const std::size_t input : graph.stages[i].inputs) wanted[input] = true;
  }
  std::vector<std::size_t> number(graph.stages.size(), 0);
  std::vector<GraphStage> kept;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (!wanted[i]) continue;
    number[i] = kept.size();
    kept.push_back(std::move(graph.stages[i]));
    for (std::size_t& input : kept.back().inputs) input = number[input];
  }
  graph.stages = std::move(kept);
  for (GraphOutput& output : graph.outputs) {
    output.stage = number[output.stage];
    for (std::size_t& read : output.reads) read = number[read];
  }
}

}  // namespace weald::pipeline
