#pragma once
// The concepts of stages. engine/graph/stage.h says what they declare.

#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/field.h"
#include "schema/decode.h"

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

}  // namespace weald::pipeline
