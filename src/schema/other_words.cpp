#include "schema/other_words.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/lower_case.h"
#include "base/text/nearest_name.h"

namespace weald::schema {

namespace {

/// A key or a choice of weald, and a word of other programs for it.
using OtherName = std::pair<std::string_view, std::string_view>;

constexpr OtherName kNames[] = {
    {"angle", "rotate"},       {"blur", "radius"},           {"clip", "clamp"},
    {"color", "colour"},       {"colors", "colours"},        {"cube", "box"},
    {"cuboid", "box"},         {"depth", "octaves"},         {"detail", "octaves"},
    {"diameter", "radius"},    {"direction", "azimuth"},     {"divisions", "segments"},
    {"donut", "torus"},        {"emissive", "emission"},     {"filename", "file"},
    {"fov", "field_of_view"},  {"gain", "persistence"},      {"geosphere", "icosphere"},
    {"gray", "grey"},          {"height", "amplitude"},      {"image", "file"},
    {"input", "from"},         {"intensity", "amount"},      {"location", "translate"},
    {"loops", "levels"},       {"metalness", "metallic"},    {"offset", "translate"},
    {"path", "file"},          {"perlin", "gradient"},       {"plane", "grid"},
    {"position", "translate"}, {"resolution", "size"},       {"rings", "rows"},
    {"rotation", "rotate"},    {"rounds", "iterations"},     {"scaling", "scale"},
    {"sides", "segments"},     {"slices", "segments"},       {"smoothness", "smoothing"},
    {"source", "from"},        {"sphere", "icosphere"},      {"stacks", "rows"},
    {"strength", "amount"},    {"subdivision", "levels"},    {"subdivisions", "levels"},
    {"texture", "picture"},    {"translation", "translate"}, {"transparency", "opacity"},
    {"type", "kind"},          {"uvsphere", "icosphere"},    {"vertices", "segments"},
    {"voronoi", "cellular"},   {"wavelength", "period"},     {"worley", "cellular"},
    {"zoom", "scale"},
};

constexpr std::string_view kMovingPictures =
    "an output with 'for: {i: 0..35}' and 'azimuth: = 10 * i' draws a picture from each direction; join them with "
    "ffmpeg or apngasm";

std::vector<OtherWord> make_words() {
  constexpr auto none = Kinship::none;
  constexpr auto same = Kinship::same;
  return {
      {"address", {}, same, "tiles are numbered from 0; programs such as gdal2tiles cut them for a place on a web map"},
      {"along", {}, same, "place puts copies along a curve; a camera has a 'position', which can be computed"},
      {"ambient_occlusion", {"sky_view"}, same, "of a heightmap; pictures of meshes compute their own"},
      {"animation", {}, same, kMovingPictures},
      {"atlas",
       {},
       same,
       "textures stay apart, since glTF viewers draw faces by material; 3D programs and engines can pack them"},
      {"bark", {"bark_texture", "plant_mesh"}, same, "plant_mesh covers a skeleton with bark"},
      {"bend", {"sweep", "warp"}, none, "sweep a profile along a bent curve"},
      {"bevel", {"subdivide", "sweep"}, none, "a profile of sweep can have its own chamfers"},
      {"boolean", {"merge", "combine"}, none, "merge puts meshes together as they are; combine joins heightmaps"},
      {"bump", {"normal_map", "displace"}, same, "normal_map makes a picture, displace moves vertices"},
      {"camera", {}, same, "the key 'picture' of an output; 'weald explain outputs' lists its keys"},
      {"canyon", {"carve", "fluvial", "strata"}, none, "rivers carve land in fluvial"},
      {"clamp", {"remap"}, same, "with the same input and output range"},
      {"clone", {"array", "place", "scatter"}, same, "array repeats a mesh, place and scatter spread copies of it"},
      {"clouds", {"billow", "fbm"}, none, "billow has the forms of clouds"},
      {"cone", {"shapes"}, same, "with 'shape: cone'"},
      {"copy", {"array", "place", "scatter"}, same, "array repeats a mesh, place and scatter spread copies of it"},
      {"crater", {"cellular_noise", "falloff"}, none, "cellular_noise makes pits and craters"},
      {"cube", {"shapes"}, same, "with 'shape: box'"},
      {"cull", {"place", "scatter"}, none, "'vary: {keep: ...}' of both says which copies there are"},
      {"curve", {"bezier"}, same, "a path through points, from control points, or an arc"},
      {"cylinder", {"shapes"}, same, "with 'shape: cylinder'"},
      {"decimate",
       {"heightmap_mesh", "plant_lods", "heightmap_lods"},
       none,
       "heightmap_mesh has 'max_error', and plant_mesh has 'triangles'; other meshes keep their faces"},
      {"deform", {"displace", "transform", "warp"}, none, "displace moves the vertices of a mesh by a heightmap"},
      {"displacement", {"displace"}, same, "it moves the vertices of a mesh by a heightmap"},
      {"distribute", {"place", "scatter"}, same, "place at exact sites, scatter by chance on the ground"},
      {"duplicate", {"array", "place", "scatter"}, same, "array repeats a mesh, place and scatter spread copies of it"},
      {"encoding", {}, same, "write a GeoTIFF (.tif); programs such as rio-rgbify make colours for web maps of it"},
      {"erosion", {"hydraulic_erosion", "thermal_erosion", "fluvial"}, same, "by rain, by sliding rock, or by rivers"},
      {"export", {}, same, "the list 'outputs' of a preset; 'weald explain outputs' describes it"},
      {"extrude", {"sweep"}, same, "sweep a profile along a straight 'bezier' curve"},
      {"fence",
       {"place", "sweep"},
       none,
       "place puts posts along a curve, sweep makes rails; the component components/fence.yaml is one"},
      {"flip", {"mirror", "move"}, same, "mirror is for meshes and scenes, move for heightmaps"},
      {"foliage", {"plant_mesh", "scatter"}, same, "plant_mesh makes the leaves, scatter plants the plants"},
      {"forest", {"scatter"}, same, "it places plants on the ground"},
      {"frames", {}, same, kMovingPictures},
      {"grass", {"scatter", "branch_organs"}, none, "scatter places tufts on the ground"},
      {"group", {"scene", "merge"}, same, "scene keeps the meshes apart, merge makes one mesh of them"},
      {"heightfield", {"fbm", "heightmap_import"}, same, "a stage that makes a heightmap"},
      {"heightmap", {"fbm", "heightmap_import"}, same, "a stage that makes a heightmap"},
      {"house", {"shapes", "sweep", "merge"}, none, "the component components/house.yaml is one"},
      {"idw", {}, same, "'fill: smooth', or gdal_fillnodata.py on the file before it is imported"},
      {"image", {"image_import", "colour_ramp"}, same, "image_import reads a PNG, colour_ramp makes a picture"},
      {"import", {"heightmap_import", "mesh_import", "image_import"}, same, "for heights, meshes and pictures"},
      {"instance", {"place", "scatter", "scene"}, same, "copies in a scene share their mesh"},
      {"island", {"falloff"}, same, "it lowers a heightmap towards the edges of the map"},
      {"join", {"merge"}, same, "it makes one mesh of several"},
      {"lathe", {"sweep"}, same, "the component components/turned.yaml turns an outline about an axis"},
      {"layer", {"splat", "strata", "image_blend"}, same, "of ground textures, of rock, or of pictures"},
      {"level_of_detail", {"lod_chain", "heightmap_lods", "plant_lods"}, same, "from meshes, of land, or of plants"},
      {"light", {}, same, "the keys 'sun_azimuth' and 'sun_elevation' of a 'picture'"},
      {"lod", {"lod_chain", "heightmap_lods", "plant_lods"}, same, "from meshes, of land, or of plants"},
      {"loft", {"sweep", "bezier_patch"}, none, "sweep has 'taper' and 'twist'; bezier_patch spans a net of points"},
      {"map_range", {"remap"}, same, "it maps heights from one range to another"},
      {"math", {"combine", "remap"}, same, "combine adds, multiplies and compares heightmaps"},
      {"mix", {"combine", "image_blend"}, same, "of heightmaps, or of pictures"},
      {"mountain", {"ridged", "fluvial"}, same, "ridged makes crests, fluvial makes ranges with valleys"},
      {"multifractal", {"ridged", "hybrid", "heterogeneous"}, same, "three kinds of it"},
      {"node", {}, same, "a stage: 'weald list' lists the kinds of stages"},
      {"noise", {"fbm", "gradient_noise", "ridged"}, same, "fbm is the usual base of terrain"},
      {"perlin", {"gradient_noise", "fbm"}, same, "fbm sums octaves of it"},
      {"perlin_noise", {"gradient_noise", "fbm"}, same, "fbm sums octaves of it"},
      {"phyllotaxis", {"place"}, same, "with 'arrangement: spiral'"},
      {"pipe", {"sweep"}, same, "with 'profile: circle'"},
      {"plane", {"shapes"}, same, "with 'shape: grid'"},
      {"plant", {"weber_penn", "lsystem", "plant_mesh"}, same, "a model makes a skeleton, plant_mesh covers it"},
      {"primitive", {"shapes"}, same, "grid, box, cylinder, cone, icosphere and torus"},
      {"prune",
       {"place", "scatter"},
       none,
       "'vary: {keep: ...}' of both says which copies there are, and scatter has 'mask', 'avoid' and 'keep_off_boxes'"},
      {"remesh", {"triangulate", "subdivide"}, none, "triangulate splits faces, subdivide smooths them"},
      {"render", {}, same, "an output with the key 'picture'; 'weald explain outputs' lists its keys"},
      {"revolve", {"sweep"}, same, "the component components/turned.yaml turns an outline about an axis"},
      {"river", {"rivers", "fluvial", "carve"}, same, "rivers traces them, carve cuts their beds"},
      {"road", {"sweep", "drape", "carve"}, same, "drape lays a curve on the ground, carve levels it, sweep paves it"},
      {"rock", {"shapes", "subdivide", "displace"}, none, "displace a subdivided shape by noise"},
      {"rotate", {"transform", "move"}, same, "of meshes, or of heightmaps"},
      {"scale", {"transform", "move"}, same, "of meshes, or of heightmaps"},
      {"simplex", {"simplex_noise", "fbm"}, same, "fbm sums octaves of it with 'base: simplex'"},
      {"simplify",
       {"heightmap_mesh", "plant_lods", "heightmap_lods"},
       none,
       "heightmap_mesh has 'max_error', and plant_mesh has 'triangles'; other meshes keep their faces"},
      {"skeletonize", {"space_colonization", "weber_penn"}, none, "models of trees make skeletons"},
      {"skin", {"plant_mesh"}, same, "it covers a skeleton"},
      {"smooth", {"blur", "median", "subdivide"}, same, "blur and median are for heightmaps, subdivide for meshes"},
      {"snow", {"select", "colour_ramp"}, none, "select finds high and gentle ground for it"},
      {"spectrum", {}, same, "heights are compared by their histogram and slopes: leave out this limit"},
      {"sphere", {"shapes"}, same, "with 'shape: icosphere'"},
      {"spline", {"bezier"}, same, "with 'through' for a smooth path through points"},
      {"stone", {"shapes", "subdivide", "displace"}, none, "displace a subdivided shape by noise"},
      {"subsurf", {"subdivide"}, same, "Loop or Catmull-Clark subdivision"},
      {"taper", {"sweep"}, none, "sweep has the key 'taper'"},
      {"terrace", {"remap", "strata"}, same, "remap has the key 'terrace'"},
      {"terrain", {"fbm", "heightmap_mesh"}, same, "fbm makes the heights, heightmap_mesh makes a mesh of them"},
      {"texture", {"bark_texture", "albedo", "image_import"}, same, "of bark, of the ground, or from a file"},
      {"torus", {"shapes"}, same, "with 'shape: torus'"},
      {"translate", {"transform", "move"}, same, "of meshes, or of heightmaps"},
      {"tree", {"weber_penn", "space_colonization", "lsystem"}, same, "each makes a skeleton, plant_mesh covers it"},
      {"tube", {"sweep"}, same, "with 'profile: circle'"},
      {"turbulence", {"billow", "warp"}, same, "billow is folded noise, warp displaces a map"},
      {"turntable", {}, same, kMovingPictures},
      {"twist", {"sweep"}, none, "sweep has the key 'twist'"},
      {"union", {"merge", "combine"}, none, "merge puts meshes together as they are; combine joins heightmaps"},
      {"uv_unwrap", {}, same, "every stage that makes a mesh makes its UVs"},
      {"vegetation", {"scatter", "plant_mesh"}, same, "plant_mesh makes plants, scatter places them"},
      {"village", {"scatter", "scene"}, none, "scatter and scene place copies of meshes"},
      {"voronoi", {"cellular_noise"}, same, "distances to scattered points"},
      {"wall", {"sweep"}, same, "with 'profile: rectangle' along a curve"},
      {"water", {"water_mesh", "lakes", "rivers"}, same, "water_mesh makes the surface of lakes, rivers and the sea"},
      {"wood", {"marble", "scatter"}, none, "marble has the stripes of wood grain, scatter plants trees"},
      {"world_file", {}, same, "write a '.tif', which holds the place and the coordinate reference system itself"},
      {"worley", {"cellular_noise"}, same, "distances to scattered points"},
  };
}

/// The word in lower case, with '_' between its parts.
std::string plain(std::string_view word) {
  std::string text = lower_case(std::string(word.substr(0, 64)));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '-' || c == ' '; }, '_');
  return text;
}

}  // namespace

std::span<const OtherWord> other_words() {
  static const std::vector<OtherWord> kWords = make_words();
  return kWords;
}

const OtherWord* find_other_word(std::string_view word) {
  const std::string wanted = plain(word);
  for (const OtherWord& known : other_words()) {
    if (known.word == wanted || fmt::format("{}s", known.word) == wanted) return &known;
  }
  return nullptr;
}

std::string help_for(const OtherWord& word) {
  if (word.stages.empty()) return fmt::format("weald has another way: {}", word.advice);
  return fmt::format("{} {}: {}", word.kinship == Kinship::same ? "weald calls it" : "weald has none; see",
                     fmt::join(word.stages, ", "), word.advice);
}

std::string help_for_other_word(std::string_view word) {
  const OtherWord* known = find_other_word(word);
  return known != nullptr ? help_for(*known) : std::string{};
}

std::string help_for_name(std::string_view word, std::span<const std::string_view> names) {
  const std::string wanted = plain(word);
  for (const auto& [other, own] : kNames) {
    if (other == wanted && std::find(names.begin(), names.end(), own) != names.end())
      return fmt::format("weald calls it '{}'", own);
  }
  const auto is_slip = [&](std::string_view name) { return name.size() > 1 && edit_distance(wanted, name) <= 1; };
  std::string near = suggest(word, names);
  if (std::any_of(names.begin(), names.end(), is_slip)) return near;
  std::string help = help_for_other_word(word);
  return help.empty() ? near : help;
}

}  // namespace weald::schema
