#include "engine/run/detail/perimeter_kernel.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "base/parallel.h"

namespace weald::pipeline {

namespace {

using Solutions = std::vector<std::vector<std::byte>>;

std::vector<int> cut_side(int samples, int tile) {
  std::vector<int> lengths;
  for (int done = 0; done < samples; done += tile) lengths.push_back(std::min(tile, samples - done));
  return lengths;
}

/// The tiles of a stage, finished one by one.
class PerimeterTiles {
 public:
  PerimeterTiles(const PerimeterSource& source, const RunContext& context)
      : work_(source.work),
        input_(source.input),
        side_(source.tile),
        cuts_{cut_side(source.input->grid.width, source.tile), cut_side(source.input->grid.height, source.tile)},
        context_(context) {
    context_.on_progress = {};
    if (auto kept = load(source)) {
      solutions_ = std::move(*kept);
      return;
    }
    Solutions summaries;
    for (std::size_t tile = 0; tile < cuts_.count(); ++tile) {
      context.check_stop();
      summaries.push_back(work_.summary(materialise_region(*input_, region_of(tile), context_)));
      context.progress(static_cast<double>(tile + 1) / static_cast<double>(cuts_.count()));
    }
    solutions_ = work_.solve(cuts_, summaries);
    WEALD_CHECK(solutions_.size() == cuts_.count());
    keep(source);
  }

  void fill(const MutableHeightView& out) {
    const Region& region = out.region;
    for (int row = region.y / side_; row <= (region.y + region.height - 1) / side_; ++row) {
      for (int column = region.x / side_; column <= (region.x + region.width - 1) / side_; ++column)
        copy(cuts_.tile(static_cast<std::size_t>(column), static_cast<std::size_t>(row)), out);
    }
  }

 private:
  Region region_of(std::size_t tile) const {
    const std::size_t columns = cuts_.widths.size();
    return {static_cast<int>(tile % columns) * side_, static_cast<int>(tile / columns) * side_, cuts_.width(tile),
            cuts_.height(tile)};
  }

  void copy(std::size_t tile, const MutableHeightView& out) {
    const Heightmap& map = finished(tile);
    const Region own = region_of(tile);
    const int x0 = std::max(own.x, out.region.x), x1 = std::min(own.x + own.width, out.region.x + out.region.width);
    const int y0 = std::max(own.y, out.region.y), y1 = std::min(own.y + own.height, out.region.y + out.region.height);
    for (int y = y0; y < y1; ++y)
      std::copy_n(map.heights.row(y - own.y).data() + (x0 - own.x), x1 - x0, out.row(y) + x0);
  }

  const Heightmap& finished(std::size_t tile) {
    const std::lock_guard lock(mutex_);
    const auto found = tiles_.find(tile);
    if (found != tiles_.end()) return found->second;
    Heightmap map;
    isolated([&] { map = work_.finish(materialise_region(*input_, region_of(tile), context_), solutions_[tile]); });
    return tiles_.emplace(tile, std::move(map)).first->second;
  }

  std::string key_of(const PerimeterSource& source, std::size_t tile) const {
    Hasher hasher;
    hasher.add(std::string_view("perimeter"));
    hasher.add(std::string_view(source.key));
    hasher.add(static_cast<std::uint64_t>(side_));
    hasher.add(static_cast<std::uint64_t>(tile));
    return hasher.hex();
  }

  /// The solutions of all tiles; unset if one is not stored.
  std::optional<Solutions> load(const PerimeterSource& source) const {
    if (source.store == nullptr || source.key.empty()) return std::nullopt;
    Solutions solutions;
    for (std::size_t tile = 0; tile < cuts_.count(); ++tile) {
      auto bytes = source.store->find(key_of(source, tile));
      if (!bytes) return std::nullopt;
      solutions.push_back(std::move(*bytes));
    }
    return solutions;
  }

  void keep(const PerimeterSource& source) const {
    if (source.store == nullptr || source.key.empty()) return;
    for (std::size_t tile = 0; tile < cuts_.count(); ++tile) source.store->keep(key_of(source, tile), solutions_[tile]);
  }

  const PerimeterWork work_;
  const std::shared_ptr<const LazyField> input_;
  const int side_;
  const TileCuts cuts_;
  RunContext context_;
  Solutions solutions_;
  std::mutex mutex_;
  std::map<std::size_t, Heightmap> tiles_;  // addresses are stable
};

}  // namespace

FieldKernel perimeter_kernel(const PerimeterSource& source, const RunContext& context) {
  const auto tiles = std::make_shared<PerimeterTiles>(source, context);
  FieldKernel kernel;
  kernel.fill = [tiles](const FieldWindow& window) { tiles->fill(window.out); };
  return kernel;
}

}  // namespace weald::pipeline
