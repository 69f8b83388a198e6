#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/error.h"
#include "stages/land/water/detail/tile_bytes.h"
#include "stages/land/water/detail/tile_watersheds.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint8_t kNumberedBit = 1, kRiverBit = 2;
constexpr std::size_t kEndBytes = 4 + 1 + 1 + 8;

TileSample place_of(const WatershedEnd& end, int width) {
  return {static_cast<int>(end.sample % static_cast<std::uint32_t>(width)),
          static_cast<int>(end.sample / static_cast<std::uint32_t>(width))};
}

bool is_valid(const WatershedSummary& summary) {
  const auto is_inside = [&](TileSample at) {
    return at.x >= 0 && at.y >= 0 && at.x < summary.width && at.y < summary.height;
  };
  if (summary.width < 1 || summary.height < 1) return false;
  const std::size_t places = perimeter_size(summary.width, summary.height);
  return summary.perimeter.size() == places && summary.junctions.size() == places &&
         std::ranges::all_of(summary.perimeter, [&](EndNumber end) { return end <= summary.ends.size(); }) &&
         std::ranges::all_of(summary.ends, [&](const WatershedEnd& end) {
           const TileSample at = place_of(end, summary.width);
           if (!is_inside(at)) return false;
           if (end.direction == kOutlet) return true;
           return end.direction < kDirections &&
                  !is_inside({at.x + kStepX[end.direction], at.y + kStepY[end.direction]});
         });
}

// Does not tell how many there would be: that is not known yet while they are counted.
[[noreturn]] void refuse_more_than(std::size_t most) {
  throw StageError(fmt::format("there would be more than {} watersheds with numbers: raise 'min_area'", most),
                   "min_area");
}

// The ends of all tiles as the nodes of one graph.
class EndGraph {
 public:
  using Node = std::uint32_t;

  EndGraph(const TileCuts& cuts, std::span<const WatershedSummary> tiles) : cuts_(cuts), tiles_(tiles) {
    for (const WatershedSummary& tile : tiles) {
      first_.push_back(static_cast<Node>(samples_.size()));
      for (const WatershedEnd& end : tile.ends) samples_.push_back(end.samples);
    }
  }

  // Leads each node to that in which its water ends; false if there is none.
  bool find_outlets() {
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      for (const WatershedEnd& end : tiles_[t].ends) {
        const std::optional<Node> next = below(t, end);
        if (!next) return false;
        outlet_.push_back(*next);
      }
    }
    std::vector<std::uint8_t> is_known(outlet_.size(), 0);
    std::vector<Node> way;
    for (Node node = 0; node < outlet_.size(); ++node) {
      way.clear();
      Node at = node;
      for (; outlet_[at] != at && is_known[at] == 0; at = outlet_[at]) {
        if (way.size() == outlet_.size()) return false;  // a circle
        way.push_back(at);
      }
      const Node outlet = outlet_[at];
      for (const Node passed : way) {
        outlet_[passed] = outlet, is_known[passed] = 1;
        samples_[outlet] += samples_[passed];
      }
    }
    return true;
  }

  std::vector<std::vector<WatershedNumber>> numbers(std::size_t most) const {
    const std::vector<Outlet> outlets = largest_first(most);
    std::vector<WatershedNumber> number(samples_.size(), 0);
    for (std::size_t i = 0; i < outlets.size(); ++i) number[outlets[i].node] = static_cast<WatershedNumber>(i + 1);
    std::vector<std::vector<WatershedNumber>> result;
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      std::vector<WatershedNumber>& of_tile = result.emplace_back();
      for (std::size_t i = 0; i < tiles_[t].ends.size(); ++i) of_tile.push_back(number[outlet_[first_[t] + i]]);
    }
    return result;
  }

 private:
  struct Outlet {
    std::uint64_t samples = 0;
    std::int64_t row = 0, column = 0;  // of the whole map
    Node node = 0;
  };

  // The node that the water of an end gets to next; its own, if it ends here.
  std::optional<Node> below(std::size_t tile, const WatershedEnd& end) const {
    const auto own = static_cast<Node>(outlet_.size());
    if (end.direction == kOutlet) return own;
    const int width = cuts_.width(tile), height = cuts_.height(tile);
    const TileSample at = place_of(end, width);
    const PerimeterSample to = beyond(cuts_, {tile, perimeter_place(width, height, at)}, at, end.direction);
    if (to.tile == cuts_.count()) return std::nullopt;
    const WatershedSummary& other = tiles_[to.tile];
    if (end.is_river && other.junctions[to.place] != 0) return own;
    const EndNumber next = other.perimeter[to.place];
    if (next == 0) return std::nullopt;
    return first_[to.tile] + next - 1;
  }

  std::vector<Outlet> largest_first(std::size_t most) const {
    std::vector<Outlet> outlets;
    std::int64_t row = 0, column = 0;
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      for (std::size_t i = 0; i < tiles_[t].ends.size(); ++i) {
        const auto node = static_cast<Node>(first_[t] + i);
        const WatershedEnd& end = tiles_[t].ends[i];
        if (outlet_[node] != node || !end.is_numbered) continue;
        const TileSample at = place_of(end, cuts_.width(t));
        outlets.push_back({samples_[node], row + at.y, column + at.x, node});
      }
      column += cuts_.width(t);
      if ((t + 1) % cuts_.widths.size() == 0) column = 0, row += cuts_.height(t);
    }
    if (outlets.size() > most) refuse_more_than(most);
    std::ranges::sort(outlets, [](const Outlet& a, const Outlet& b) {
      return std::tuple(b.samples, a.row, a.column) < std::tuple(a.samples, b.row, b.column);
    });
    return outlets;
  }

  const TileCuts& cuts_;
  std::span<const WatershedSummary> tiles_;
  std::vector<Node> first_;             // of each tile
  std::vector<Node> outlet_;            // of each node
  std::vector<std::uint64_t> samples_;  // of each node; at outlets, of the watershed
};

}  // namespace

std::optional<std::vector<std::vector<WatershedNumber>>> solve_watersheds(const TileCuts& cuts,
                                                                          std::span<const WatershedSummary> summaries,
                                                                          std::size_t most) {
  if (summaries.size() != cuts.count()) return std::nullopt;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    if (summaries[t].width != cuts.width(t) || summaries[t].height != cuts.height(t) || !is_valid(summaries[t]))
      return std::nullopt;
  }
  EndGraph graph(cuts, summaries);
  if (!graph.find_outlets()) return std::nullopt;
  return graph.numbers(most);
}

void WatershedCount::add(const WatershedSummary& summary) {
  const auto ends_here = [](const WatershedEnd& end) { return end.direction == kOutlet && end.is_numbered; };
  const auto more = static_cast<std::size_t>(std::ranges::count_if(summary.ends, ends_here));
  if (count_.fetch_add(more) + more > most_) refuse_more_than(most_);
}

std::vector<std::byte> to_bytes(const WatershedSummary& summary) {
  ByteSink sink("WWS1");
  sink.add(static_cast<std::uint32_t>(summary.width));
  sink.add(static_cast<std::uint32_t>(summary.height));
  sink.add_all(summary.perimeter);
  sink.add_all(summary.junctions);
  sink.add(std::uint64_t{summary.ends.size()});
  for (const WatershedEnd& end : summary.ends) {
    sink.add(end.sample);
    sink.add(end.direction);
    sink.add(static_cast<std::uint8_t>((end.is_numbered ? kNumberedBit : 0) | (end.is_river ? kRiverBit : 0)));
    sink.add(end.samples);
  }
  return sink.take();
}

std::vector<std::byte> to_bytes(std::span<const WatershedNumber> numbers) {
  ByteSink sink("WWN1");
  sink.add(std::uint64_t{numbers.size()});
  for (const WatershedNumber number : numbers) sink.add(number);
  return sink.take();
}

std::optional<WatershedSummary> watershed_summary_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WWS1");
  WatershedSummary summary;
  summary.width = static_cast<int>(source.get<std::uint32_t>());
  summary.height = static_cast<int>(source.get<std::uint32_t>());
  summary.perimeter = source.get_all<EndNumber>();
  summary.junctions = source.get_all<std::uint8_t>();
  summary.ends.resize(source.get_count(kEndBytes));
  for (WatershedEnd& end : summary.ends) {
    end.sample = source.get<std::uint32_t>();
    end.direction = source.get<std::uint8_t>();
    const auto bits = source.get<std::uint8_t>();
    end.is_numbered = (bits & kNumberedBit) != 0, end.is_river = (bits & kRiverBit) != 0;
    end.samples = source.get<std::uint64_t>();
  }
  if (!source.ended() || !is_valid(summary)) return std::nullopt;
  return summary;
}

std::optional<std::vector<WatershedNumber>> watershed_numbers_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WWN1");
  std::vector<WatershedNumber> numbers = source.get_all<WatershedNumber>();
  if (!source.ended()) return std::nullopt;
  return numbers;
}

}  // namespace weald::hydrology::detail
