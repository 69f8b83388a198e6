#pragma once
// The Stage concept, and BoundStage: a type-erased stage with parameters, used by the graph and the commands.
//
// A stage is a struct with `using Params` (declared by Schema<Params>). It is either a field or a whole stage.
//
// A field supplies a grid, and a kernel that fills windows of it (data/field.h):
//   static GridSpec grid(const Params&, const InputGrids&);      throws StageError if its inputs' grids do not match
//   static FieldKernel kernel(const Params&, const schema::Inputs&, const GridSpec&, const RunContext&);
//   If the grids of its inputs differ from its own, kernel() may have a fifth parameter, `const InputGrids& grids`.
// A whole stage makes an artifact of any type T, and additional artifacts, its parts, if it declares them:
//   static T run(const Params&, const schema::Inputs&, const RunContext&);
//   static std::variant<T, U> run(...);           its result has the type of its first input, T or U
//   static schema::WithParts<T, ...> run(...);
//   static constexpr std::array kParts{schema::part<T>(...), ...};
//   If parts are expensive, run() may have a fourth parameter, `const schema::WantedParts& wanted = {}`.
//
// Either may also declare:
//   static Estimate estimate(const Params&, const schema::Estimates&);     its result and costs (data/estimate.h);
//                                                 a field without it is estimated from its grid
//   static double seconds_each(const Params&);    seconds for a sample, a pixel or a vertex of its result on one core:
//                                                 measured, rough. Used where estimate() says nothing of seconds
//   static constexpr bool kKeepsSize = true;      instead: its result is as large as that of its first input
//   static constexpr bool kNeedsOneGrid = true;   the heightmaps that a whole stage reads must lie on one grid
//   static CutRule cut_rule(const Params&);       how it works on a region (data/cut_rule.h). Without it a field can be
//                                                 built for a region and a whole stage cannot. A field that cannot gets
//                                                 its whole inputs in Inputs; the others read windows of heightmaps
//   static std::optional<PerimeterWork> perimeter(const Params&);  for a whole stage that reads one heightmap and makes
//                                                 another: how it works tile by tile (data/perimeter_work.h); unset:
//                                                 not
//   static void require_grid(const Params&, const GridSpec&);      for a whole stage: throws StageError if it cannot be
//                                                 run with a first heightmap, or without any with a result, on this
//                                                 grid
//   static void require_inputs(const Params&, const schema::Estimates&);   throws StageError if it cannot be run with
//                                                 inputs of which this is known before they are made
//   static GathererMaker gatherer(const Params&); for a whole stage that reads heightmaps: how it is run without
//                                                 holding them (data/tile_gatherer.h); empty: it is not
//   static std::optional<WindowedMap> windows(const Params&);      for a whole stage without inputs: how its
//                                                 heightmap and its parts are computed in windows
//                                                 (data/windowed_map.h); unset: not
//   static std::vector<std::string> files_read(const Params&);     all files that it opens; without it, those that its
//                                                 parameters name
//   static std::optional<Georeference> georeference(const Params&);        where the world lies, if its file says it
//   static std::string picture_name(const Params&, std::string_view part);     the name, in its mesh, of a picture that
//                                                 is a part of it; without it, the name of the part
//   static constexpr int kVersion = 2;            raised when its method changes, so that cached results are not used

#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/cut_rule.h"
#include "data/estimate.h"
#include "data/estimates.h"
#include "data/field.h"
#include "data/georeference.h"
#include "data/perimeter_work.h"
#include "data/tile_gatherer.h"
#include "data/windowed_map.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::pipeline {

/// A field that asks for the grids of its inputs.
template <class S>
concept ManyGridStage = requires(const typename S::Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                                 const InputGrids& grids, const RunContext& context) {
  { S::kernel(params, inputs, grid, context, grids) } -> std::same_as<FieldKernel>;
};

/// A field that does not.
template <class S>
concept OneGridStage = requires(const typename S::Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                                const RunContext& context) {
  { S::kernel(params, inputs, grid, context) } -> std::same_as<FieldKernel>;
};

/// A field: supplies a grid and a kernel.
template <class S>
concept FieldStage = schema::StageParams<typename S::Params> &&
    (ManyGridStage<S> || OneGridStage<S>)&&requires(const typename S::Params& params, const InputGrids& grids) {
  { S::grid(params, grids) } -> std::same_as<GridSpec>;
};

/// A whole stage that makes a main artifact and parts.
template <class S>
concept PartedStage = schema::StageParams<typename S::Params> &&
    requires(const typename S::Params& params, const schema::Inputs& inputs, const RunContext& context) {
  { S::run(params, inputs, context).main } -> std::convertible_to<Artifact>;
  { S::kParts.size() } -> std::convertible_to<std::size_t>;
};

/// A whole stage whose result has the type of its first input.
template <class S>
concept LikeInputStage = schema::StageParams<typename S::Params> &&
    requires(const typename S::Params& params, const schema::Inputs& inputs, const RunContext& context) {
  std::variant_size<std::remove_cvref_t<decltype(S::run(params, inputs, context))>>::value;
};

/// A stage that computes its whole result at once.
template <class S>
concept WholeStage = PartedStage<S> || LikeInputStage<S> ||
    (schema::StageParams<typename S::Params>&& requires(const typename S::Params& params, const schema::Inputs& inputs,
                                                        const RunContext& context) {
      { S::run(params, inputs, context) } -> std::convertible_to<Artifact>;
    });

/// Either of the two.
template <class S>
concept Stage = FieldStage<S> || WholeStage<S>;

/// The artifacts that a stage has made.
struct StageResult {
  Artifact main;
  std::vector<std::pair<std::string, SharedArtifact>> parts;  ///< by name, in the order of the declaration
};

/// The functions of a field stage.
struct FieldWork {
  std::function<GridSpec(const InputGrids& inputs)> grid;  ///< throws StageError if the grids do not match
  std::function<FieldKernel(const schema::Inputs& inputs, const GridSpec& grid, const RunContext& context,
                            const InputGrids& grids)>
      kernel;
};

/// The function of a whole stage.
struct WholeWork {
  std::function<StageResult(const schema::Inputs& inputs, const RunContext& context, const schema::WantedParts& wanted)>
      run;
};

/// Stands for a part of another stage, which the evaluator takes from the result of that stage.
struct PartWork {
  schema::PartInfo part;
};

/// A stage with validated parameters, ready to run. Immutable.
struct BoundStage {
  std::vector<schema::InputUse> inputs;  ///< the stages it reads, in the order of its fields
  std::vector<schema::FilePath> files;   ///< the files that its parameters name
  /// The paths of all files that running it opens, also those that other files name. A missing file that the stage can
  /// do without is listed too, since the result may change once it exists. Reads files if that is necessary to know the
  /// others.
  std::function<std::vector<std::string>()> files_read;
  /// Where the world lies on the Earth, if a file that it reads says it; otherwise unset. Errors: IoError if the file
  /// cannot be read.
  std::function<std::optional<Georeference>()> georeference = [] { return std::optional<Georeference>(); };
  int version = 1;  ///< of its method
  /// Its parameters as a map; equal maps give equal results. `changed_only` omits defaults.
  std::function<schema::Node(bool changed_only)> parameters;
  /// Estimates its result and costs, as far as they follow from its parameters and the estimates of its inputs. `grids`
  /// are those of the heightmaps that a field reads. Throws StageError if they do not match.
  std::function<Estimate(const schema::Estimates& inputs, const InputGrids& grids)> estimate;
  /// The name, in the stage's mesh, of the picture that is the stage's part `part`.
  std::function<std::string(std::string_view part)> picture_name = [](std::string_view part) {
    return std::string(part);
  };
  /// Throws StageError if a whole stage cannot be run with a first heightmap, or without any with a result, on this
  /// grid.
  std::function<void(const GridSpec& grid)> require_grid = [](const GridSpec&) {};
  /// Throws StageError if it cannot be run with inputs that have these estimates.
  std::function<void(const schema::Estimates& inputs)> require_inputs = [](const schema::Estimates&) {};
  bool reads_inputs = true;     ///< not so for a part that is computed in windows, as its stage is
  bool needs_one_grid = false;  ///< whether the heightmaps that it reads as a whole must lie on one grid
  CutRule cut;
  std::optional<PerimeterWork> perimeter;  ///< how it works tile by tile; unset: it does not, or by `cut`
  /// How the windows of a stage without inputs are computed, and those of its parts; unset: it is run, or is a field.
  std::optional<WindowedMap> windowed;
  /// Makes what it gathers its inputs with, tile by tile, in a run for a region; empty: it needs them whole.
  GathererMaker gatherer;
  std::variant<FieldWork, WholeWork, PartWork> work;

  /// Its work as a field; null for other stages.
  const FieldWork* field() const { return std::get_if<FieldWork>(&work); }
  /// Its work as a whole stage; null for others.
  const WholeWork* whole() const { return std::get_if<WholeWork>(&work); }
  /// The part of another stage that this stage stands for; null for all other stages.
  const schema::PartInfo* part() const {
    const auto* work_of_part = std::get_if<PartWork>(&work);
    return work_of_part != nullptr ? &work_of_part->part : nullptr;
  }
  /// True for a field that needs only windows of its inputs.
  bool is_local_field() const { return field() != nullptr && cut.is_allowed; }
};

/// A kind of stage, which `kind:` in a preset names.
struct StageKind {
  std::string_view kind;
  std::string_view summary;
  std::string_view group;   ///< its chapter of the reference: "noise", "terrain", ...
  std::string_view output;  ///< artifact name; in `outputs` for a stage whose result has the type of its first input
  std::span<const schema::PartInfo> parts;
  bool makes_grid;     ///< its parameters name a grid: size, cell_size and origin
  bool is_field;       ///< it supplies a kernel
  bool has_perimeter;  ///< it works tile by tile through perimeters, with its default parameters
  CutRule cut;         ///< of the default parameters
  std::vector<schema::FieldInfo> (*describe)();
  /// Decodes and validates `map`. Reports all errors, and returns unset if there were any. `inputs` is set to the
  /// stages that the parameters name, as far as they could be decoded.
  std::optional<BoundStage> (*bind)(const schema::Node& map, schema::Decoder& decoder,
                                    std::vector<schema::InputUse>& inputs);
  /// The artifacts that a stage can make if its result has the type of its first input; empty for all other stages.
  std::span<const std::string_view> outputs{};

  /// Whether some of its stages make `artifact`.
  bool can_make(std::string_view artifact) const {
    return output == artifact || std::find(outputs.begin(), outputs.end(), artifact) != outputs.end();
  }
  /// What its stages make, as help prints it: "heightmap", "mesh or scene".
  std::string outputs_text() const;
};

namespace detail {

template <class Variant>
struct NamesOf;
template <class... Ts>
struct NamesOf<std::variant<Ts...>> {
  static constexpr std::array value{schema::ArtifactName<Ts>::value...};
};

template <Stage S>
constexpr std::span<const std::string_view> outputs_of() {
  if constexpr (LikeInputStage<S>)
    return NamesOf<std::remove_cvref_t<decltype(S::run(std::declval<const typename S::Params&>(),
                                                       std::declval<const schema::Inputs&>(),
                                                       std::declval<const RunContext&>()))>>::value;
  else
    return {};
}

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
    else if constexpr (LikeInputStage<S>)
      return outputs_of<S>().front();
    else
      return schema::ArtifactName<Output>::value;
  }
}

template <Stage S>
constexpr std::span<const schema::PartInfo> parts_of() {
  if constexpr (PartedStage<S>) return S::kParts;
  return {};
}

/// The paths under which `files` are opened.
std::vector<std::string> resolved_paths(const std::vector<schema::FilePath>& files);

/// Makes `bound` a field, if `map` is set.
void compute_in_windows(BoundStage& bound, std::optional<WindowedMap> map);

/// Estimates a result of the same size as `first`, from a stage that makes an artifact of the type called `artifact`
/// and `parts`.
Estimate estimate_like(const Estimate& first, std::string_view artifact, std::span<const schema::PartInfo> parts);

template <Stage S>
Estimate size_estimate_of(const typename S::Params& params, const schema::Estimates& inputs, const InputGrids& grids) {
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
Estimate estimate_of(const typename S::Params& params, const schema::Estimates& inputs, const InputGrids& grids) {
  Estimate result = size_estimate_of<S>(params, inputs, grids);
  if constexpr (requires { S::seconds_each(params); }) {
    if (!result.seconds.most) result.seconds = result.items().roughly_times(S::seconds_each(params));
  }
  return result;
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
  } else if constexpr (LikeInputStage<S>) {
    return {std::visit([](auto&& made) { return Artifact(std::move(made)); }, S::run(params, inputs, context)), {}};
  } else {
    return {S::run(params, inputs, context), {}};
  }
}

template <Stage S>
CutRule cut_rule_of(const typename S::Params& params) {
  CutRule rule{.is_allowed = FieldStage<S>};
  if constexpr (requires { S::cut_rule(params); }) rule = S::cut_rule(params);
  if (!rule.is_allowed) rule.reach.reset();
  return rule;
}

template <Stage S>
bool has_perimeter() {
  if constexpr (requires { S::perimeter(typename S::Params{}); }) return S::perimeter({}).has_value();
  return false;
}

/// Makes the type-erased stage from validated parameters.
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
  if constexpr (requires { S::georeference(*params); })
    bound.georeference = [params] { return S::georeference(*params); };
  if constexpr (requires { S::kVersion; }) bound.version = S::kVersion;
  if constexpr (requires { S::picture_name(*params, std::string_view{}); })
    bound.picture_name = [params](std::string_view part) { return S::picture_name(*params, part); };
  bound.parameters = [params](bool changed_only) { return schema::to_node(*params, changed_only); };
  bound.estimate = [params](const schema::Estimates& inputs, const InputGrids& grids) {
    return estimate_of<S>(*params, inputs, grids);
  };
  if constexpr (requires(const GridSpec& grid) { S::require_grid(*params, grid); })
    bound.require_grid = [params](const GridSpec& grid) { S::require_grid(*params, grid); };
  if constexpr (requires(const schema::Estimates& inputs) { S::require_inputs(*params, inputs); })
    bound.require_inputs = [params](const schema::Estimates& inputs) { S::require_inputs(*params, inputs); };
  if constexpr (requires { S::kNeedsOneGrid; }) bound.needs_one_grid = S::kNeedsOneGrid;
  bound.cut = cut_rule_of<S>(*params);
  if constexpr (requires { S::perimeter(*params); }) bound.perimeter = S::perimeter(*params);
  if constexpr (requires { S::gatherer(*params); }) bound.gatherer = S::gatherer(*params);
  if constexpr (FieldStage<S>) {
    bound.work = FieldWork{[params](const InputGrids& inputs) { return S::grid(*params, inputs); },
                           [params](const schema::Inputs& inputs, const GridSpec& grid, const RunContext& context,
                                    [[maybe_unused]] const InputGrids& grids) {
                             if constexpr (ManyGridStage<S>)
                               return S::kernel(*params, inputs, grid, context, grids);
                             else
                               return S::kernel(*params, inputs, grid, context);
                           }};
  } else {
    bound.work =
        WholeWork{[params](const schema::Inputs& inputs, const RunContext& context, const schema::WantedParts& wanted) {
          return run_whole<S>(*params, inputs, context, wanted);
        }};
    if constexpr (requires { S::windows(*params); }) compute_in_windows(bound, S::windows(*params));
  }
  return bound;
}

}  // namespace detail

/// Keys that the map of every stage may have besides its own parameters.
inline constexpr std::string_view kStageKeys[] = {"kind", "seed"};

/// The kind of stage type S. Does not compile if the declaration of its parameters is invalid; the error names S.
template <Stage S>
StageKind stage_kind(std::string_view group) {
  using Params = typename S::Params;
  static_assert(schema::has_sound_texts<Params>(), "a field lacks its key or its sentence of help");
  static_assert(schema::has_sound_defaults<Params>(), "a default is outside its field's range");
  return {schema::Schema<Params>::kind, schema::Schema<Params>::summary, group, detail::output_name<S>(),
          detail::parts_of<S>(), requires {Params::kMakesGrid;
}
, FieldStage<S>, detail::has_perimeter<S>(), detail::cut_rule_of<S>(Params{}), &schema::describe<Params>,
    [](const schema::Node& map, schema::Decoder& decoder,
       std::vector<schema::InputUse>& inputs) -> std::optional<BoundStage> {
      Params params{};
      const bool ok = schema::decode_fields(map, decoder, params, kStageKeys);
      inputs = schema::uses_of(params).inputs;
      if (!ok) return std::nullopt;
      return detail::bound_stage<S>(std::move(params));
    },
    detail::outputs_of<S>()
};  // namespace weald::pipeline
}

}  // namespace weald::pipeline
