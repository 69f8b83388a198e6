#pragma once
// Groups of a scene: the tree that they form, and how stages that combine and copy scenes keep it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/math/vec.h"
#include "data/scene.h"

namespace weald::scene {

/// The affine transform from the frame of a group to the world.
Mat4 world_from_group(const Group& group);

/// Sets the frame of a group to this affine transform.
void set_frame(Group& group, const Mat4& world_from_group);

/// Whether names and instances of all groups exist, and every two groups nest or are disjoint, in the order that Scene
/// states.
bool groups_are_sound(const Scene& scene);

/// The index of the innermost group around each group; unset if there is none. Pre: groups_are_sound().
std::vector<std::optional<std::uint32_t>> outer_groups(const Scene& scene);

/// The index of the innermost group of each instance; unset if it is in none. Pre: groups_are_sound().
std::vector<std::optional<std::uint32_t>> groups_of_instances(const Scene& scene);

/// A name for each group that no other group has: where several have the same name, they are numbered from 0, as in
/// "house_0", "house_1". A group without a name is called "group".
std::vector<std::string> distinct_names(const Scene& scene);

/// The path of each group: the distinct names of the groups around it and its own, with slashes between them.
std::vector<std::string> group_paths(const Scene& scene);

/// Whether the scene is one object for a stage that places it: a single instance, or a single outermost group of all
/// instances. It needs no further group around it.
bool is_one_object(const Scene& scene);

/// Names a group unless it has a name.
void name_group(Scene& scene, std::size_t group, std::string_view name);

/// The name that a group has after a stage: the part of the stage's name after the last slash.
std::string group_name_of(std::string_view stage);

/// Adds groups to a scene, whose instances are added at the same time.
class GroupBuilder {
 public:
  /// Continues with the groups that `scene` has; `scene` must outlive the builder.
  explicit GroupBuilder(Scene& scene);

  /// Begins a group at the next instance; returns its index. Groups that are added before it ends are within it.
  std::size_t begin(std::string_view name, const Mat4& world_from_group = Mat4{1.0}, bool is_copy = false);
  /// Ends a group after the last instance so far. A group without instances is removed, with the groups within it.
  void end(std::size_t group);
  /// Index of this name among the names of the groups.
  std::uint32_t name_index(std::string_view name);
  /// The indices of the names of the groups of `part`, in its order.
  std::vector<std::uint32_t> name_indices(const Scene& part);
  /// Adds the groups of `part`, whose instances will be added next, with their frames under `world_from_part`. `names`
  /// has the indices of their names, see name_indices().
  void add(const Scene& part, const std::vector<std::uint32_t>& names, const Mat4& world_from_part);

 private:
  std::uint32_t next_instance() const { return static_cast<std::uint32_t>(scene_.instances.size()); }

  Scene& scene_;
};

}  // namespace weald::scene
