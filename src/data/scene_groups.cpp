#include "data/scene_groups.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace weald::scene {

Mat4 world_from_group(const Group& group) {
  Mat4 matrix{Mat3{group.axes}};
  matrix[3] = Vec4{group.position, 1};
  return matrix;
}

void set_frame(Group& group, const Mat4& world_from_group) {
  group.position = Vec3{world_from_group[3]};
  group.axes = Mat3f{world_from_group};
}

namespace {

/// The groups around a place in the order of the instances.
class OpenGroups {
 public:
  explicit OpenGroups(const Scene& scene) : scene_(scene) {}

  /// Leaves all groups that end at or before `instance`.
  void leave_before(std::size_t instance) {
    while (!open_.empty() && scene_.groups[open_.back()].end <= instance) open_.pop_back();
  }
  void enter(std::size_t group) { open_.push_back(static_cast<std::uint32_t>(group)); }
  std::optional<std::uint32_t> innermost() const { return open_.empty() ? std::nullopt : std::optional{open_.back()}; }

 private:
  const Scene& scene_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

bool groups_are_sound(const Scene& scene) {
  OpenGroups open(scene);
  std::uint32_t previous = 0;  // the begin of the group before
  for (std::size_t i = 0; i < scene.groups.size(); ++i) {
    const Group& group = scene.groups[i];
    if (group.name >= scene.group_names.size() || group.begin >= group.end || group.begin < previous ||
        group.end > scene.instances.size())
      return false;
    open.leave_before(group.begin);
    if (const auto outer = open.innermost(); outer && group.end > scene.groups[*outer].end) return false;
    open.enter(i);
    previous = group.begin;
  }
  return true;
}

std::vector<std::optional<std::uint32_t>> outer_groups(const Scene& scene) {
  std::vector<std::optional<std::uint32_t>> outer(scene.groups.size());
  OpenGroups open(scene);
  for (std::size_t i = 0; i < scene.groups.size(); ++i) {
    open.leave_before(scene.groups[i].begin);
    outer[i] = open.innermost();
    open.enter(i);
  }
  return outer;
}

std::vector<std::optional<std::uint32_t>> groups_of_instances(const Scene& scene) {
  std::vector<std::optional<std::uint32_t>> groups(scene.instances.size());
  OpenGroups open(scene);
  std::size_t next = 0;
  for (std::size_t i = 0; i < scene.instances.size(); ++i) {
    open.leave_before(i);
    for (; next < scene.groups.size() && scene.groups[next].begin == i; ++next) open.enter(next);
    groups[i] = open.innermost();
  }
  return groups;
}

std::vector<std::string> distinct_names(const Scene& scene) {
  std::map<std::string, std::size_t, std::less<>> count;
  const auto name_of = [&](const Group& group) {
    const std::string& name = scene.group_names[group.name];
    return name.empty() ? std::string("group") : name;
  };
  for (const Group& group : scene.groups) ++count[name_of(group)];
  // A number may make a name that another group already has, such as "a_0".
  std::set<std::string, std::less<>> taken;
  for (const auto& [name, uses] : count) taken.insert(name);
  std::map<std::string, std::size_t, std::less<>> number;
  std::vector<std::string> names;
  names.reserve(scene.groups.size());
  for (const Group& group : scene.groups) {
    std::string name = name_of(group);
    if (count[name] > 1) {
      const std::string base = name;
      do name = fmt::format("{}_{}", base, number[base]++);
      while (!taken.insert(name).second);
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> group_paths(const Scene& scene) {
  std::vector<std::string> paths = distinct_names(scene);
  const auto outer = outer_groups(scene);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (outer[i]) paths[i] = paths[*outer[i]] + '/' + paths[i];
  }
  return paths;
}

bool is_one_object(const Scene& scene) {
  if (scene.groups.empty()) return scene.instances.size() <= 1;
  return scene.groups.front().begin == 0 && scene.groups.front().end == scene.instances.size();
}

void name_group(Scene& scene, std::size_t group, std::string_view name) {
  Group& named = scene.groups[group];
  if (scene.group_names[named.name].empty()) named.name = GroupBuilder(scene).name_index(name);
}

std::string group_name_of(std::string_view stage) { return std::string(stage.substr(stage.rfind('/') + 1)); }

GroupBuilder::GroupBuilder(Scene& scene) : scene_(scene) {}

std::uint32_t GroupBuilder::name_index(std::string_view name) {
  const auto found = std::ranges::find(scene_.group_names, name);
  const auto index = static_cast<std::uint32_t>(found - scene_.group_names.begin());
  if (found == scene_.group_names.end()) scene_.group_names.emplace_back(name);
  return index;
}

std::size_t GroupBuilder::begin(std::string_view name, const Mat4& world_from_group, bool is_copy) {
  Group& group = scene_.groups.emplace_back(Group{name_index(name), next_instance(), next_instance(), is_copy});
  set_frame(group, world_from_group);
  return scene_.groups.size() - 1;
}

void GroupBuilder::end(std::size_t group) {
  scene_.groups[group].end = next_instance();
  if (scene_.groups[group].end == scene_.groups[group].begin)
    scene_.groups.erase(scene_.groups.begin() + static_cast<std::ptrdiff_t>(group), scene_.groups.end());
}

std::vector<std::uint32_t> GroupBuilder::name_indices(const Scene& part) {
  std::vector<std::uint32_t> indices;
  for (const std::string& name : part.group_names) indices.push_back(name_index(name));
  return indices;
}

void GroupBuilder::add(const Scene& part, const std::vector<std::uint32_t>& names, const Mat4& world_from_part) {
  for (Group group : part.groups) {
    group.name = names[group.name];
    group.begin += next_instance();
    group.end += next_instance();
    set_frame(group, world_from_part * world_from_group(group));
    scene_.groups.push_back(group);
  }
}

}  // namespace weald::scene
