#pragma once
// Copies: what the stages that place copies of meshes and scenes have in common.

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/run_context.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"

namespace weald::scene {

/// The input of a stage that places copies: a mesh, or a scene, whose parts keep their arrangement.
using CopiedInput = schema::Input<mesh::Mesh, Scene>;

/// Chooses among things with a probability proportional to their weights.
class Chooser {
 public:
  /// Chooses among `count` things; no weights: all are equally likely. Pre: count is above 0; as many weights as things
  /// or none, not all of them 0.
  Chooser(std::size_t count, std::span<const double> weights);
  /// The choice for a uniform random number in [0, 1).
  std::uint32_t choose(double uniform) const;

 private:
  std::vector<double> sums_;
};

/// What is copied: an input, or one level of detail of its meshes.
struct CopySource {
  std::uint32_t input = 0;
  std::optional<std::uint32_t> level{};  ///< meshes with fewer levels have their coarsest one
  auto operator<=>(const CopySource&) const = default;
};

/// Numbers what is copied in the order in which it is first asked for.
class SourceTable {
 public:
  /// Begins with `inputs` inputs with all their levels.
  explicit SourceTable(std::size_t inputs);
  /// Number of the source, which is added if it is new.
  std::uint32_t index_of(const CopySource& source);
  /// The sources.
  std::vector<CopySource> take() { return std::move(sources_); }

 private:
  std::vector<CopySource> sources_;
  std::size_t whole_ = 0;  ///< the first sources, which are the inputs in order
  std::map<CopySource, std::uint32_t> numbers_;
};

/// Copies of the inputs of a stage: in their varieties, prototype k is the k-th source.
struct Copies {
  std::vector<CopySource> sources;
  std::vector<Variety> varieties;
  std::vector<Instance> instances;
};

/// Copies whose variety k is the k-th of `count` inputs.
Copies plain_copies(std::vector<Instance> instances, std::size_t count);

/// The scene of `copies` of `meshes`: each copy of a scene is replaced by the scene's instances, whose tints are
/// multiplied by that of the copy, and whose data are replaced unless the copy has none (0). Throws StageError (key
/// `key`) for more than kMaxInstances instances.
Scene scene_of_copies(Copies copies, std::span<const CopiedInput> meshes, const schema::Inputs& inputs,
                      std::string_view key);

/// The estimate of such a scene with this many copies; `cause` is the key of the parameter that their number depends
/// on. With `has_levels`, copies may have single levels of detail.
Estimate copies_estimate(std::span<const CopiedInput> meshes, const schema::Estimates& inputs, const Amount& copies,
                         std::string_view cause, bool has_levels = false);

/// Checks that there is a mesh, and a weight for each or none.
void check_meshes(std::span<const CopiedInput> meshes, std::span<const double> weights, schema::Checker& checker);

/// Checks that the two limits of `key` are in ascending order.
void check_ordered(const std::array<double, 2>& limits, std::string_view key, schema::Checker& checker);

/// What a loop reports of the work of its stage, 0 to 1.
struct ProgressRange {
  double from = 0, to = 1;
};

/// Calls take(i, make(i)) for every i below `count`: make() on several threads, and take() on this one in ascending
/// order. Only some ten thousand results are in memory at a time. Errors: those of make(), of which the first in order
/// is thrown; those of take(); Interrupted.
template <class Make, class Take>
void in_rounds(std::size_t count, const Make& make, const Take& take, const RunContext& context,
               const ProgressRange& progress) {
  constexpr std::size_t kRound = 65536, kBlock = 4096;
  std::vector<decltype(make(std::size_t{0}))> made(std::min(count, kRound));
  for (std::size_t first = 0; first < count; first += kRound) {
    const std::size_t size = std::min(kRound, count - first);
    parallel_blocks(size, kBlock, [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      for (std::size_t i = begin; i < end; ++i) made[i] = make(first + i);
    });
    for (std::size_t i = 0; i < size; ++i) take(first + i, made[i]);
    const double done = static_cast<double>(first + size) / static_cast<double>(count);
    context.progress(progress.from + (progress.to - progress.from) * done);
  }
}

}  // namespace weald::scene
