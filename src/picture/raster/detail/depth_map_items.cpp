#include <map>

#include "picture/raster/depth_map.h"

namespace weald::render {

PlaceableItems::PlaceableItems(std::span<const SurfaceItem> items) : items_(items) {
  std::map<const Surface*, std::size_t> known;  // only used for lookup, so the order of addresses does not matter
  std::vector<Bounds> bounds;
  for (const SurfaceItem& item : items) {
    const auto [place, added] = known.try_emplace(item.surface, surfaces_.size());
    if (added) {
      bounds.push_back(bounds_of(*item.surface));
      add(*item.surface, bounds.back());
    }
    surface_of_item_.push_back(place->second);
    bounds_.push_back(transformed(bounds[place->second], item.world_from_surface));
  }
}

void PlaceableItems::add(const Surface& surface, const Bounds& bounds) {
  Points& entry = surfaces_.emplace_back();
  entry.centre = bounds.empty() ? Vec3f{0} : Vec3f{bounds.centre()};
  std::vector<std::uint8_t> is_card;
  entry.cards = find_cards(surface, entry.centre, is_card);
  add_points(surface, is_card, entry);
}

// Skips points that are only used by cards.
void PlaceableItems::add_points(const Surface& surface, const std::vector<std::uint8_t>& is_card, Points& entry) {
  constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  std::vector<std::uint32_t> places(surface.positions.size(), kNone);
  PointArrays& points = entry.points;
  const auto place_of = [&](std::uint32_t position) {
    std::uint32_t& place = places[position];
    if (place != kNone) return place;
    const Vec3f p = surface.positions[position] - entry.centre;
    points.x.push_back(p.x), points.y.push_back(p.y), points.z.push_back(p.z);
    return place = static_cast<std::uint32_t>(points.count++);
  };
  std::vector<std::uint8_t> is_solid;
  for (const SurfaceMaterial& m : surface.materials)
    is_solid.push_back(!(m.opacity < 1.0f) && (m.texture == nullptr || !m.texture->has_holes()) ? 1 : 0);
  for (std::uint32_t i = 0; i < surface.triangle_count(); ++i) {
    if (is_card[i] != 0) continue;
    TriangleIndices corners = surface.triangles[i];
    for (std::uint32_t& corner : corners) corner = place_of(corner);
    const std::size_t material = surface.triangle_materials.empty() ? 0 : surface.triangle_materials[i];
    if (is_solid[material] != 0) {
      entry.solid.add(corners);
    } else {
      entry.cut.add(corners);
      entry.cut_numbers.push_back(i);
    }
  }
  for (auto* array : {&points.x, &points.y, &points.z})
    array->resize((points.count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes);
  entry.solid.pad();
  entry.cut.pad();
}

}  // namespace weald::render
