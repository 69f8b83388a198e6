#include "stages/land/water/water_mesh.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/vertex_colour.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/river_courses.h"
#include "stages/land/water/detail/river_ground.h"
#include "stages/land/water/detail/river_ribbon.h"
#include "stages/land/water/detail/water_sheets.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology {

namespace {

constexpr double kMaxBuried = 0.02;  // largest buried share of the rivers' length without a warning
// attenuation over the length `clarity` as a natural exponent: nine tenths of the light are lost
constexpr double kClear = 2.3;
constexpr const char* kTooSmall = "a mesh needs at least 2 x 2 samples without its apron";

void check_map(const Heightmap* map, const Heightmap& ground, const char* key) {
  if (map == nullptr) return;
  if (map->grid() != ground.grid())
    throw StageError(fmt::format("'{}' lies on a different grid than 'from'", key), key);
  require_finite(*map, key);
}

void check_maps(const WaterSources& sources) {
  require_finite(sources.ground, "from");
  check_map(sources.lakes, sources.ground, "lakes");
  check_map(sources.mask, sources.ground, "mask");
}

/// The level of each sample of a lake, kDry elsewhere.
Grid<float> lakes_of(const WaterSources& sources, const WaterMeshParams& params) {
  const Heightmap& ground = sources.ground;
  Grid<float> lakes(ground.width(), ground.height(), detail::kDry);
  if (sources.lakes == nullptr) return lakes;
  for (int y = 0; y < ground.height(); ++y) {
    for (int x = 0; x < ground.width(); ++x) {
      const float level = sources.lakes->heights.at(x, y);
      if (!(level > ground.heights.at(x, y))) continue;
      if (sources.mask != nullptr && !(sources.mask->heights.at(x, y) > 0.5f)) continue;
      if (params.sea_level && !(level > *params.sea_level)) continue;
      lakes.at(x, y) = level;
    }
  }
  return lakes;
}

/// The water mesh under construction: its groups, and what they have in common.
class WaterBuilder {
 public:
  WaterBuilder(const WaterMeshParams& params, const RunContext& context) : params_(params), context_(context) {}

  void add_sheets(const char* group, const detail::Sheets& sheets) {
    const auto around = static_cast<std::size_t>(sheets.ground.width() + sheets.ground.height());
    check_faces(detail::count_sheet_faces(sheets) + (params_.sides ? 2 * around : 0), "from");
    begin_group(group);
    detail::add_sheets(sheets, water_, context_);
    if (params_.sides) detail::add_sides(sheets, water_);
    drop_empty_group();
  }

  void add_rivers(const curve::Curve& rivers, const detail::RiverGround& ground) {
    begin_group("rivers");
    detail::RiverCourses courses(ground, params_);
    double length = 0, buried = 0;
    for (const curve::Path& path : rivers.paths) {
      context_.check_stop();
      const detail::Course course = courses.lay(path);
      check_faces(8 * course.size(), "rivers");
      if (!course.empty()) detail::add_ribbon(ground, course, params_.texture_size, water_);
      for (std::size_t i = 1; i < course.size(); ++i) {
        const double piece = course[i].along - course[i - 1].along;
        length += piece;
        if (course[i].water < ground.height_at(course[i].place)) buried += piece;
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

  mesh::Mesh finished(bool is_whole_map) {
    mesh::Soup& soup = water_.soup;
    if (soup.face_count() == 0) {
      // A tile of a world may well be dry.
      if (is_whole_map) context_.warn("there is no water on this ground: the mesh is empty", "from");
      return {};
    }
    soup.groups = std::move(groups_);
    soup.materials = {material()};
    add_colours();
    // Where a ribbon is flattened against the border of the map, the remaining faces may be connected only at a point.
    return mesh::build_mesh(std::move(soup), mesh::NonManifold::split).mesh;
  }

 private:
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

  const WaterMeshParams& params_;
  const RunContext& context_;
  detail::WaterSurface water_;
  std::vector<mesh::Group> groups_;
};

/// The level of each sample of the sea, kDry elsewhere.
Grid<float> sea_of(const Heightmap& ground, const Grid<float>& lakes, double sea_level) {
  const auto level = static_cast<float>(sea_level);
  Grid<float> result(ground.width(), ground.height(), detail::kDry);
  for (int y = 0; y < ground.height(); ++y) {
    for (int x = 0; x < ground.width(); ++x) {
      if (ground.heights.at(x, y) < level && !(lakes.at(x, y) > detail::kDry)) result.at(x, y) = level;
    }
  }
  return result;
}

/// Makes the rivers of a map that is not held at once: only the samples around them are kept.
class RibbonGatherer : public TileGatherer {
 public:
  RibbonGatherer(const WaterMeshParams& params, const curve::Curve& rivers) : params_(params), rivers_(rivers) {}

  void begin(const GridSpec& map) override {
    if (map.width < 2 || map.height < 2) throw StageError(kTooSmall, "from");
    samples_.emplace(map);
    const detail::RiverGround ground(*samples_);
    const detail::RiverCourses courses(ground, params_);
    for (const curve::Path& path : rivers_.paths)
      courses.for_places_read(path, [&](const Vec2& place, double distance) { samples_->want(place, distance); });
    samples_->make_room();
  }
  bool reads(const Region& tile) const override { return samples_->reads(tile); }
  void add(const schema::Inputs& tile) override {
    const WaterSources sources{tile[params_.from], tile.maybe(params_.lakes), tile.maybe(params_.mask)};
    check_maps(sources);
    samples_->take(sources.ground, lakes_of(sources, params_));
  }
  pipeline::Artifact result(const RunContext& context) override {
    WaterBuilder water(params_, context);
    water.add_rivers(rivers_, detail::RiverGround(*samples_));
    return water.finished(true);
  }

 private:
  WaterMeshParams params_;
  const curve::Curve& rivers_;
  std::optional<detail::RiverSamples> samples_;
};

}  // namespace

mesh::Mesh mesh_water(const WaterSources& sources, const WaterMeshParams& params, const RunContext& context) {
  const Heightmap& ground = sources.ground;
  const int least = 2 + 2 * params.apron;
  if (ground.width() < least || ground.height() < least)
    throw StageError(kTooSmall, params.apron > 0 ? "apron" : "from");
  check_maps(sources);
  const Grid<float> lakes = lakes_of(sources, params);
  WaterBuilder water(params, context);
  if (params.standing && sources.lakes != nullptr)
    water.add_sheets("lakes", {ground, lakes, params.texture_size, params.apron});
  if (params.standing && params.sea_level) {
    const Grid<float> sea = sea_of(ground, lakes, *params.sea_level);
    water.add_sheets("sea", {ground, sea, params.texture_size, params.apron});
  }
  if (sources.rivers != nullptr) water.add_rivers(*sources.rivers, detail::RiverGround(ground, lakes));
  return water.finished(!ground.place);
}

GathererMaker WaterMesh::gatherer(const Params& params) {
  if (!params.rivers.given() || params.standing) return {};
  return [params](const schema::Inputs& others) {
    return std::make_unique<RibbonGatherer>(params, others[params.rivers]);
  };
}

}  // namespace weald::hydrology

void weald::schema::Schema<weald::hydrology::WaterMeshParams>::check(const P& params, Checker& checker) {
  if (!params.lakes.given() && !params.rivers.given() && !params.sea_level)
    checker.error("lakes", "there is no water: none of 'lakes', 'rivers' and 'sea_level' is given");
  if (params.apron > 0 && params.rivers.given())
    checker.error("apron", "'apron' is for lakes and the sea: tiles get the faces of rivers that lie in them");
  if (!params.standing && !params.rivers.given())
    checker.error("standing", "there is no water: without lakes and the sea, 'rivers' is needed");
  if (!params.standing && params.sides) checker.error("sides", "'sides' has no effect without lakes and the sea");
  if (params.mask.given() && !params.lakes.given()) checker.error("mask", "'mask' is used with 'lakes' only");
}
