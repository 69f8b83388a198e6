#include "stages/land/water/water_mesh.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/vertex_colour.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/river_courses.h"
#include "stages/land/water/detail/river_ribbon.h"
#include "stages/land/water/detail/water_sheets.h"
#include "stages/land/water/detail/water_sides.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology {

namespace {

constexpr double kMaxBuried = 0.02;  // largest buried share of the rivers' length without a warning
// attenuation over the length `clarity` as a natural exponent: nine tenths of the light are lost
constexpr double kClear = 2.3;

class WaterMesher {
 public:
  WaterMesher(const WaterSources& sources, const WaterMeshParams& params, const RunContext& context)
      : sources_(sources), ground_(sources.ground), params_(params), context_(context) {
    const int least = 2 + 2 * params.apron;
    if (ground_.width() < least || ground_.height() < least)
      throw StageError("a mesh needs at least 2 x 2 samples without its apron", params.apron > 0 ? "apron" : "from");
    require_finite(ground_, "from");
    check_map(sources.lakes, "lakes");
    check_map(sources.mask, "mask");
    lakes_ = Grid<float>(ground_.width(), ground_.height(), detail::kDry);
    if (sources.lakes != nullptr) find_lakes();
  }

  mesh::Mesh make() {
    if (sources_.lakes != nullptr) add_sheets("lakes", lakes_);
    if (params_.sea_level) add_sheets("sea", sea());
    if (sources_.rivers != nullptr) add_rivers();
    mesh::Soup& soup = water_.soup;
    if (soup.face_count() == 0) {
      // A tile of a world may well be dry.
      if (!ground_.place) context_.warn("there is no water on this ground: the mesh is empty", "from");
      return {};
    }
    soup.groups = std::move(groups_);
    soup.materials = {material()};
    add_colours();
    // Where a ribbon is flattened against the border of the map, the remaining faces may be connected only at a point.
    return mesh::build_mesh(std::move(soup), mesh::NonManifold::split).mesh;
  }

 private:
  void check_map(const Heightmap* map, const char* key) const {
    if (map == nullptr) return;
    if (map->grid() != ground_.grid())
      throw StageError(fmt::format("'{}' lies on a different grid than 'from'", key), key);
    require_finite(*map, key);
  }

  void find_lakes() {
    for (int y = 0; y < ground_.height(); ++y) {
      for (int x = 0; x < ground_.width(); ++x) {
        const float level = sources_.lakes->heights.at(x, y);
        if (!(level > ground_.heights.at(x, y))) continue;
        if (sources_.mask != nullptr && !(sources_.mask->heights.at(x, y) > 0.5f)) continue;
        if (params_.sea_level && !(level > *params_.sea_level)) continue;
        lakes_.at(x, y) = level;
      }
    }
  }

  Grid<float> sea() const {
    const auto level = static_cast<float>(*params_.sea_level);
    Grid<float> result(ground_.width(), ground_.height(), detail::kDry);
    for (int y = 0; y < ground_.height(); ++y) {
      for (int x = 0; x < ground_.width(); ++x) {
        if (ground_.heights.at(x, y) < level && !(lakes_.at(x, y) > detail::kDry)) result.at(x, y) = level;
      }
    }
    return result;
  }

  void begin_group(const char* name) {
    water_.group = static_cast<std::uint16_t>(groups_.size());
    groups_.push_back({name, 0});
  }

  void drop_empty_group() {
    if (water_.soup.face_groups.empty() || water_.soup.face_groups.back() != water_.group) groups_.pop_back();
  }

  void check_faces(std::size_t more, const char* key) const {
    if (water_.soup.face_count() + more <= kMaxWaterFaces) return;
    throw StageError(fmt::format("the water would have more than {} faces", kMaxWaterFaces), key);
  }

  void add_sheets(const char* group, const Grid<float>& level) {
    const auto around = static_cast<std::size_t>(ground_.width() + ground_.height());
    const detail::Sheets sheets{ground_, level, params_.texture_size, params_.apron};
    check_faces(detail::count_sheet_faces(sheets) + (params_.sides ? 2 * around : 0), "from");
    begin_group(group);
    detail::add_sheets(sheets, water_, context_);
    if (params_.sides) detail::add_sides(sheets, water_);
    drop_empty_group();
  }

  void add_rivers() {
    begin_group("rivers");
    detail::RiverCourses courses(ground_, lakes_, params_);
    double length = 0, buried = 0;
    for (const curve::Path& path : sources_.rivers->paths) {
      context_.check_stop();
      const detail::Course course = courses.lay(path);
      check_faces(8 * course.size(), "rivers");
      if (!course.empty()) detail::add_ribbon(ground_, course, params_.texture_size, water_);
      for (std::size_t i = 1; i < course.size(); ++i) {
        const double piece = course[i].along - course[i - 1].along;
        length += piece;
        if (course[i].water < height_at(ground_, course[i].place)) buried += piece;
      }
    }
    if (buried > kMaxBuried * length) {
      context_.warn(fmt::format("{:.0f} % of the rivers' length lies below the ground: cut their beds first, with "
                                "carve in mode river",
                                100 * buried / length),
                    "rivers");
    }
    drop_empty_group();
  }

  // The maximum of the two colours in each channel; vertex colours darken it.
  Vec3 lightest() const { return glm::max(params_.colour, params_.shallow_colour); }

  mesh::Material material() const {
    mesh::Material result;
    result.name = params_.material;
    result.colour = Vec3f(lightest());
    return mesh::finished(std::move(result), params_, params_.roughness);
  }

  void add_colours() {
    for (const float depth : water_.depths) {
      const double deep = 1 - math::exp(-kClear * depth / params_.clarity);
      const Vec3 colour = params_.shallow_colour + (params_.colour - params_.shallow_colour) * deep;
      water_.soup.colours.push_back(mesh::vertex_colour(colour, lightest()));
    }
  }

  const WaterSources& sources_;
  const Heightmap& ground_;
  const WaterMeshParams& params_;
  const RunContext& context_;
  Grid<float> lakes_;
  detail::WaterSurface water_;
  std::vector<mesh::Group> groups_;
};

}  // namespace

mesh::Mesh mesh_water(const WaterSources& sources, const WaterMeshParams& params, const RunContext& context) {
  return WaterMesher(sources, params, context).make();
}

}  // namespace weald::hydrology

void weald::schema::Schema<weald::hydrology::WaterMeshParams>::check(const P& params, Checker& checker) {
  if (!params.lakes.given() && !params.rivers.given() && !params.sea_level)
    checker.error("lakes", "there is no water: none of 'lakes', 'rivers' and 'sea_level' is given");
  if (params.apron > 0 && params.rivers.given())
    checker.error("apron", "'apron' is for tiles, and a mesh with rivers is not made for tiles");
  if (params.mask.given() && !params.lakes.given()) checker.error("mask", "'mask' is used with 'lakes' only");
}
