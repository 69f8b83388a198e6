#include "picture/raster/visibility.h"

#include <algorithm>
#include <map>
#include <queue>

#include "base/parallel.h"
#include "picture/raster/detail/band_painter.h"
#include "picture/raster/detail/seen_boxes.h"

namespace weald::render {

namespace {

constexpr std::size_t kBatchVertices = 4'000'000;  // in the largest batches

/// Walks through the boxes of the items of a picture, nearest first, and leaves out those that cannot be seen.
class FrontToBack {
 public:
  /// Starts with the items whose boxes may reach into `rows` of the picture. All arguments must outlive this object.
  FrontToBack(const TriangleNumbers& numbers, const Projection& projection, RowRange rows);
  /// Replaces `items` by the next ones: at least one, but no more than have `vertices` vertices together. Items and
  /// groups of items that `drawn` hides are skipped. Returns false at the end.
  bool next(std::vector<std::uint32_t>& items, std::size_t vertices, const DepthPyramid& drawn);
  /// Whether next() has more to look at.
  bool is_done() const { return waiting_.empty(); }

 private:
  static constexpr std::uint32_t kItem = 0x80000000u;
  struct Waiting {
    float nearest = 0;
    std::uint32_t number = 0;  // of a node, or of an item plus kItem
    PixelRect pixels;
    bool operator<(const Waiting& other) const {
      return nearest != other.nearest ? nearest < other.nearest : number > other.number;
    }
  };
  void add(std::uint32_t number, const Bounds& box);
  void open(std::uint32_t node);

  const TriangleNumbers& numbers_;
  const Projection& projection_;
  PixelRect area_;
  std::priority_queue<Waiting> waiting_;
};

FrontToBack::FrontToBack(const TriangleNumbers& numbers, const Projection& projection, RowRange rows)
    : numbers_(numbers), projection_(projection), area_{0, rows.begin, projection.size.width, rows.end} {
  const auto nodes = numbers.tree().nodes();
  if (!nodes.empty()) add(0, nodes[0].box);
}

void FrontToBack::add(std::uint32_t number, const Bounds& box) {
  const BoxView view = view_of(box, projection_);
  if (!view.is_seen || !overlaps(view.pixels, area_)) return;
  waiting_.push({view.nearest, number, view.pixels});
}

void FrontToBack::open(std::uint32_t node) {
  const BoxTree& tree = numbers_.tree();
  const BoxTree::Node& opened = tree.nodes()[node];
  if (opened.count == 0) {
    for (const std::uint32_t child : {opened.first, opened.first + 1}) add(child, tree.nodes()[child].box);
    return;
  }
  for (const std::uint32_t item : tree.order().subspan(opened.first, opened.count)) {
    if (numbers_.first_of(item) < numbers_.first_of(item + 1)) add(item | kItem, tree.box(item));
  }
}

bool FrontToBack::next(std::vector<std::uint32_t>& items, std::size_t vertices, const DepthPyramid& drawn) {
  items.clear();
  std::size_t taken = 0;
  while (!waiting_.empty()) {
    const Waiting first = waiting_.top();
    if (drawn.hides(first.pixels, first.nearest)) {
      waiting_.pop();
      continue;
    }
    if ((first.number & kItem) == 0) {
      waiting_.pop();
      open(first.number);
      continue;
    }
    const std::uint32_t item = first.number & ~kItem;
    const std::size_t size = numbers_.items()[item].surface->positions.size();
    if (!items.empty() && taken + size > vertices) break;
    waiting_.pop();
    items.push_back(item);
    taken += size;
  }
  return !items.empty();
}

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
