#include "front/library/c/call.h"

using namespace weald;
using namespace weald::c_api;

namespace {

/// Gets data from the artifact by `get`, makes a handle by `make`, and returns it to the caller.
template <class Handle, class Get, class Make>
weald_status data_of(const weald_artifact* artifact, Handle** out, weald_report** report, const Get& get,
                     const Make& make) {
  if (out != nullptr) *out = nullptr;
  return call(report, [&]() -> weald_status {
    required(out, "out");
    auto result = get(required(artifact, "artifact").artifact);
    if (!result) return fail(report, result.error());
    std::unique_ptr<Handle> made = make(std::move(*result));
    warn(report, result.warnings());
    *out = made.release();
    return WEALD_OK;
  });
}

weald_image view_of(const api::Image& image) noexcept { return {0, image.width, image.height, image.rgba.data()}; }

void add_groups(std::vector<api::Group>& groups, weald_scene& out) {
  for (api::Group& group : groups) {
    out.group_names.push_back(std::move(group.name));
    out.group_parents.push_back(group.parent ? std::int64_t{*group.parent} : -1);
    out.group_begins.push_back(group.begin);
    out.group_ends.push_back(group.end);
    out.group_matrices.insert(out.group_matrices.end(), std::begin(group.world_from_group),
                              std::end(group.world_from_group));
  }
  for (const std::string& name : out.group_names) out.group_name_pointers.push_back(name.c_str());
}

std::unique_ptr<weald_scene> scene_from(api::Scene scene) {
  auto made = std::make_unique<weald_scene>();
  for (api::Prototype& prototype : scene.prototypes) {
    weald_scene::Prototype& entry = made->prototypes.emplace_back();
    entry.name = std::move(prototype.name);
    entry.levels.push_back({{std::move(prototype.mesh)}, prototype.screen_size});
    for (api::LighterLevel& level : prototype.lighter)
      entry.levels.push_back({{std::move(level.mesh)}, level.screen_size});
  }
  for (const api::Instance& instance : scene.instances) {
    made->instance_prototypes.push_back(instance.prototype);
    made->instance_matrices.insert(made->instance_matrices.end(), std::begin(instance.world_from_prototype),
                                   std::end(instance.world_from_prototype));
    made->instance_tints.insert(made->instance_tints.end(), std::begin(instance.tint), std::end(instance.tint));
    made->instance_data.push_back(instance.data);
  }
  add_groups(scene.groups, *made);
  return made;
}

std::unique_ptr<weald_lines> lines_from(const std::vector<api::Polyline>& lines) {
  auto made = std::make_unique<weald_lines>();
  made->starts.push_back(0);
  for (const api::Polyline& line : lines) {
    made->points.insert(made->points.end(), line.points.begin(), line.points.end());
    made->starts.push_back(made->points.size() / 3);
    made->closed.push_back(line.closed ? 1 : 0);
  }
  return made;
}

std::unique_ptr<weald_skeleton> skeleton_from(const std::vector<api::Segment>& segments) {
  auto made = std::make_unique<weald_skeleton>();
  for (const api::Segment& segment : segments) {
    made->starts.insert(made->starts.end(), std::begin(segment.start), std::end(segment.start));
    made->ends.insert(made->ends.end(), std::begin(segment.end), std::end(segment.end));
    made->radii.insert(made->radii.end(), {segment.start_radius, segment.end_radius});
    made->parents.push_back(segment.parent ? std::int64_t{*segment.parent} : -1);
    made->levels.push_back(segment.level);
  }
  return made;
}

}  // namespace

extern "C" {

const char* weald_artifact_stage(const weald_artifact* artifact) {
  return artifact != nullptr ? artifact->artifact.stage().c_str() : nullptr;
}

weald_status weald_artifact_digest(const weald_artifact* artifact, char digest[33], weald_report** report) {
  return call(report, [&] {
    required(digest, "digest");
    return deliver(report, required(artifact, "artifact").artifact.digest(),
                   [&](const std::string& text) { digest[text.copy(digest, 32)] = '\0'; });
  });
}

weald_status weald_artifact_heightmap(const weald_artifact* artifact, weald_heightmap* out, weald_report** report) {
  return call(report, [&] {
    const auto map = required(artifact, "artifact").artifact.heightmap();
    if (!map) return fail(report, map.error());
    return fill(out, {0, map->width, map->height, map->cell_size, map->origin_x, map->origin_z, map->heights.data()},
                "weald_heightmap");
  });
}

weald_status weald_artifact_image(const weald_artifact* artifact, weald_image* out, weald_report** report) {
  return call(report, [&] {
    const auto image = required(artifact, "artifact").artifact.image();
    return image ? fill(out, view_of(*image), "weald_image") : fail(report, image.error());
  });
}

weald_status weald_artifact_mesh(const weald_artifact* artifact, weald_mesh** out, weald_report** report) {
  return data_of(
      artifact, out, report, [](const api::Artifact& from) { return from.mesh(); },
      [](api::Mesh mesh) { return std::make_unique<weald_mesh>(weald_mesh{std::move(mesh)}); });
}

weald_status weald_artifact_scene(const weald_artifact* artifact, weald_scene** out, weald_report** report) {
  return data_of(
      artifact, out, report, [](const api::Artifact& from) { return from.scene(); }, scene_from);
}

weald_status weald_artifact_lines(const weald_artifact* artifact, double tolerance, weald_lines** out,
                                  weald_report** report) {
  const std::optional<double> wanted = tolerance == 0 ? std::nullopt : std::optional(tolerance);
  return data_of(
      artifact, out, report, [&](const api::Artifact& from) { return from.polylines(wanted); }, lines_from);
}

weald_status weald_artifact_skeleton(const weald_artifact* artifact, weald_skeleton** out, weald_report** report) {
  return data_of(
      artifact, out, report, [](const api::Artifact& from) { return from.segments(); }, skeleton_from);
}

weald_status weald_artifact_text(const weald_artifact* artifact, weald_text** out, weald_report** report) {
  return data_of(
      artifact, out, report, [](const api::Artifact& from) { return from.text(); },
      [](std::string text) { return std::make_unique<weald_text>(weald_text{std::move(text)}); });
}

void weald_artifact_free(weald_artifact* artifact) { delete artifact; }

weald_status weald_picture_image(const weald_picture* picture, weald_image* out) {
  return picture != nullptr ? fill(out, view_of(picture->image)) : WEALD_ERROR_PRESET;
}

void weald_picture_free(weald_picture* picture) { delete picture; }

weald_status weald_lines_get(const weald_lines* lines, weald_line_data* out) {
  if (lines == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, lines->closed.size(), lines->points.size() / 3, data_or_null(lines->points),
                    lines->starts.data(), data_or_null(lines->closed)});
}

void weald_lines_free(weald_lines* lines) { delete lines; }

weald_status weald_skeleton_get(const weald_skeleton* skeleton, weald_skeleton_data* out) {
  if (skeleton == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, skeleton->levels.size(), data_or_null(skeleton->starts), data_or_null(skeleton->ends),
                    data_or_null(skeleton->radii), data_or_null(skeleton->parents), data_or_null(skeleton->levels)});
}

void weald_skeleton_free(weald_skeleton* skeleton) { delete skeleton; }

const char* weald_text_data(const weald_text* text) { return text != nullptr ? text->text.c_str() : nullptr; }
size_t weald_text_size(const weald_text* text) { return text != nullptr ? text->text.size() : 0; }
void weald_text_free(weald_text* text) { delete text; }
}
