#include <algorithm>
#include <map>

#include "picture/raster/depth_map.h"
#include "picture/raster/detail/box_tree.h"
#include "picture/raster/detail/triangle_runs.h"

namespace weald::render {

namespace {

constexpr std::size_t kManyCopies = 16;  // of a surface that is worth dividing
constexpr std::uint32_t kPiece = 64;     // most triangles and cards of a piece
constexpr int kManyMaps = 8;             // for which it is worth laying out surfaces

std::size_t padded(std::size_t count) {
  return (count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes;
}

// Collects some of the triangles and cards of a surface.
class PieceBuilder {
 public:
  explicit PieceBuilder(const PlaceableItems::Points& whole) : whole_(whole), places_(whole.points.count, kNone) {}

  // Numbers count the solid triangles first, then those with holes, then the cards.
  PlaceableItems::Points build(std::span<const std::uint32_t> numbers, const Bounds& box) {
    PlaceableItems::Points piece;
    piece.centre = whole_.centre;
    piece.low = Vec3f{box.min}, piece.high = Vec3f{box.max};
    for (const std::uint32_t number : numbers) {
      if (number < whole_.solid.count) {
        piece.solid.add(placed(whole_.solid.at(number), piece.points));
      } else if (const std::size_t cut = number - whole_.solid.count; cut < whole_.cut.count) {
        piece.cut.add(placed(whole_.cut.at(cut), piece.points));
        piece.cut_numbers.push_back(whole_.cut_numbers[cut]);
      } else {
        add_card(cut - whole_.cut.count, piece.cards);
      }
    }
    for (const std::uint32_t point : used_) places_[point] = kNone;
    used_.clear();
    for (auto* array : {&piece.points.x, &piece.points.y, &piece.points.z}) array->resize(padded(piece.points.count));
    for (auto& part : piece.cards.parts) part.resize(padded(piece.cards.count));
    piece.solid.pad();
    piece.cut.pad();
    return piece;
  }

  // The boxes around the triangles and cards, in the order of their numbers.
  std::vector<Bounds> boxes() const {
    std::vector<Bounds> boxes;
    for (const CornerArrays* corners : {&whole_.solid, &whole_.cut}) {
      for (std::size_t i = 0; i < corners->count; ++i) {
        Bounds& box = boxes.emplace_back();
        for (const std::uint32_t p : corners->at(i))
          box.add(Vec3{Vec3f{whole_.points.x[p], whole_.points.y[p], whole_.points.z[p]}});
      }
    }
    for (std::size_t i = 0; i < whole_.cards.count; ++i) {
      const auto part = [&](std::size_t k) {
        return Vec3f{whole_.cards.parts[k][i], whole_.cards.parts[k + 1][i], whole_.cards.parts[k + 2][i]};
      };
      const Vec3f corner = part(0), first = part(3), second = part(6);
      Bounds& box = boxes.emplace_back();
      for (const Vec3f& p : {corner, corner + first, corner + second, corner + first + second}) box.add(Vec3{p});
    }
    return boxes;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  TriangleIndices placed(TriangleIndices corners, PointArrays& points) {
    for (std::uint32_t& corner : corners) {
      std::uint32_t& place = places_[corner];
      if (place == kNone) {
        used_.push_back(corner);
        place = static_cast<std::uint32_t>(points.count++);
        points.x.push_back(whole_.points.x[corner]);
        points.y.push_back(whole_.points.y[corner]);
        points.z.push_back(whole_.points.z[corner]);
      }
      corner = place;
    }
    return corners;
  }
  void add_card(std::size_t card, CardArrays& cards) const {
    for (std::size_t k = 0; k < cards.parts.size(); ++k) cards.parts[k].push_back(whole_.cards.parts[k][card]);
    cards.cuts.push_back(whole_.cards.cuts[card]);
    ++cards.count;
  }

  const PlaceableItems::Points& whole_;
  std::vector<std::uint32_t> places_, used_;  // per point: its place in the piece; points with a place
};

}  // namespace

PlaceableItems::PlaceableItems(std::span<const SurfaceItem> items, int maps) : items_(items), maps_(maps) {
  std::map<const Surface*, std::size_t> known;  // only used for lookup, so the order of addresses does not matter
  std::vector<Bounds> bounds;
  std::vector<std::size_t> copies;
  for (const SurfaceItem& item : items) {
    const auto [place, added] = known.try_emplace(item.surface, surfaces_.size());
    if (added) {
      bounds.push_back(bounds_of(*item.surface));
      copies.push_back(0);
      add(*item.surface, bounds.back());
    }
    surface_of_item_.push_back(place->second);
    ++copies[place->second];
    bounds_.push_back(transformed(bounds[place->second], item.world_from_surface));
  }
  for (std::size_t i = 0; i < copies.size(); ++i)
    if (copies[i] >= kManyCopies) add_pieces(surfaces_[i]);
}

void PlaceableItems::add(const Surface& surface, const Bounds& bounds) {
  Points& entry = surfaces_.emplace_back();
  entry.centre = bounds.empty() ? Vec3f{0} : Vec3f{bounds.centre()};
  entry.low = bounds.empty() ? Vec3f{0} : Vec3f{bounds.min} - entry.centre;
  entry.high = bounds.empty() ? Vec3f{0} : Vec3f{bounds.max} - entry.centre;
  entry.is_plain = maps_ < kManyMaps && !surface.has_holes() && !surface.is_see_through();
  if (entry.is_plain) return;
  std::vector<std::uint8_t> is_left_out;  // per triangle: 1 if it is part of a card
  entry.cards = find_cards(surface, entry.centre, is_left_out);
  add_points(surface, is_left_out, entry);
}

// Skips points that are only used by cards, and triangles with two corners at the same place, which no light sees.
void PlaceableItems::add_points(const Surface& surface, std::vector<std::uint8_t>& is_left_out, Points& entry) {
  constexpr std::uint32_t kUnused = 0xFFFFFFFFu;
  std::vector<std::uint32_t> places(surface.positions.size(), kUnused);
  for (std::uint32_t i = 0; i < surface.triangle_count(); ++i) {
    if (is_left_out[i] != 0) continue;
    const TriangleIndices& corners = surface.triangles[i];
    const Vec3f &a = surface.positions[corners[0]], &b = surface.positions[corners[1]],
                &c = surface.positions[corners[2]];
    is_left_out[i] = a == b || b == c || c == a ? 1 : 0;
    if (is_left_out[i] != 0) continue;
    for (const std::uint32_t corner : corners) places[corner] = 0;
  }
  // Points keep their order, so that those of neighbouring triangles stay neighbours.
  PointArrays& points = entry.points;
  for (auto* array : {&points.x, &points.y, &points.z}) array->reserve(padded(surface.positions.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == kUnused) continue;
    const Vec3f p = surface.positions[i] - entry.centre;
    points.x.push_back(p.x), points.y.push_back(p.y), points.z.push_back(p.z);
    places[i] = static_cast<std::uint32_t>(points.count++);
  }
  for (auto* array : {&points.x, &points.y, &points.z}) array->resize(padded(points.count));
  add_corners(surface, is_left_out, places, entry);
}

void PlaceableItems::add_corners(const Surface& surface, std::span<const std::uint8_t> is_left_out,
                                 std::span<const std::uint32_t> places, Points& entry) {
  std::vector<std::uint8_t> is_solid;
  for (const SurfaceMaterial& m : surface.materials)
    is_solid.push_back(!(m.opacity < 1.0f) && (m.texture == nullptr || !m.texture->has_holes()) ? 1 : 0);
  if (!surface.has_holes()) entry.solid.reserve(surface.triangle_count() + surface.triangle_count() / 8);
  TriangleRuns solid(entry.solid);
  for (std::uint32_t i = 0; i < surface.triangle_count(); ++i) {
    if (is_left_out[i] != 0) continue;
    TriangleIndices corners = surface.triangles[i];
    for (std::uint32_t& corner : corners) corner = places[corner];
    const std::size_t material = surface.triangle_materials.empty() ? 0 : surface.triangle_materials[i];
    if (is_solid[material] != 0) {
      solid.add(corners);
    } else {
      entry.cut.add(corners);
      entry.cut_numbers.push_back(i);
    }
  }
  solid.finish();
  entry.cut.pad();
}

void PlaceableItems::add_pieces(Points& entry) {
  constexpr std::size_t kFew = 4 * kPiece;
  if (entry.solid.count + entry.cut.count + entry.cards.count <= kFew) return;
  PieceBuilder builder(entry);
  const BoxTree tree(builder.boxes(), kPiece);
  for (const BoxTree::Node& node : tree.nodes())
    if (node.count > 0) entry.pieces.push_back(builder.build(tree.order().subspan(node.first, node.count), node.box));
}

}  // namespace weald::render
