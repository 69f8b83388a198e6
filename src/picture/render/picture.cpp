#include "picture/render/picture.h"

#include <algorithm>

#include "base/error.h"
#include "data/artifact_bytes.h"
#include "data/scene.h"
#include "formats/images/image_writer.h"
#include "methods/curve/bezier.h"
#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"
#include "picture/render/detail/kept_file.h"
#include "picture/render/render.h"
#include "picture/sheets/lines.h"

namespace weald::pipeline {

namespace {

using render::Line;
using render::LineView;

bool wants_camera(const render::PictureParams& params) { return params.azimuth || params.elevation || params.camera; }

struct Drawer {
  const render::PictureParams& params;
  const RunContext& context;

  Image operator()(const Heightmap& map) const { return render::render_heightmap(map, params, context); }
  Image operator()(const Image& image) const { return image; }
  Image operator()(const lsystem::LString&) const {
    throw StageError("a derived string has no picture; draw it with a turtle stage first");
  }

  Image operator()(const mesh::Mesh& mesh) const {
    const render::MeshItem item{&mesh, Mat4{1.0}};
    return render::render_meshes({&item, 1}, params, context);
  }

  Image operator()(const scene::Scene& scene) const {
    std::vector<render::MeshItem> items;
    for (const scene::Instance& instance : scene.instances) {
      const scene::Prototype& prototype = scene.prototype_of(instance);
      items.push_back({prototype.mesh.get(), world_from_prototype(instance), scene.varieties[instance.variety].tint,
                       prototype.screen_size, prototype.lighter});
    }
    return render::render_meshes(items, params, context);
  }

  Image operator()(const curve::Curve& curve) const {
    std::vector<Line> lines;
    const double tolerance = line_tolerance(curve);
    for (const curve::Path& path : curve.paths) {
      Line& line = lines.emplace_back();
      if (path.widths.empty())
        line.path = curve::flatten(path, tolerance);
      else
        draw_widths(path, tolerance, line);
    }
    const LineView flat = curve.plane == curve::Plane::xz ? LineView::xz : LineView::xy;
    return render::render_lines(lines, wants_camera(params) ? LineView::camera : flat, params, context);
  }

  // Draws a path at its own widths, such as a river.
  static void draw_widths(const curve::Path& path, double tolerance, Line& line) {
    for (std::size_t i = 0; i < path.segments.size(); ++i) {
      for (const double t : curve::flatten_parameters(path.segments[i], tolerance)) {
        if (i > 0 && t == 0) continue;
        line.path.points.push_back(curve::evaluate(path.segments[i], t));
        line.radii.push_back(0.5 * (path.widths[i] + (path.widths[i + 1] - path.widths[i]) * t));
      }
    }
  }

  Image operator()(const lsystem::Skeleton& skeleton) const {
    int deepest = 0;
    Bounds bounds;
    for (const auto& segment : skeleton.segments) {
      deepest = std::max(deepest, static_cast<int>(segment.level));
      bounds.add(segment.start);
      bounds.add(segment.end);
    }
    const bool is_flat = bounds.size().z <= 1e-9 * glm::length(bounds.size());
    return render::render_lines(skeleton_lines(skeleton, deepest),
                                is_flat && !wants_camera(params) ? LineView::xy : LineView::camera, params, context);
  }

  /// Colour of a colour index if the picture sets index colours, otherwise of the level.
  Vec3f skeleton_colour(int index, int level, int deepest) const {
    if (params.index_colours.empty()) return render::level_colour(level, deepest);
    return params.index_colours[std::min(static_cast<std::size_t>(index), params.index_colours.size() - 1)];
  }

  /// Joins consecutive segments of a branch into one line, so that each joint is drawn once.
  std::vector<Line> skeleton_lines(const lsystem::Skeleton& skeleton, int deepest) const {
    std::vector<Line> lines;
    const bool has_colours = !params.index_colours.empty();
    const bool branches = deepest > 0;
    for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
      const auto& segment = skeleton.segments[i];
      const auto* last = i > 0 ? &skeleton.segments[i - 1] : nullptr;
      const bool continues = last != nullptr && segment.parent == i - 1 && last->branch == segment.branch &&
                             !(has_colours && last->colour != segment.colour);
      if (!continues) {
        lines.emplace_back();
        lines.back().path.points.push_back(segment.start);
        lines.back().radii.push_back(branches ? segment.start_radius : 0);
        if (branches || has_colours) lines.back().colour = skeleton_colour(segment.colour, segment.level, deepest);
      }
      lines.back().path.points.push_back(segment.end);
      lines.back().radii.push_back(branches ? segment.end_radius : 0);
    }
    // A skeleton without branches is drawn like a curve, in the picture's line colours.
    if (!branches)
      for (Line& line : lines) line.radii.clear();
    for (const auto& polygon : skeleton.polygons) {
      Line& outline = lines.emplace_back();
      outline.path = {polygon.points, true};
      outline.colour = skeleton_colour(polygon.colour, deepest, std::max(1, deepest));
    }
    return lines;
  }
};

}  // namespace

Image draw(const ArtifactView& artifact, const render::PictureParams& params, const RunContext& context) {
  const Drawer drawer{params, context};
  return std::visit([&](const auto* value) { return drawer(*value); }, artifact);
}

Image picture_of(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context) {
  const std::string key = picture_key("weald picture", artifact, params, context);
  if (key.empty()) return draw(artifact, params, context);
  std::optional<Artifact> kept;
  const bool is_kept = context.store->read(key, [&](ByteSource& source) { kept = from_bytes(source); });
  if (is_kept && kept && std::holds_alternative<Image>(*kept)) return std::get<Image>(std::move(*kept));
  Artifact image = draw(artifact, params, context);
  context.store->keep_parts(key, ArtifactParts(image).parts());
  return std::get<Image>(std::move(image));
}

std::string picture_file(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context) {
  return kept_file(artifact, params, context,
                   [&](io::Sink& sink) { io::write_png8(draw(artifact, params, context), sink); });
}

}  // namespace weald::pipeline
