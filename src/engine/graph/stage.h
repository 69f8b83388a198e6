#pragma once
// The Stage concept, and StageKind: a stage type with its own type erased, as the graph and the commands see it.
//
// A stage is a struct with `using Params` (declared by Schema<Params>) and one of
//   static T run(const Params&, const schema::Inputs&, const RunContext&);                          any artifact T
//   static schema::WithParts<T, ...> run(...);                             the same, with further artifacts: the parts
//   static GridSpec grid(const Params&, std::span<const GridSpec> inputs);                          a local field:
//   static FieldKernel kernel(const Params&, const schema::Inputs&, const GridSpec&, const RunContext&);   data/field.h
// A local field's inputs are the grids of its Input<Heightmap> fields that were given, in order; grid() throws
// StageError where they do not fit together. Optionally `static bool is_local(const Params&)`: when it says false the
// field needs its whole inputs at once and finds them in Inputs.
// A whole stage whose result for a region follows from the region's heights alone may say so by
// `static bool can_cut(const Params&);`: it may then read heightmaps of which only a region is built. One that makes
// a picture with a pixel for each sample may say `static std::optional<int> reach(const Params&);` instead: how many
// samples around a sample its pixel depends on; unset where it depends on the whole map. Where that hangs on
// parameters, `static constexpr std::string_view kCutBy` tells what to give so that it does not: "'range'". A stage
// with parts declares them: `static constexpr std::array kParts{schema::part<T>(...), ...}`. Where parts cost much,
// run() may have a fourth parameter, `const schema::WantedParts& wanted = {}`, and leave out those that are not wanted.
// A stage that opens further files than those its parameters name says so with
//   static std::vector<std::string> files_read(const Params&);
// and one whose method changes may raise `static constexpr int kVersion` (1 without): kept results of before are then
// computed again, also where the program tells its builds apart by nothing else.
// A stage that knows what it will make, and what that takes, before it is run says so with
//   static Estimate estimate(const Params&, const schema::Estimates& inputs);                           data/estimate.h
// where what is not known stays unset. `static constexpr bool kKeepsSize = true;` says that its artifact, and each of
// its parts, has as many samples or elements as that of its first input. Nothing need be said of a local field.
// A stage whose parts are pictures that its mesh wears says what the mesh calls them (mesh::Texture::name), where that
// is not the part's name, with
//   static std::string picture_name(const Params&, std::string_view part);

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/estimate.h"
#include "data/estimates.h"
#include "data/field.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::pipeline {

/// A stage that gives a grid and a kernel.
template <class S>
concept LocalFieldStage = schema::StageParams<typename S::Params> &&
    requires(const typename S::Params& params, const schema::Inputs& inputs, const GridSpec& grid,
             std::span<const GridSpec> grids, const RunContext& context) {
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
concept Stage = LocalFieldStage<S> || WholeStage<S>;

/// What running a stage gives.
struct StageResult {
  Artifact main;
  std::vector<std::pair<std::string, SharedArtifact>> parts;  ///< by name, in the order of the declaration
};

/// A stage with validated parameters, ready to run. Immutable.
class BoundStage {
 public:
  virtual ~BoundStage() = default;
  /// The stages it reads, in the order of its fields.
  virtual std::vector<schema::InputUse> inputs() const = 0;
  /// The files that its parameters name.
  virtual std::vector<schema::FilePath> files() const = 0;
  /// The paths of all files that running it opens, also those that other files name. One that is missing is listed when
  /// the stage does without it: that it appears may change the result. Reads files where it has to.
  virtual std::vector<std::string> files_read() const = 0;
  /// Version of its method.
  virtual int version() const = 0;
  /// Parameters as canonical preset text; the same text means the same work. `changed_only` leaves defaults out.
  virtual std::string print(bool changed_only) const = 0;
  /// True for a local field: use grid() and kernel(), else run().
  virtual bool is_field() const = 0;
  /// False for a field that needs its whole inputs at once.
  virtual bool is_local() const = 0;
  /// True for a stage that may read heightmaps of which only a region is built.
  virtual bool can_cut() const = 0;
  /// Which parameters to give so that it can; empty where none help.
  virtual std::string_view cut_by() const { return {}; }
  /// How many samples around a sample its pixel depends on; unset for a stage that makes no picture in this way.
  virtual std::optional<int> reach() const = 0;
  /// What running it will make and take, as far as that is known from its parameters and its inputs'. Of a
  /// field stage `fields` are the grids of the heightmaps it reads, in the order of its parameters; it throws
  /// StageError where they do not fit together.
  virtual Estimate estimate(const schema::Estimates& inputs, std::span<const GridSpec> fields) const = 0;
  /// The part of the one stage it reads that it stands for; null for a stage of its own. See
  /// engine/graph/detail/part_stage.h.
  virtual const schema::PartInfo* part() const { return nullptr; }
  /// What the mesh of the stage calls the picture that is its part of this name.
  virtual std::string picture_name(std::string_view part) const { return std::string(part); }
  /// The three functions of a stage with its parameters bound; InternalError where the stage lacks the one called.
  virtual GridSpec grid(std::span<const GridSpec> inputs) const = 0;
  virtual FieldKernel kernel(const schema::Inputs& inputs, const GridSpec& grid, const RunContext& context) const = 0;
  virtual StageResult run(const schema::Inputs& inputs, const RunContext& context,
                          const schema::WantedParts& wanted = {}) const = 0;
};

/// A kind of stage: what `kind:` in a preset names.
struct StageKind {
  std::string_view kind;
  std::string_view summary;
  std::string_view group;   ///< chapter of the reference it stands in: "noise", "terrain", ...
  std::string_view output;  ///< artifact name
  std::span<const schema::PartInfo> parts;
  std::vector<schema::FieldInfo> (*describe)();
  /// Decodes and validates; null when there were errors, all of them reported. `inputs` becomes the stages that are
  /// named, as far as that can be told after an error.
  std::unique_ptr<BoundStage> (*bind)(const schema::Node& map, schema::Decoder& decoder,
                                      std::vector<schema::InputUse>& inputs);
};

namespace detail {

template <Stage S>
class Bound final : public BoundStage {
 public:
  using Params = typename S::Params;
  explicit Bound(Params params) : params_(std::move(params)) {}

  std::vector<schema::InputUse> inputs() const override { return schema::uses_of(params_).inputs; }
  std::vector<schema::FilePath> files() const override { return schema::uses_of(params_).files; }
  std::vector<std::string> files_read() const override {
    if constexpr (requires { S::files_read(params_); }) {
      return S::files_read(params_);
    } else {
      std::vector<std::string> paths;
      for (const schema::FilePath& file : files()) paths.push_back(file.resolved);
      return paths;
    }
  }
  int version() const override {
    if constexpr (requires { S::kVersion; }) return S::kVersion;
    return 1;
  }
  bool can_cut() const override {
    if constexpr (requires { S::can_cut(params_); }) return S::can_cut(params_);
    return is_local() || reach();
  }
  std::string_view cut_by() const override {
    if constexpr (requires { S::kCutBy; }) return S::kCutBy;
    return {};
  }
  std::optional<int> reach() const override {
    if constexpr (requires { S::reach(params_); }) return S::reach(params_);
    return std::nullopt;
  }
  Estimate estimate(const schema::Estimates& inputs, std::span<const GridSpec> fields) const override {
    if constexpr (requires { S::estimate(params_, inputs); }) return S::estimate(params_, inputs);
    if constexpr (LocalFieldStage<S>) {
      Estimate result = Estimate::of_heightmap(S::grid(params_, fields));
      if constexpr (requires { params_.size; }) result.cause = "size";
      return result;
    }
    if constexpr (requires { S::kKeepsSize; }) return size_of_first(inputs);
    return {};
  }
  std::string picture_name(std::string_view part) const override {
    if constexpr (requires { S::picture_name(params_, part); }) return S::picture_name(params_, part);
    return std::string(part);
  }
  std::string print(bool changed_only) const override { return schema::print_fields(params_, changed_only); }
  bool is_field() const override { return LocalFieldStage<S>; }
  bool is_local() const override {
    if constexpr (requires { S::is_local(params_); }) return S::is_local(params_);
    return LocalFieldStage<S>;
  }
  GridSpec grid(std::span<const GridSpec> inputs) const override {
    if constexpr (LocalFieldStage<S>) return S::grid(params_, inputs);
    throw InternalError("grid() of a stage that is not a field");
  }
  FieldKernel kernel(const schema::Inputs& inputs, const GridSpec& grid, const RunContext& context) const override {
    if constexpr (LocalFieldStage<S>) return S::kernel(params_, inputs, grid, context);
    throw InternalError("kernel() of a stage that is not a field");
  }
  StageResult run(const schema::Inputs& inputs, const RunContext& context,
                  const schema::WantedParts& wanted) const override {
    if constexpr (PartedStage<S>) {
      auto made = run_parted(inputs, context, wanted);
      StageResult result{std::move(made.main), {}};
      for (auto& named : made.parts) {
        std::visit(
            [&](auto& part) {
              result.parts.emplace_back(named.first, std::make_shared<const Artifact>(std::move(part)));
            },
            named.second);
      }
      return result;
    } else if constexpr (WholeStage<S>) {
      return {S::run(params_, inputs, context), {}};
    }
    throw InternalError("run() of a field stage");
  }

 private:
  auto run_parted(const schema::Inputs& inputs, const RunContext& context, const schema::WantedParts& wanted) const {
    if constexpr (requires { S::run(params_, inputs, context, wanted); })
      return S::run(params_, inputs, context, wanted);
    else
      return S::run(params_, inputs, context);
  }
  Estimate size_of_first(const schema::Estimates& inputs) const;

  Params params_;
};

template <Stage S>
constexpr std::string_view output_name() {
  if constexpr (LocalFieldStage<S>) {
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

/// What has as much in it as `first` has, made by a stage whose artifact is called `artifact`.
Estimate estimate_like(const Estimate& first, std::string_view artifact, std::span<const schema::PartInfo> parts);

template <Stage S>
Estimate Bound<S>::size_of_first(const schema::Estimates& inputs) const {
  const std::vector<schema::InputUse> uses = this->inputs();
  return uses.empty() ? Estimate{} : estimate_like(inputs.of(uses[0].stage), output_name<S>(), parts_of<S>());
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
             std::vector<schema::InputUse>& inputs) -> std::unique_ptr<BoundStage> {
            Params params{};
            const bool ok = schema::decode_fields(map, decoder, params, kStageKeys);
            inputs = schema::uses_of(params).inputs;
            if (!ok) return nullptr;
            return std::make_unique<detail::Bound<S>>(std::move(params));
          }};
}

}  // namespace weald::pipeline
