#pragma once
// Stage `scene`: combines meshes and scenes into one scene.

#include <memory>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/shapes/transform.h"

namespace weald::scene {

/// A group with its own name and place.
struct GroupParams : mesh::PlacementParams {
  std::string name;
  std::vector<schema::Input<mesh::Mesh, Scene>> parts;
};

struct ComposeParams {
  std::vector<schema::Input<mesh::Mesh, Scene>> parts;
  std::vector<GroupParams> groups;
};

/// Adds one instance of `mesh` under an affine transform, as a prototype called `name`.
void add_part(Scene& scene, const std::string& name, std::shared_ptr<const mesh::Mesh> mesh,
              const Mat4& world_from_part = Mat4{1.0});

/// Adds the instances and groups of `part` under an affine transform. A prototype that the scene already has, under the
/// same name and with equal meshes on all levels, is shared.
void add_part(Scene& scene, const Scene& part, const Mat4& world_from_part = Mat4{1.0});

/// Stage `scene`.
struct Compose {
  using Params = ComposeParams;
  static double seconds_each(const Params&) { return 3e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene

template <>
struct weald::schema::Schema<weald::scene::GroupParams> {
  using P = scene::GroupParams;
  static constexpr auto own_fields =
      Fields{Field{&P::name, "name", "Name of the group.", "", {}, Presence::required},
             Field{&P::parts, "parts", "Meshes and scenes in the group.", "", {}, Presence::required}};
  static constexpr auto fields = joined(own_fields, mesh::kPlacementFields);
  /// Checks that there is a part, that the name has no slash, and that no factor is too close to 0.
  static void check(const P& params, Checker& checker);
};

template <>
struct weald::schema::Schema<weald::scene::ComposeParams> {
  using P = scene::ComposeParams;
  static constexpr std::string_view kind = "scene";
  static constexpr std::string_view summary = "Puts meshes and scenes together into one scene.";
  static constexpr auto fields =
      Fields{Field{&P::parts, "parts",
                   "Meshes and scenes, each where it is. A scene becomes a group with the name of its stage."},
             Field{&P::groups, "groups", "Groups of further meshes and scenes, each with a name and a transform."}};
  /// Checks that there is at least one part or group.
  static void check(const P& params, Checker& checker);
};
