#pragma once
// Stage `scene`: combines meshes and scenes into one scene.

#include <vector>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"

namespace weald::scene {

struct ComposeParams {
  std::vector<schema::Input<mesh::Mesh, Scene>> parts;
};

/// Adds one instance of `mesh` without moving it, under `name`.
void add_part(Scene& scene, const std::string& name, std::shared_ptr<const mesh::Mesh> mesh);

/// Adds the instances of `part`. A prototype that the scene already has, under the same name and with equal meshes
/// on all levels, is shared.
void add_part(Scene& scene, const Scene& part);

/// Stage `scene`.
struct Compose {
  using Params = ComposeParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene

template <>
struct weald::schema::Schema<weald::scene::ComposeParams> {
  using P = scene::ComposeParams;
  static constexpr std::string_view kind = "scene";
  static constexpr std::string_view summary = "Puts meshes and scenes together into one scene.";
  static constexpr auto fields =
      Fields{Field{&P::parts, "parts", "Meshes and scenes, each with its placement.", "", {}, Presence::required}};
  /// Checks that there is at least one part.
  static void check(const P& params, Checker& checker);
};
