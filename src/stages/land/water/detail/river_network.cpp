#include "stages/land/water/detail/river_network.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace weald::hydrology::detail {

namespace {

constexpr ChannelIndex kNoChannel = 0xFFFFFFFFu;

class Tracer {
 public:
  explicit Tracer(std::span<const Channel> channels)
      : channels_(channels),
        receiver_(channels.size(), kNoChannel),
        order_(channels.size(), 0),
        meeting_(channels.size(), 0),
        main_donor_(channels.size(), kNoChannel) {
    for (const Channel& channel : channels) bed_.push_back(channel.level);
    find_receivers();
    pass_all_down();
  }

  std::vector<float> take_bed() { return std::move(bed_); }

  // Whether a river ends at this channel: it leaves the map, enters a lake, or joins a larger river there.
  bool is_mouth(ChannelIndex channel) const {
    if (channels_[channel].is_lake) return false;
    const ChannelIndex next = receiver_[channel];
    return next == kNoChannel || channels_[next].is_lake || main_donor_[next] != channel;
  }

  River river_to(ChannelIndex mouth) const {
    River river;
    river.area = channels_[mouth].area;
    river.order = order_[mouth];
    river.joins = receiver_[mouth] != kNoChannel;
    if (river.joins) river.channels.push_back(receiver_[mouth]);
    for (ChannelIndex at = mouth; at != kNoChannel && !channels_[at].is_lake; at = main_donor_[at])
      river.channels.push_back(at);
    std::ranges::reverse(river.channels);
    for (std::size_t i = 0; i + 1 < river.channels.size(); ++i)
      river.length += step_length(channels_[river.channels[i]].direction);
    return river;
  }

 private:
  // Water that goes to a sample without enough of it, which only maps of other programs have, leaves the network.
  void find_receivers() {
    const auto place = [](const Channel& channel) { return std::pair(channel.y, channel.x); };
    for (ChannelIndex i = 0; i < channels_.size(); ++i) {
      const Channel& channel = channels_[i];
      if (channel.direction >= kDirections) continue;
      const std::pair next{channel.y + kStepY[channel.direction], channel.x + kStepX[channel.direction]};
      const auto found = std::ranges::lower_bound(channels_, next, {}, place);
      if (found == channels_.end() || place(*found) != next) continue;
      if (found->area < channel.area)
        throw StageError(fmt::format("the drainage area shrinks downstream of column {}, row {}", channel.x, channel.y),
                         "area");
      receiver_[i] = static_cast<ChannelIndex>(found - channels_.begin());
    }
  }

  // Visits each channel after all that drain into it.
  void pass_all_down() {
    std::vector<std::uint8_t> waiting_for(channels_.size(), 0);
    for (const ChannelIndex next : receiver_) {
      if (next != kNoChannel) ++waiting_for[next];
    }
    std::vector<ChannelIndex> ready;
    for (ChannelIndex i = 0; i < channels_.size(); ++i) {
      if (waiting_for[i] == 0) ready.push_back(i);
    }
    std::size_t visited = 0;
    while (!ready.empty()) {
      const ChannelIndex at = ready.back();
      ready.pop_back();
      ++visited;
      order_[at] = std::max<std::uint8_t>(order_[at], 1);
      const ChannelIndex next = receiver_[at];
      if (next == kNoChannel) continue;
      pass_down(at, next);
      if (--waiting_for[next] == 0) ready.push_back(next);
    }
    if (visited == channels_.size()) return;
    const auto in_circle = std::ranges::find_if(waiting_for, [](std::uint8_t donors) { return donors > 0; });
    const Channel& channel = channels_[static_cast<std::size_t>(in_circle - waiting_for.begin())];
    throw StageError(fmt::format("the water goes in a circle at or above column {}, row {}", channel.x, channel.y),
                     "direction");
  }

  void pass_down(ChannelIndex from, ChannelIndex to) {
    bed_[to] = std::min(bed_[to], bed_[from]);
    take_order(to, order_[from]);
    ChannelIndex& main = main_donor_[to];
    if (main == kNoChannel || std::tuple(-channels_[from].area, from) < std::tuple(-channels_[main].area, main))
      main = from;
  }

  // Strahler order: where two rivers of the same, highest order meet, the order increases by one.
  void take_order(ChannelIndex channel, std::uint8_t order) {
    if (order > meeting_[channel]) {
      meeting_[channel] = order;
      order_[channel] = std::max(order_[channel], order);
    } else if (order == meeting_[channel]) {
      order_[channel] = static_cast<std::uint8_t>(order + 1);
    }
  }

  std::span<const Channel> channels_;
  std::vector<ChannelIndex> receiver_;
  std::vector<float> bed_;
  std::vector<std::uint8_t> order_;
  std::vector<std::uint8_t> meeting_;  // highest incoming order so far
  std::vector<ChannelIndex> main_donor_;
};

// Sorts rivers by area, so that a receiving river comes before its tributaries. It may have an equal area, where areas
// are constant or rounded; then it is put before the first of them.
std::vector<River> receivers_first(std::vector<River> rivers, std::size_t channels) {
  constexpr std::uint32_t kNoRiver = 0xFFFFFFFFu;
  std::ranges::stable_sort(rivers, std::greater<>(), &River::area);
  std::vector<std::uint32_t> river_of(channels, kNoRiver);
  for (std::uint32_t i = 0; i < rivers.size(); ++i) {
    const std::span<const ChannelIndex> own(rivers[i].channels);
    for (const ChannelIndex channel : own.first(own.size() - (rivers[i].joins ? 1 : 0))) river_of[channel] = i;
  }
  std::vector<River> sorted;
  std::vector<std::uint8_t> is_sorted(rivers.size(), 0);
  std::vector<std::uint32_t> below;
  for (std::uint32_t i = 0; i < rivers.size(); ++i) {
    below.clear();
    for (std::uint32_t at = i; at != kNoRiver && is_sorted[at] == 0;) {
      is_sorted[at] = 1;
      below.push_back(at);
      at = rivers[at].joins ? river_of[rivers[at].channels.back()] : kNoRiver;
    }
    for (std::size_t k = below.size(); k-- > 0;) sorted.push_back(std::move(rivers[below[k]]));
  }
  return sorted;
}

}  // namespace

std::vector<Channel> channels_of(const DrainedSurface& surface, std::span<const float> level,
                                 std::span<const std::uint8_t> lake, double min_cells) {
  const Drainage& drainage = surface.drainage;
  const Cells& cells = drainage.cells();
  const double side = surface.grid.cell_size;
  std::vector<Channel> channels;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      const Cell cell = cells.at(x, y);
      const std::uint32_t area = drainage.areas()[cell];
      if (area >= min_cells)
        channels.push_back({x, y, level[cell], lake[cell] != 0, drainage.directions()[cell], area * side * side});
    }
  }
  return channels;
}

RiverNetwork river_network(std::vector<Channel> channels, double min_length) {
  RiverNetwork network;
  network.channels = std::move(channels);
  std::ranges::sort(network.channels, {}, [](const Channel& channel) { return std::pair(channel.y, channel.x); });
  Tracer tracer(network.channels);
  for (ChannelIndex i = 0; i < network.channels.size(); ++i) {
    if (!tracer.is_mouth(i)) continue;
    River river = tracer.river_to(i);
    if (river.channels.size() < 2 || (river.order == 1 && river.length < min_length)) continue;
    network.rivers.push_back(std::move(river));
  }
  network.rivers = receivers_first(std::move(network.rivers), network.channels.size());
  network.bed = tracer.take_bed();
  return network;
}

}  // namespace weald::hydrology::detail
