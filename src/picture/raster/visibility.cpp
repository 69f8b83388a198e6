#include "picture/raster/visibility.h"

#include <algorithm>
#include <map>

#include "base/parallel.h"
#include "picture/raster/detail/band_painter.h"
#include "picture/raster/detail/box_view.h"
#include "picture/raster/detail/depth_pyramid.h"
#include "picture/raster/detail/front_to_back.h"

namespace weald::render {

namespace {

constexpr std::size_t kBatchVertices = 4'000'000;  // in the largest batches

// The boxes around the items in world space, empty for items without triangles.
std::vector<Bounds> boxes_of(std::span<const SurfaceItem> items) {
  std::map<const Surface*, Bounds> known;  // only used for lookup, so the order of addresses does not matter
  std::vector<Bounds> boxes;
  boxes.reserve(items.size());
  for (const SurfaceItem& item : items) {
    const auto [place, added] = known.try_emplace(item.surface);
    if (added && !item.surface->triangles.empty()) place->second = bounds_of(*item.surface);
    boxes.push_back(placed_box(place->second, item.world_from_surface));
  }
  return boxes;
}

}  // namespace

Projection projection_of(const Camera& camera) {
  const Vec3 origin = camera.position() - camera.axes().back * camera.reach();
  return {camera.axes(), origin, camera.focal(), camera.centre(), camera.size(), !camera.is_orthographic(),
          camera.near()};
}

TriangleNumbers::TriangleNumbers(std::span<const SurfaceItem> items) : items_(items), tree_(boxes_of(items)) {
  number(std::vector<std::uint8_t>(items.size(), 1));
}

TriangleNumbers::TriangleNumbers(std::span<const SurfaceItem> items, std::span<const Projection> views)
    : items_(items), tree_(boxes_of(items)) {
  std::vector<std::uint8_t> is_shown(items.size(), 0);
  const auto may_show = [&](const Bounds& box) {
    return std::ranges::any_of(views, [&](const Projection& projection) {
      const BoxView view = view_of(box, projection);
      return view.is_seen && overlaps(view.pixels, {0, 0, projection.size.width, projection.size.height});
    });
  };
  std::vector<std::uint32_t> waiting;
  if (!tree_.nodes().empty()) waiting.push_back(0);
  while (!waiting.empty()) {
    const BoxTree::Node& node = tree_.nodes()[waiting.back()];
    waiting.pop_back();
    if (!may_show(node.box)) continue;
    if (node.count == 0) waiting.insert(waiting.end(), {node.first, node.first + 1});
    for (const std::uint32_t item : tree_.order().subspan(node.count == 0 ? 0 : node.first, node.count))
      is_shown[item] = may_show(tree_.box(item)) ? 1 : 0;
  }
  number(is_shown);
}

void TriangleNumbers::number(std::span<const std::uint8_t> is_shown) {
  std::uint64_t sum = 0;
  first_.reserve(items_.size() + 1);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    first_.push_back(static_cast<std::uint32_t>(sum));
    if (is_shown[i] != 0) sum += items_[i].surface->triangles.size();
    if (sum >= VisibleSample::kNothing) throw StageError("a picture can show at most 4294967294 triangles");
  }
  first_.push_back(static_cast<std::uint32_t>(sum));
}

std::size_t TriangleNumbers::item_of(std::uint32_t triangle, std::size_t hint) const {
  if (triangle >= first_[hint] && triangle < first_[hint + 1]) return hint;
  return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), triangle) - first_.begin()) - 1;
}

namespace {

// Draws all that is left of `order`, after `batch`, which is drawn first if it has any items.
VisibilityBand draw_rest(const TriangleNumbers& numbers, const Projection& projection, const SamplePattern& pattern,
                         RowRange rows, const RunContext& context, const VisibilityBand* behind, BandWork& done,
                         FrontToBack& order, Batch& batch) {
  VisibilityBand band{rows.begin, rows.end, projection.size.width, pattern.count, {}};
  band.values.resize(static_cast<std::size_t>(rows.end - rows.begin) * static_cast<std::size_t>(band.width) *
                     static_cast<std::size_t>(sample_room(pattern.count)));
  BandPainter painter(numbers, pattern, projection, rows, behind);
  DepthPyramid drawn;
  // The first batch is small, because what it shows hides much of the rest of a large scene.
  std::size_t room = done.first_vertices;
  while (!batch.items.empty() || order.next(batch.items, room, drawn)) {
    room = std::min(2 * room, kBatchVertices);
    context.check_stop();
    batch.project(numbers, projection);
    painter.draw(batch, band);
    done.items += batch.items.size();
    done.triangles += batch.first.back();
    batch.items.clear();
    // What is peeled off lies behind other things; its nearest layer says nothing about the items that are left.
    if (behind == nullptr && !order.is_done()) drawn.measure(band);
  }
  return band;
}

}  // namespace

VisibilityBand draw_band(const TriangleNumbers& numbers, const Projection& projection, const SamplePattern& pattern,
                         RowRange rows, const RunContext& context, const VisibilityBand* behind, BandWork* work) {
  FrontToBack order(numbers, projection, rows);
  Batch batch;
  BandWork own;
  return draw_rest(numbers, projection, pattern, rows, context, behind, work != nullptr ? *work : own, order, batch);
}

void draw_strips(const TriangleNumbers& numbers, const Projection& projection, const SamplePattern& pattern,
                 RowRange rows, const RunContext& context,
                 const std::function<void(const VisibilityBand& band, RowRange strip)>& use) {
  constexpr std::size_t kMostTriangles = 8'000'000;  // bounds the lists of the triangles of all strips
  FrontToBack order(numbers, projection, rows);
  Batch batch;
  BandWork work;
  std::size_t triangles = 0;
  order.next(batch.items, work.first_vertices, {});
  for (const std::uint32_t item : batch.items) triangles += numbers.items()[item].surface->triangles.size();
  BandPainter painter(numbers, pattern, projection, rows);
  if (order.is_done() && triangles <= kMostTriangles && painter.strip_rows() == kStripRows) {
    batch.project(numbers, projection);
    painter.draw_strips(batch, [&](const VisibilityBand& strip) { use(strip, {strip.y0, strip.y1}); });
    return;
  }
  const VisibilityBand band = draw_rest(numbers, projection, pattern, rows, context, nullptr, work, order, batch);
  parallel_blocks(static_cast<std::size_t>(rows.end - rows.begin), kStripRows, [&](std::size_t begin, std::size_t end) {
    use(band, {rows.begin + static_cast<int>(begin), rows.begin + static_cast<int>(end)});
  });
}

}  // namespace weald::render
