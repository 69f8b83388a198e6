#include "engine/outputs/detail/geometry_writers.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/counted.h"
#include "data/scene_groups.h"
#include "engine/outputs/detail/model_writers.h"
#include "engine/outputs/writers.h"
#include "formats/gltf/gltf_writer.h"
#include "formats/images/image_writer.h"
#include "formats/meshes/obj_writer.h"
#include "formats/page/viewer_page.h"
#include "formats/tables/segments_csv.h"
#include "formats/tables/svg.h"
#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"
#include "methods/mesh/split.h"
#include "picture/sheets/lines.h"
#include "stages/land/meshing/heightmap_mesh.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

std::string name_from(const fs::path& path) { return path.stem().string(); }

}  // namespace

void write_curve_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& curve = std::get<curve::Curve>(artifact);
  const double tolerance = line_tolerance(curve);
  std::vector<Polyline> lines;
  std::vector<std::string> groups;  // one for each order of rivers
  for (const curve::Path& line : curve.paths) {
    lines.push_back(curve::flatten(line, tolerance));
    groups.push_back(line.order > 0 ? fmt::format("order_{}", line.order) : std::string());
  }
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink, groups); });
}

void write_skeleton_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  std::vector<Polyline> lines;
  for (const auto& segment : std::get<lsystem::Skeleton>(artifact).segments)
    lines.push_back({{segment.start, segment.end}, false});
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink); });
}

namespace {

std::string textures_text(std::size_t count) { return counted_noun(count, "texture"); }

// " (bark, leaf.normals)".
std::string names_text(std::span<const io::ObjTexture> textures) {
  std::vector<std::string> names;
  for (const io::ObjTexture& texture : textures) names.push_back(fmt::format("{}", fmt::join(texture.names, " = ")));
  return names.empty() ? std::string{} : fmt::format(" ({})", fmt::join(names, ", "));
}

bool names_textures(const OutputSpec& spec) { return spec.textures && !spec.textures->named.empty(); }

// The files NAME_1.png ..., whose number the output's `textures` fixed before the run.
std::vector<std::string> counted_files(const OutputSpec& spec, std::span<const io::ObjTexture> textures,
                                       const RunContext& context) {
  const std::string file = fs::path(spec.file.value).filename().string();
  const std::size_t count = textures.size();
  if (!spec.textures && count > 0)
    context.warn(fmt::format("'{}' is written without its {}{}: set 'textures: {}' in the output to write them", file,
                             textures_text(count), names_text(textures), count));
  const auto promised = static_cast<std::size_t>(spec.textures ? spec.textures->count : 0);
  if (promised > 0 && promised != count)
    throw StageError(fmt::format("the materials of '{}' have {}{}, but 'textures' is {}", file, textures_text(count),
                                 names_text(textures), promised),
                     "textures");
  return texture_names(spec);
}

// The file that holds a picture; null if the output names none.
const NamedTexture* named_file(const OutputSpec& spec, const io::ObjTexture& texture) {
  for (const NamedTexture& named : spec.textures->named) {
    if (std::find(texture.names.begin(), texture.names.end(), named.name) != texture.names.end()) return &named;
  }
  return nullptr;
}

// The file of each texture, among those that the output names.
std::vector<const NamedTexture*> named_files(const OutputSpec& spec, std::span<const io::ObjTexture> textures) {
  const std::string file = fs::path(spec.file.value).filename().string();
  std::vector<const NamedTexture*> files;
  for (const io::ObjTexture& texture : textures) {
    const NamedTexture* found = named_file(spec, texture);
    if (found == nullptr)
      throw StageError(fmt::format("the materials of '{}' have the textures{}, but 'textures' names no file for '{}'",
                                   file, names_text(textures), texture.names.front()),
                       "textures");
    if (std::find(files.begin(), files.end(), found) != files.end())
      throw StageError(fmt::format("the materials of '{}' have two different textures called '{}', but 'textures' "
                                   "names only one file",
                                   file, texture.names.front()),
                       "textures");
    files.push_back(found);
  }
  return files;
}

/// The files of the textures of `parts`, as seen from the folder of the output.
std::vector<io::ObjTextureFile> texture_files_of(const OutputSpec& spec, std::span<const io::ObjTexture> textures,
                                                 const RunContext& context) {
  std::vector<io::ObjTextureFile> names;
  if (names_textures(spec)) {
    for (const NamedTexture* named : named_files(spec, textures)) {
      const std::string& mask = named->mask_file;
      names.push_back({name_beside(spec, named->file.value), mask.empty() ? mask : name_beside(spec, mask)});
    }
  } else {
    for (std::string& name : counted_files(spec, textures, context)) names.push_back({std::move(name), {}});
  }
  return names;
}

/// Writes the pictures beside the output, unless outputs of their own stages do.
void write_pictures(const OutputSpec& spec, std::span<const io::ObjTexture> textures,
                    std::span<const io::ObjTextureFile> names, const fs::path& path, io::FileSet& files) {
  if (names_textures(spec)) return;
  for (std::size_t i = 0; i < names.size(); ++i)
    files.write(path.parent_path() / names[i].colour,
                [&](io::Sink& sink) { io::write_image_png(*textures[i].image, sink); });
}

/// The mean of the vertex colours of a mesh, 0 to 1.
Vec3 mean_colour(const mesh::Mesh& mesh) {
  Vec3 sum{0.0};
  for (const Rgba8& colour : mesh.colours) sum += Vec3{colour.r, colour.g, colour.b};
  return sum / (255.0 * static_cast<double>(mesh.colours.size()));
}

/// Whether a mesh without textures varieties wrong where vertex colours are not read: much darker, or of another hue.
bool needs_vertex_colours(const mesh::Mesh& mesh) {
  if (mesh.colours.empty()) return false;
  if (std::ranges::any_of(mesh.materials, [](const mesh::Material& material) { return material.texture.has_value(); }))
    return false;
  const Vec3 mean = mean_colour(mesh);
  const double most = std::max({mean.r, mean.g, mean.b}), least = std::min({mean.r, mean.g, mean.b});
  return most < 0.5 || least < 0.7 * most;
}

/// Most programs that read OBJ files ignore vertex colours.
void warn_of_vertex_colours(const OutputSpec& spec, std::span<const io::ObjPart> parts, const RunContext& context) {
  std::set<const mesh::Mesh*> seen;
  for (const io::ObjPart& part : parts) {
    if (!seen.insert(part.mesh).second || !needs_vertex_colours(*part.mesh)) continue;
    context.warn(fmt::format("the colours of '{}' in '{}' are vertex colours, which most programs do not read from "
                             "an OBJ: use a texture (for land, the stage 'tint') or a '.glb'",
                             part.name, fs::path(spec.file.value).filename().string()),
                 "file");
    return;
  }
}

void write_parts(const OutputSpec& spec, std::vector<io::ObjPart> parts, const fs::path& path,
                 const RunContext& context, io::FileSet& files) {
  for (io::ObjPart& part : parts) part.material_prefix = spec.material_prefix.value_or(std::string{});
  const fs::path materials = fs::path(path).replace_extension(".mtl");
  const std::vector<io::ObjTexture> textures = io::textures_of(parts);
  const std::vector<io::ObjTextureFile> names = texture_files_of(spec, textures, context);
  warn_of_vertex_colours(spec, parts, context);
  files.write(path, [&](io::Sink& sink) { io::write_obj(parts, materials.filename().string(), sink, context); });
  files.write(materials, [&](io::Sink& sink) { io::write_mtl(parts, sink, names); });
  write_pictures(spec, textures, names, path, files);
}

std::string stem_of(const fs::path& path) { return path.stem().string(); }

/// A mesh has one prototype.
gltf::Model model_of_mesh(const mesh::Mesh& mesh, const std::string& name) {
  return {name, {{name, {{&mesh, 0}}}}, {{0, Mat4{1.0}}}};
}

/// The bodies are stored in `bodies`.
gltf::Model model_of_scene(const scene::Scene& scene, const std::string& name, std::deque<mesh::Mesh>& bodies) {
  gltf::Model model{name, {}, {}};
  for (const scene::Prototype& prototype : scene.prototypes) {
    gltf::Prototype& entry = model.prototypes.emplace_back();
    entry.name = prototype.name;
    entry.levels.push_back({prototype.mesh.get(), prototype.screen_size});
    for (const scene::LighterLevel& level : prototype.lighter)
      entry.levels.push_back({level.mesh.get(), level.screen_size});
    if (!prototype.collision) continue;
    for (mesh::Mesh& shape : mesh::shapes_of_groups(*prototype.collision))
      entry.bodies.push_back(&bodies.emplace_back(std::move(shape)));
  }
  for (const scene::Instance& instance : scene.instances) {
    const scene::Variety& variety = scene.varieties[instance.variety];
    model.instances.push_back({variety.prototype, world_from_prototype(instance), variety.tint, variety.data});
  }
  const auto names = scene::distinct_names(scene);
  const auto outer = scene::outer_groups(scene);
  for (std::size_t i = 0; i < scene.groups.size(); ++i) {
    const scene::Group& group = scene.groups[i];
    model.groups.push_back({names[i], outer[i], group.begin, group.end, group.is_copy, world_from_group(group)});
  }
  return model;
}

/// Writes the model in the form given by the extension: .glb, or .gltf with its .bin and pictures.
void write_model(const OutputSpec& spec, gltf::Model model, const fs::path& path, const RunContext& context,
                 io::FileSet& files) {
  if (!spec.origin.preset.empty()) model.origin = gltf::Origin{spec.origin.preset, spec.origin.seed};
  model.material_prefix = spec.material_prefix.value_or(std::string{});
  const gltf::GltfParams params = spec.gltf.value_or(gltf::GltfParams{});
  if (path.extension() == ".glb") {
    files.write(path, [&](io::Sink& sink) { gltf::write_glb(model, params, sink, context); });
    return;
  }
  const bool has_files = spec.textures && (spec.textures->count > 0 || names_textures(spec));
  const auto textures = has_files ? gltf::textures_of(model) : std::vector<io::ObjTexture>{};
  const auto names = has_files ? texture_files_of(spec, textures, context) : std::vector<io::ObjTextureFile>{};
  const fs::path binary = fs::path(path).replace_extension(".bin");
  gltf::GltfFiles named{binary.filename().string(), {}};
  for (const io::ObjTextureFile& file : names) named.textures.push_back(gltf::uri_of(file.colour));
  const auto writes = [&](const fs::path& file) {
    return [&files, file](const std::function<void(io::Sink&)>& fill) { files.write(file, fill); };
  };
  gltf::write_gltf(model, params, named, writes(path), writes(binary), context);
  write_pictures(spec, textures, names, path, files);
}

std::vector<io::ObjPart> parts_of_scene(const scene::Scene& scene) {
  std::vector<std::size_t> count(scene.prototypes.size(), 0), number(scene.prototypes.size(), 0);
  for (const scene::Instance& instance : scene.instances) ++count[scene.prototype_index(instance)];
  const std::vector<std::string> paths = scene::group_paths(scene);
  const auto groups = scene::groups_of_instances(scene);
  std::vector<io::ObjPart> parts;
  for (std::size_t i = 0; i < scene.instances.size(); ++i) {
    const scene::Instance& instance = scene.instances[i];
    const std::uint32_t index = scene.prototype_index(instance);
    const scene::Prototype& prototype = scene.prototypes[index];
    // A mesh that occurs once keeps its plain name.
    std::string name = count[index] == 1 ? prototype.name : fmt::format("{}_{}", prototype.name, number[index]++);
    if (groups[i]) name = paths[*groups[i]] + '/' + name;
    parts.push_back(
        {prototype.mesh.get(), world_from_prototype(instance), name, {}, scene.varieties[instance.variety].tint});
  }
  return parts;
}

// The parts of a mesh, called `name`, or of a scene; empty for artifacts without materials.
std::vector<io::ObjPart> parts_of_artifact(const Artifact& artifact, const std::string& name) {
  if (const auto* mesh = std::get_if<mesh::Mesh>(&artifact)) return {{mesh, Mat4{1.0}, name}};
  if (const auto* scene = std::get_if<scene::Scene>(&artifact)) return parts_of_scene(*scene);
  return {};
}

}  // namespace

void write_heightmap_obj(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                         const RunContext& context, io::FileSet& files) {
  const mesh::Mesh mesh = terrain::mesh_heightmap(std::get<Heightmap>(artifact), {});
  const io::ObjPart part{&mesh, Mat4{1.0}, stem_of(path)};
  write_parts(spec, {part}, path, context, files);
}

void write_surface_obj(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                       const RunContext& context, io::FileSet& files) {
  write_parts(spec, parts_of_artifact(artifact, stem_of(path)), path, context, files);
}

void write_heightmap_gltf(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                          const RunContext& context, io::FileSet& files) {
  const mesh::Mesh mesh = terrain::mesh_heightmap(std::get<Heightmap>(artifact), {});
  write_model(spec, model_of_mesh(mesh, stem_of(path)), path, context, files);
}

void write_surface_gltf(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                        const RunContext& context, io::FileSet& files) {
  const auto* mesh = std::get_if<mesh::Mesh>(&artifact);
  const std::string name = stem_of(path);
  std::deque<mesh::Mesh> bodies;
  write_model(
      spec,
      mesh != nullptr ? model_of_mesh(*mesh, name) : model_of_scene(std::get<scene::Scene>(artifact), name, bodies),
      path, context, files);
}

fs::path reload_script_of(fs::path page) { return page += ".js"; }

namespace {

/// A page that shows the model.
void write_page(const OutputSpec& spec, const gltf::Model& model, const fs::path& path, const RunContext& context,
                io::FileSet& files) {
  io::StringSink glb;
  gltf::write_glb(model, {}, glb, context);
  io::PageInfo info{spec.origin.preset.empty() ? stem_of(path) : spec.origin.preset, "weald " WEALD_VERSION, {}};
  for (const auto& [name, value] : spec.origin.parameters) info.values.push_back({name, value});
  info.values.push_back({"seed", std::to_string(spec.origin.seed)});
  if (spec.reload.value_or(false)) {
    const fs::path script = reload_script_of(path);
    info.reload = io::PageReload{io::page_stamp(glb.text, info), script.filename().string()};
    files.write(script, [&](io::Sink& sink) { sink.append(io::reload_script(info.reload->stamp)); });
  }
  files.write(path, [&](io::Sink& sink) { io::write_viewer_page(glb.text, info, sink); });
}

}  // namespace

void write_heightmap_page(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                          const RunContext& context, io::FileSet& files) {
  const mesh::Mesh mesh = terrain::mesh_heightmap(std::get<Heightmap>(artifact), {});
  write_page(spec, model_of_mesh(mesh, stem_of(path)), path, context, files);
}

void write_surface_page(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                        const RunContext& context, io::FileSet& files) {
  const auto* mesh = std::get_if<mesh::Mesh>(&artifact);
  const std::string name = stem_of(path);
  std::deque<mesh::Mesh> bodies;
  write_page(
      spec,
      mesh != nullptr ? model_of_mesh(*mesh, name) : model_of_scene(std::get<scene::Scene>(artifact), name, bodies),
      path, context, files);
}

std::string page_model(const mesh::Mesh& mesh, const RunContext& context) {
  io::StringSink glb;
  gltf::write_glb(model_of_mesh(mesh, "mesh"), {}, glb, context);
  return std::move(glb.text);
}

void write_named_textures(const OutputSpec& spec, const Artifact& artifact, const fs::path& directory,
                          io::FileSet& files) {
  if (!spec.textures || spec.textures->named.empty()) return;
  const std::vector<io::ObjTexture> textures = io::textures_of(parts_of_artifact(artifact, {}));
  const std::vector<const NamedTexture*> named = named_files(spec, textures);
  const auto write = [&](const std::string& file, const Image& image) {
    files.write(directory / fs::path(file).lexically_normal(),
                [&](io::Sink& sink) { io::write_image_png(image, sink); });
  };
  for (std::size_t i = 0; i < named.size(); ++i) {
    write(named[i]->file.value, *textures[i].image);
    if (!named[i]->mask_file.empty()) write(named[i]->mask_file, opacity_of(*textures[i].image));
  }
}

namespace {

// Curves and skeletons as SVG and CSV.

constexpr double kLineShare = 0.0015;  // width of a line as a share of the drawing's diagonal
constexpr Rgba8 kInk{30, 45, 68, 255};

/// A point in the plane that an SVG shows: north is up on the ground.
Vec2 in_plane(const Vec3& point, curve::Plane plane) {
  return plane == curve::Plane::xz ? Vec2{point.x, -point.z} : Vec2{point.x, point.y};
}

bool is_svg_piece(const curve::Segment& segment) {
  const bool is_polynomial = std::all_of(segment.points.begin(), segment.points.end(),
                                         [&](const Vec4& p) { return p.w == segment.points[0].w; });
  return is_polynomial && segment.points.size() >= 2 && segment.points.size() <= 4;
}

void add_exact(const curve::Segment& segment, curve::Plane plane, io::SvgPath& out) {
  io::SvgPiece piece;
  piece.degree = static_cast<int>(segment.points.size()) - 1;
  for (std::size_t i = 1; i < segment.points.size(); ++i)
    piece.points[i - 1] = in_plane(Vec3{segment.points[i]} / segment.points[i].w, plane);
  out.pieces.push_back(piece);
}

void add_flattened(const curve::Segment& segment, curve::Plane plane, double tolerance, io::SvgPath& out) {
  const Polyline line = curve::flatten(curve::Path{{segment}, false}, tolerance);
  for (std::size_t i = 1; i < line.points.size(); ++i) out.pieces.push_back({1, {in_plane(line.points[i], plane)}});
}

// SVG has one width per path.
double mean_width(const curve::Path& path) {
  return std::accumulate(path.widths.begin(), path.widths.end(), 0.0) / static_cast<double>(path.widths.size());
}

double diagonal(const lsystem::Skeleton& skeleton) {
  Bounds bounds;
  for (const auto& segment : skeleton.segments) {
    bounds.add(segment.start);
    bounds.add(segment.end);
  }
  return glm::length(bounds.size());
}

}  // namespace

void write_curve_svg(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& curve = std::get<curve::Curve>(artifact);
  const double tolerance = line_tolerance(curve);
  std::vector<io::SvgPath> paths;
  for (const curve::Path& from : curve.paths) {
    if (from.segments.empty()) continue;
    io::SvgPath& to = paths.emplace_back();
    const double line_width = tolerance / kToleranceShare * kLineShare;
    to.style = {from.widths.empty() ? line_width : mean_width(from), kInk, std::nullopt, from.order};
    to.start = in_plane(Vec3{from.segments[0].points[0]} / from.segments[0].points[0].w, curve.plane);
    to.closed = from.closed;
    for (const curve::Segment& segment : from.segments) {
      if (is_svg_piece(segment))
        add_exact(segment, curve.plane, to);
      else
        add_flattened(segment, curve.plane, tolerance, to);
    }
  }
  files.write(path, [&](io::Sink& sink) { io::write_svg(paths, sink); });
}

void write_skeleton_svg(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  const auto& skeleton = std::get<lsystem::Skeleton>(artifact);
  const double thinnest = diagonal(skeleton) * kLineShare;
  int deepest = 0;
  for (const auto& segment : skeleton.segments) deepest = std::max(deepest, static_cast<int>(segment.level));
  std::vector<io::SvgPath> paths;
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    const auto& segment = skeleton.segments[i];
    const double width = std::max(thinnest, segment.start_radius + segment.end_radius);
    const io::SvgStyle style{width, deepest == 0 ? kInk : to_rgba8(Vec3{render::level_colour(segment.level, deepest)}),
                             std::nullopt};
    const bool continues = i > 0 && segment.parent == i - 1 && paths.back().style == style;
    if (!continues) paths.push_back({in_plane(segment.start, curve::Plane::xy), {}, false, style});
    paths.back().pieces.push_back({1, {in_plane(segment.end, curve::Plane::xy)}});
  }
  const Rgba8 leaf = to_rgba8(Vec3{render::level_colour(1, 1)});
  for (const auto& polygon : skeleton.polygons)
    paths.push_back(io::svg_path({polygon.points, true}, {thinnest, leaf, leaf}));
  files.write(path, [&](io::Sink& sink) { io::write_svg(paths, sink); });
}

void write_skeleton_csv(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  std::vector<io::SegmentRow> rows;
  for (const auto& segment : std::get<lsystem::Skeleton>(artifact).segments) {
    rows.push_back({segment.start, segment.end, segment.start_radius, segment.end_radius, segment.level});
  }
  files.write(path, [&](io::Sink& sink) { io::write_segments_csv(rows, sink); });
}

}  // namespace weald::pipeline
