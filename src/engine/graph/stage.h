#pragma once
// The Stage concept, and BoundStage: a stage type with its own type erased, as the graph and the commands see it.
//
// A stage is a struct with `using Params` (declared by Schema<Params>) that is one of two things.
//
// A field gives a grid, and a kernel that fills windows of it (data/field.h):
//   static GridSpec grid(const Params&, const InputGrids&);      throws StageError where its inputs' grids do not fit
//   static FieldKernel kernel(const Params&, const schema::Inputs&, const GridSpec&, const RunContext&);
// A whole stage makes any artifact T, and further ones, its parts, where it declares them:
//   static T run(const Params&, const schema::Inputs&, const RunContext&);
//   static schema::WithParts<T, ...> run(...);
//   static constexpr std::array kParts{schema::part<T>(...), ...};
//   Where parts cost much, run() may have a fourth parameter, `const schema::WantedParts& wanted = {}`.
//
// Beside these it may say:
//   static Estimate estimate(const Params&, const schema::Estimates&);     what it will make and take (data/estimate.h)
//   static constexpr bool kKeepsSize = true;      as much as its first input; a field need say neither
//   static CutRule cut_rule(const Params&);       how it works on a region (data/cut_rule.h); a field that says nothing
//                                                 can, a whole stage cannot. A field that cannot finds its whole inputs
//                                                 in Inputs, not windows of them
//   static std::vector<std::string> files_read(const Params&);     files that its parameters do not name themselves
//   static std::string picture_name(const Params&, std::string_view part);     what its mesh calls a picture that is a
//                                                 part of it, where that is not the part's name
//   static constexpr int kVersion = 2;            raised when its method changes: results of before are made again

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/cut_rule.h"
#include "data/estimate.h"
#include "data/estimates.h"
#include "data/field.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::pipeline {

/// A field: gives a grid and a kernel.
template <class S>
concept FieldStage = schema::StageParams<typename S::Params> &&
    requires(const typename S::Params& params, const schema::Inputs& inputs, const GridSpec& grid,
             const InputGrids& grids, const RunContext& context) {
  { S::grid(params, grids) } -> std::same_as<GridSpec>;
  { S::kernel(params, inputs, grid, context) } -> std::same_as<FieldKernel>;
};

/// A stage whose run gives a main artifact and parts.
template <class S>
concept PartedStage = schema::StageParams<typename S::Params> &&
    requires(const typename S::Params& params, const schema::Inputs& inputs, const RunContext& context) {
  { S::run(params, inputs, context).main } -> std::convertible_to<Artifact>;
  { S::kParts.size() } -> std::convertible_to<std::size_t>;
};

/// A stage that runs as a whole.
template <class S>
concept WholeStage = PartedStage<S> ||
    (schema::StageParams<typename S::Params>&& requires(const typename S::Params& params, const schema::Inputs& inputs,
                                                        const RunContext& context) {
      { S::run(params, inputs, context) } -> std::convertible_to<Artifact>;
    });

/// Either of the two.
template <class S>
concept Stage = FieldStage<S> || WholeStage<S>;

/// What running a stage gives.
struct StageResult {
  Artifact main;
  std::vector<std::pair<std::string, SharedArtifact>> parts;  ///< by name, in the order of the declaration
};

/// What a field stage does.
struct FieldWork {
  std::function<GridSpec(const InputGrids& inputs)> grid;  ///< throws StageError where the inputs' grids do not fit
  std::function<FieldKernel(const schema::Inputs& inputs, const GridSpec& grid, const RunContext& context)> kernel;
};

/// What a whole stage does.
struct WholeWork {
  std::function<StageResult(const schema::Inputs& inputs, const RunContext& context, const schema::WantedParts& wanted)>
      run;
};

/// What stands for a part of another stage: the evaluator takes it from there.
struct PartWork {
  schema::PartInfo part;
};

/// A stage with validated parameters, ready to run. Immutable.
struct BoundStage {
  std::vector<schema::InputUse> inputs;  ///< the stages it reads, in the order of its fields
  std::vector<schema::FilePath> files;   ///< the files that its parameters name
  /// The paths of all files that running it opens, also those that other files name. One that is missing is listed when
  /// the stage does without it: that it appears may change the result. Reads files where it has to.
  std::function<std::vector<std::string>()> files_read;
  int version = 1;  ///< of its method
  /// Its parameters as a map; the same map means the same work. `changed_only` leaves defaults out.
  std::function<schema::Node(bool changed_only)> parameters;
  /// What running it will make and take, as far as that is known from its parameters and its inputs'. `grids` are those
  /// of the heightmaps that a field reads; it throws StageError where they do not fit together.
  std::function<Estimate(const schema::Estimates& inputs, const InputGrids& grids)> estimate;
  /// What the mesh of the stage calls the picture that is its part of this name.
  std::function<std::string(std::string_view part)> picture_name = [](std::string_view part) {
    return std::string(part);
  };
  CutRule cut;
  std::variant<FieldWork, WholeWork, PartWork> work;

  /// Its work as a field; null for other stages.
  const FieldWork* field() const { return std::get_if<FieldWork>(&work); }
  /// Its work as a whole stage; null for others.
  const WholeWork* whole() const { return std::get_if<WholeWork>(&work); }
  /// The part of the one stage it reads that it stands for; null for a stage of its own.
  const schema::PartInfo* part() const {
    const auto* work_of_part = std::get_if<PartWork>(&work);
    return work_of_part != nullptr ? &work_of_part->part : nullptr;
  }
  /// True for a field that does with windows of its inputs.
  bool is_local_field() const { return field() != nullptr && cut.is_allowed; }
};

/// A kind of stage: what `kind:` in a preset names.
struct StageKind {
  std::string_view kind;
  std::string_view summary;
  std::string_view group;   ///< chapter of the reference it stands in: "noise", "terrain", ...
  std::string_view output;  ///< artifact name
  std::span<const schema::PartInfo> parts;
  std::vector<schema::FieldInfo> (*describe)();
  /// Decodes and validates; unset when there were errors, all of them reported. `inputs` becomes the stages that are
  /// named, as far as that can be told after an error.
  std::optional<BoundStage> (*bind)(const schema::Node& map, schema::Decoder& decoder,
                                    std::vector<schema::InputUse>& inputs);
};

namespace detail {

template <Stage S>
constexpr std::string_view output_name() {
  if constexpr (FieldStage<S>) {
    return schema::ArtifactName<Heightmap>::value;
  } else {
    using Output =
        std::remove_cvref_t<decltype(S::run(std::declval<const typename S::Params&>(),
                                            std::declval<const schema::Inputs&>(), std::declval<const RunContext&>()))>;
    if constexpr (PartedStage<S>)
      return schema::ArtifactName<typename Output::MainArtifact>::value;
    else
      return schema::ArtifactName<Output>::value;
  }
}

template <Stage S>
constexpr std::span<const schema::PartInfo> parts_of() {
  if constexpr (PartedStage<S>) return S::kParts;
  return {};
}

/// The paths of files as they are opened.
std::vector<std::string> resolved_paths(const std::vector<schema::FilePath>& files);

/// What has as much in it as `first` has, made by a stage whose artifact is called `artifact`.
Estimate estimate_like(const Estimate& first, std::string_view artifact, std::span<const schema::PartInfo> parts);

template <Stage S>
Estimate estimate_of(const typename S::Params& params, const schema::Estimates& inputs, const InputGrids& grids) {
  if constexpr (requires { S::estimate(params, inputs); }) {
    return S::estimate(params, inputs);
  } else if constexpr (FieldStage<S>) {
    Estimate result = Estimate::of_heightmap(S::grid(params, grids));
    if constexpr (requires { params.size; }) result.cause = "size";
    return result;
  } else if constexpr (requires { S::kKeepsSize; }) {
    const std::vector<schema::InputUse> uses = schema::uses_of(params).inputs;
    return uses.empty() ? Estimate{} : estimate_like(inputs.of(uses[0].stage), output_name<S>(), parts_of<S>());
  }
  return {};
}

template <Stage S>
StageResult run_whole(const typename S::Params& params, const schema::Inputs& inputs, const RunContext& context,
                      const schema::WantedParts& wanted) {
  if constexpr (PartedStage<S>) {
    auto made = [&] {
      if constexpr (requires { S::run(params, inputs, context, wanted); })
        return S::run(params, inputs, context, wanted);
      else
        return S::run(params, inputs, context);
    }();
    StageResult result{std::move(made.main), {}};
    for (auto& [name, part] : made.parts) {
      const auto keep = [&](auto& value) { return std::make_shared<const Artifact>(std::move(value)); };
      result.parts.emplace_back(name, std::visit(keep, part));
    }
    return result;
  } else {
    return {S::run(params, inputs, context), {}};
  }
}

/// What is the same for every stage of type S.
template <Stage S>
BoundStage bound_stage(typename S::Params values) {
  using Params = typename S::Params;
  const auto params = std::make_shared<const Params>(std::move(values));
  BoundStage bound;
  schema::Uses uses = schema::uses_of(*params);
  bound.inputs = std::move(uses.inputs);
  bound.files = std::move(uses.files);
  if constexpr (requires { S::files_read(*params); })
    bound.files_read = [params] { return S::files_read(*params); };
  else
    bound.files_read = [paths = resolved_paths(bound.files)] { return paths; };
  if constexpr (requires { S::kVersion; }) bound.version = S::kVersion;
  if constexpr (requires { S::picture_name(*params, std::string_view{}); })
    bound.picture_name = [params](std::string_view part) { return S::picture_name(*params, part); };
  bound.parameters = [params](bool changed_only) { return schema::to_node(*params, changed_only); };
  bound.estimate = [params](const schema::Estimates& inputs, const InputGrids& grids) {
    return estimate_of<S>(*params, inputs, grids);
  };
  bound.cut.is_allowed = FieldStage<S>;
  if constexpr (requires { S::cut_rule(*params); }) bound.cut = S::cut_rule(*params);
  if (!bound.cut.is_allowed) bound.cut.reach.reset();
  if constexpr (FieldStage<S>) {
    bound.work = FieldWork{[params](const InputGrids& inputs) { return S::grid(*params, inputs); },
                           [params](const schema::Inputs& inputs, const GridSpec& grid, const RunContext& context) {
                             return S::kernel(*params, inputs, grid, context);
                           }};
  } else {
    bound.work =
        WholeWork{[params](const schema::Inputs& inputs, const RunContext& context, const schema::WantedParts& wanted) {
          return run_whole<S>(*params, inputs, context, wanted);
        }};
  }
  return bound;
}

}  // namespace detail

/// Keys that every stage's map has beside its own parameters.
inline constexpr std::string_view kStageKeys[] = {"kind", "seed"};

/// The erased form of stage type S. Fails to compile, naming S, when its declaration is unsound.
template <Stage S>
StageKind stage_kind(std::string_view group) {
  using Params = typename S::Params;
  static_assert(schema::has_sound_texts<Params>(), "a field lacks its key or its sentence of help");
  static_assert(schema::has_sound_defaults<Params>(), "a default is outside its field's range");
  return {schema::Schema<Params>::kind,
          schema::Schema<Params>::summary,
          group,
          detail::output_name<S>(),
          detail::parts_of<S>(),
          &schema::describe<Params>,
          [](const schema::Node& map, schema::Decoder& decoder,
             std::vector<schema::InputUse>& inputs) -> std::optional<BoundStage> {
            Params params{};
            const bool ok = schema::decode_fields(map, decoder, params, kStageKeys);
            inputs = schema::uses_of(params).inputs;
            if (!ok) return std::nullopt;
            return detail::bound_stage<S>(std::move(params));
          }};
}

}  // namespace weald::pipeline
