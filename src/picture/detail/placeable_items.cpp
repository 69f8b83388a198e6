#include <map>

#include "picture/detail/depth_map.h"

namespace weald::render {

PlaceableItems::PlaceableItems(std::span<const SurfaceItem> items) : items_(items) {
  std::map<const Surface*, std::size_t> known;  // looked up only: the order of addresses changes nothing
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
  const std::size_t count = surface.positions.size();
  const std::size_t size = (count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes;
  entry.points.count = count;
  for (auto* array : {&entry.points.x, &entry.points.y, &entry.points.z}) array->resize(size);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3f p = surface.positions[i] - entry.centre;
    entry.points.x[i] = p.x, entry.points.y[i] = p.y, entry.points.z[i] = p.z;
  }
  std::vector<std::uint8_t> is_card;
  entry.cards = find_cards(surface, entry.centre, is_card);
  CornerArrays& corners = entry.corners;
  corners.count = surface.triangles.size();
  for (auto* array : {&corners.a, &corners.b, &corners.c})
    array->resize((corners.count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes);
  for (std::size_t i = 0; i < corners.count; ++i) {
    if (is_card[i] != 0) continue;
    const TriangleIndices& t = surface.triangles[i];
    corners.a[i] = static_cast<std::int32_t>(t[0]), corners.b[i] = static_cast<std::int32_t>(t[1]);
    corners.c[i] = static_cast<std::int32_t>(t[2]);
  }
}

}  // namespace weald::render
