#pragma once
// Stage `lod_chain`: meshes of one object, finest first, as levels of detail of one prototype.
//
// Levels are data, not files, so that scenes, copies and the cache keep them together. A chain has the collision
// bodies too, since it comprises all that represents one object; their names depend on the engine that reads the file.

#include <vector>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"

namespace weald::scene {

/// Most levels of one chain.
inline constexpr std::size_t kMaxLevels = 8;

struct LodChainParams {
  std::vector<schema::Input<mesh::Mesh>> levels;
  std::vector<double> screen_sizes;
  schema::Input<mesh::Mesh> collision;
};

/// Most bytes of JSON per body in a glTF file, in addition to its arrays.
inline constexpr double kBodyJson = 1500;

/// Most groups that the mesh of `collision` may have: each becomes a body.
inline constexpr std::size_t kMaxBodies = 256;

/// Default screen sizes of a chain of `count` levels: 0.5 for the finest, 0.4 times the previous one for each coarser
/// level, at most 0.01 for the last.
std::vector<double> default_screen_sizes(std::size_t count);

/// Stage `lod_chain`.
struct LodChain {
  using Params = LodChainParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene

template <>
struct weald::schema::Schema<weald::scene::LodChainParams> {
  using P = scene::LodChainParams;
  static constexpr std::string_view kind = "lod_chain";
  static constexpr std::string_view summary =
      "Joins meshes of one object into a chain of levels of detail: glTF files hold all levels, pictures draw "
      "small copies by coarser ones, and other files have the finest.";
  static constexpr auto fields = Fields{
      Field{&P::levels,
            "levels",
            "Meshes from the finest to the coarsest, such as [tree, tree.lod1, tree.lod2, far].",
            "",
            {},
            Presence::required},
      Field{&P::screen_sizes, "screen_sizes",
            "For each level, the share of the screen's height that the object must cover for the level to be shown, "
            "decreasing; unset: 0.5 for the finest, 0.4 times the previous one for each coarser level, and at most "
            "0.01 for the last.",
            "", Range{0, 1}},
      Field{&P::collision, "collision",
            "Collision mesh: things collide with it instead of the levels, and each of its groups is a convex body, as "
            "made by a stage of kind collision; glTF files hold it, under names that 'gltf: {collision: ...}' of the "
            "output chooses; unset: none."}};
  /// Checks that there is at least one level and at most kMaxLevels, each once, and that sizes decrease.
  static void check(const P& params, Checker& checker);
};
