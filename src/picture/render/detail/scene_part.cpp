#include "picture/render/detail/scene_part.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "base/text/nearest_name.h"
#include "data/scene_groups.h"
#include "picture/render/detail/placed_copies.h"

namespace weald::pipeline {

namespace {

constexpr const char* kKey = "picture.camera";

/// Throws the error that a scene lacks something with a name, and suggests another one.
[[noreturn]] void refuse_name(std::string_view what, const std::string& name, std::span<const std::string> known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string help = schema::suggest(name, names);
  throw StageError(fmt::format("the scene has no {} '{}'{}{}", what, name, help.empty() ? "" : ": ", help), kKey);
}

/// The group with the path that the camera names.
const scene::Group& group_of(const scene::Scene& scene, const std::string& path) {
  const std::vector<std::string> paths = group_paths(scene);
  const auto found = std::find(paths.begin(), paths.end(), path);
  if (found != paths.end()) return scene.groups[static_cast<std::size_t>(found - paths.begin())];
  if (paths.empty()) throw StageError(fmt::format("the scene has no group '{}': it has no groups", path), kKey);
  refuse_name("group", path, paths);
}

/// Throws unless the scene has a prototype with this name.
void require_prototype(const scene::Scene& scene, const std::string& name) {
  std::vector<std::string> names;
  for (const scene::Prototype& prototype : scene.prototypes) names.push_back(prototype.name);
  if (std::find(names.begin(), names.end(), name) == names.end()) refuse_name("prototype", name, names);
}

/// The instance that the camera names among `instances`.
const scene::Instance& instance_of(const scene::Scene& scene, std::span<const scene::Instance> instances,
                                   const render::CameraParams& camera) {
  if (camera.prototype) require_prototype(scene, *camera.prototype);
  int count = 0;
  for (const scene::Instance& instance : instances) {
    if (camera.prototype && scene.prototype_of(instance).name != *camera.prototype) continue;
    if (count++ == *camera.instance) return instance;
  }
  const std::string where = camera.group ? fmt::format("the group '{}'", *camera.group) : "the scene";
  const std::string what = camera.prototype ? fmt::format(" of '{}'", *camera.prototype) : "";
  throw StageError(fmt::format("{} has no instance {}{}: it has {}{}, counted from 0", where, *camera.instance, what,
                               counted_noun(static_cast<std::size_t>(count), "instance"), what),
                   kKey);
}

Bounds box_of(const scene::Scene& scene, std::span<const scene::Instance> instances) {
  render::PlacedCopies points;
  for (const scene::Prototype& prototype : scene.prototypes) points.add_set(prototype.mesh->positions);
  for (const scene::Instance& instance : instances)
    points.place(scene.prototype_index(instance), world_from_prototype(instance));
  Bounds box;
  points.visit([&](const Bounds& part) { return !box.contains(part); }, [&](const Vec3& p) { box.add(p); });
  return box;
}

/// The upright axis keeps its direction; the others are turned to stand at right angles to it.
Mat3 unit_axes(const Mat3& frame) {
  constexpr double kFlat = 1e-12;  // of the lengths of the axes
  const Vec3 up = normalized_or(frame[1], Vec3{0});
  const Vec3 south = normalized_or(frame[2] - up * glm::dot(frame[2], up), Vec3{0});
  const Vec3 east = glm::cross(up, south);
  const double size = std::max({glm::length(frame[0]), glm::length(frame[1]), glm::length(frame[2])});
  const double thick = glm::dot(frame[0], east);
  if (!(glm::length(east) > 0.5) || !(std::abs(thick) > kFlat * size)) return Mat3{1.0};
  return {thick < 0.0 ? -east : east, up, south};
}

}  // namespace

ScenePart scene_part(const scene::Scene& scene, const render::CameraParams& camera) {
  std::span<const scene::Instance> instances = scene.instances;
  ScenePart part;
  if (camera.group) {
    const scene::Group& group = group_of(scene, *camera.group);
    instances = instances.subspan(group.begin, group.end - group.begin);
    part.axes = unit_axes(Mat3{group.axes});
  }
  if (camera.instance) {
    const scene::Instance& instance = instance_of(scene, instances, camera);
    instances = {&instance, 1};
    part.axes = unit_axes(Mat3{instance.axes});
  }
  part.box = box_of(scene, instances);
  if (part.box.empty()) throw StageError("the part of the scene that the camera is about is empty", kKey);
  return part;
}

}  // namespace weald::pipeline
