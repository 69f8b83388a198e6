#include "engine/run/detail/perimeter_kernel.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "base/parallel.h"

namespace weald::pipeline {

namespace {

using Solutions = std::vector<std::vector<std::byte>>;

constexpr std::size_t kFewTiles = 16;  // kept in any case: more than a region that is computed at once touches

constexpr double kSummaryShare = 0.5;  // of the progress before tiles are finished

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
        key_(source.key),
        store_(source.key.empty() ? nullptr : source.store),
        side_(source.tile),
        cuts_{cut_side(source.input->grid.width, source.tile), cut_side(source.input->grid.height, source.tile)},
        context_(context) {
    context_.on_progress = {};
    if (!is_kept()) solve(context);
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

  Heightmap input_of(std::size_t tile) const {
    const Region own = region_of(tile);
    Heightmap map = materialise_region(*input_, grown(own, work_.halo, input_->grid), context_);
    map.place->region = own;
    return map;
  }

  void copy(std::size_t tile, const MutableHeightView& out) {
    const std::shared_ptr<const Slot> slot = finished(tile);
    const Heightmap& map = *slot->map;
    const Region own = region_of(tile);
    const int x0 = std::max(own.x, out.region.x), x1 = std::min(own.x + own.width, out.region.x + out.region.width);
    const int y0 = std::max(own.y, out.region.y), y1 = std::min(own.y + own.height, out.region.y + out.region.height);
    for (int y = y0; y < y1; ++y)
      std::copy_n(map.heights.row(y - own.y).data() + (x0 - own.x), x1 - x0, out.row(y) + x0);
  }

  /// A tile that is being finished, or is. Others wait for it only if they need it.
  struct Slot {
    std::mutex mutex;
    std::optional<Heightmap> map;
  };

  std::shared_ptr<Slot> slot_of(std::size_t tile) {
    const std::lock_guard lock(mutex_);
    auto& slot = slots_[tile];
    if (slot == nullptr) slot = std::make_shared<Slot>();
    const std::shared_ptr<Slot> found = slot;
    // Large maps are read from the north to the south, so that the northernmost tile is the last to be needed again.
    const std::size_t most = std::max(kFewTiles, 2 * cuts_.widths.size());
    if (slots_.size() > most && slots_.begin()->first != tile) slots_.erase(slots_.begin());
    return found;
  }

  std::shared_ptr<const Slot> finished(std::size_t tile) {
    const std::shared_ptr<Slot> slot = slot_of(tile);
    const std::lock_guard lock(slot->mutex);
    if (!slot->map) {
      isolated([&] { slot->map = work_.finish(input_of(tile), solution_of(tile)); });
    }
    return slot;
  }

  /// What the tile has to know of the others: in memory, or in the store.
  std::vector<std::byte> solution_of(std::size_t tile) {
    const std::lock_guard lock(solving_);
    if (solutions_.empty()) {
      if (auto kept = store_->find(key_of(tile))) return std::move(*kept);
      solve(context_);  // the store has dropped it
    }
    return solutions_[tile];
  }

  void solve(const RunContext& context) {
    Solutions summaries;
    for (std::size_t tile = 0; tile < cuts_.count(); ++tile) {
      context.check_stop();
      summaries.push_back(work_.summary(input_of(tile)));
      context.progress(kSummaryShare * static_cast<double>(tile + 1) / static_cast<double>(cuts_.count()));
    }
    RunContext solving = context;
    solving.on_progress = [&context](double done) { context.progress(kSummaryShare + (1 - kSummaryShare) * done); };
    solutions_ = work_.solve(cuts_, summaries, solving);
    WEALD_CHECK(solutions_.size() == cuts_.count());
    for (std::size_t tile = 0; store_ != nullptr && tile < cuts_.count(); ++tile)
      store_->keep(key_of(tile), solutions_[tile]);
  }

  std::string key_of(std::size_t tile) const {
    Hasher hasher;
    hasher.add(std::string_view("perimeter"));
    hasher.add(std::string_view(key_));
    hasher.add(static_cast<std::uint64_t>(side_));
    hasher.add(static_cast<std::uint64_t>(tile));
    return hasher.hex();
  }

  /// Whether the store has the solutions of all tiles.
  bool is_kept() const {
    if (store_ == nullptr) return false;
    for (std::size_t tile = 0; tile < cuts_.count(); ++tile) {
      if (!store_->contains(key_of(tile))) return false;
    }
    return true;
  }

  const PerimeterWork work_;
  const std::shared_ptr<const LazyField> input_;
  const std::string key_;
  ResultStore* const store_;
  const int side_;
  const TileCuts cuts_;
  RunContext context_;
  std::mutex solving_, mutex_;
  Solutions solutions_;  // empty: in the store
  std::map<std::size_t, std::shared_ptr<Slot>> slots_;
};

}  // namespace

FieldKernel perimeter_kernel(const PerimeterSource& source, const RunContext& context) {
  const auto tiles = std::make_shared<PerimeterTiles>(source, context);
  FieldKernel kernel;
  kernel.fill = [tiles](const FieldWindow& window) { tiles->fill(window.out); };
  return kernel;
}

}  // namespace weald::pipeline
