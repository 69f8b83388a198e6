#include "engine/run/detail/perimeter_kernel.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "base/parallel.h"

namespace weald::pipeline {

namespace {

constexpr std::size_t kTilesAtOnce = 4;  // are summarised: each takes up to 200 MB

constexpr double kSummaryShare = 0.5;  // of the progress of a round

std::vector<int> cut_side(int samples, int tile) {
  std::vector<int> lengths;
  for (int done = 0; done < samples; done += tile) lengths.push_back(std::min(tile, samples - done));
  return lengths;
}

const Heightmap& map_of(const FinishedTile& tile, std::string_view part) {
  if (part.empty()) return tile.main;
  for (const auto& [name, map] : tile.parts) {
    if (name == part) return std::get<Heightmap>(map);
  }
  throw InternalError("a stage did not make one of its parts");
}

}  // namespace

/// The tiles of a stage, finished one by one.
class PerimeterTiles::Tiles {
 public:
  Tiles(const PerimeterSource& source, const RunContext& context)
      : work_(source.work),
        input_(source.input),
        wanted_(source.wanted),
        key_(source.key),
        store_(source.key.empty() ? nullptr : source.store),
        side_(source.tile),
        cuts_{cut_side(source.input->grid.width, source.tile), cut_side(source.input->grid.height, source.tile)},
        regions_(cuts_.regions()),
        context_(context),
        finished_(source.key.empty() || source.finished == nullptr ? own_finished_ : *source.finished) {
    context_.on_progress = {};
    if (!is_kept()) solve(context);
  }

  void fill(std::string_view part, const MutableHeightView& out) {
    const Region& region = out.region;
    const int columns = (region.x + region.width - 1) / side_ - region.x / side_ + 1;
    const std::size_t maps = 1 + (wanted_.names ? wanted_.names->size() : 0);
    finished_.need(key_, finished_maps_for(static_cast<std::size_t>(columns), maps));
    for (int row = region.y / side_; row <= (region.y + region.height - 1) / side_; ++row) {
      for (int column = region.x / side_; column <= (region.x + region.width - 1) / side_; ++column)
        copy(cuts_.tile(static_cast<std::size_t>(column), static_cast<std::size_t>(row)), part, out);
    }
  }

 private:
  Heightmap input_of(std::size_t tile) const {
    const Region& own = regions_[tile];
    Heightmap map = materialise_region(*input_, grown(own, work_.halo, input_->grid), context_);
    map.place->region = own;
    return map;
  }

  void copy(std::size_t tile, std::string_view part, const MutableHeightView& out) {
    const std::shared_ptr<const FinishedTile> made = finished(tile);
    const Heightmap& map = map_of(*made, part);
    const Region& own = regions_[tile];
    const int x0 = std::max(own.x, out.region.x), x1 = std::min(own.x + own.width, out.region.x + out.region.width);
    const int y0 = std::max(own.y, out.region.y), y1 = std::min(own.y + own.height, out.region.y + out.region.height);
    for (int y = y0; y < y1; ++y)
      std::copy_n(map.heights.row(y - own.y).data() + (x0 - own.x), x1 - x0, out.row(y) + x0);
  }

  std::shared_ptr<const FinishedTile> finished(std::size_t tile) {
    return finished_.find(finished_key_of(tile), [&] {
      std::optional<FinishedTile> made;
      isolated([&] { made = work_.finish(input_of(tile), solutions_of(tile), wanted_); });
      return std::move(*made);
    });
  }

  /// What the tile has to know of the others: in memory, or in the store.
  std::vector<TileSolution> solutions_of(std::size_t tile) {
    const std::lock_guard lock(solving_);
    if (solutions_.empty()) {
      std::vector<TileSolution> found;
      for (std::size_t round = 0; round < work_.rounds.size(); ++round) {
        if (auto kept = store_->find(key_of(round, tile))) found.push_back(std::move(*kept));
      }
      if (found.size() == work_.rounds.size()) return found;
      solve(context_);  // the store has dropped some
    }
    return solutions_[tile];
  }

  void solve(const RunContext& context) {
    std::vector<std::vector<TileSolution>> solutions(cuts_.count());
    for (std::size_t round = 0; round < work_.rounds.size(); ++round) {
      const auto tell = [&, rounds = static_cast<double>(work_.rounds.size())](double done) {
        context.progress((static_cast<double>(round) + done) / rounds);
      };
      auto summaries = summaries_of(round, solutions, context, [&](double done) { tell(kSummaryShare * done); });
      RunContext solving = context;
      solving.on_progress = [&tell](double done) { tell(kSummaryShare + (1 - kSummaryShare) * done); };
      std::vector<TileSolution> solved = work_.rounds[round].solve(cuts_, std::move(summaries), solving);
      WEALD_CHECK(solved.size() == cuts_.count());
      for (std::size_t tile = 0; tile < cuts_.count(); ++tile) {
        if (store_ != nullptr) store_->keep(key_of(round, tile), solved[tile]);
        solutions[tile].push_back(std::move(solved[tile]));
      }
    }
    solutions_ = std::move(solutions);
  }

  /// The summaries of all tiles, some tiles at a time.
  std::vector<TileSummary> summaries_of(std::size_t round, std::span<const std::vector<TileSolution>> known,
                                        const RunContext& context,
                                        const std::function<void(double)>& on_progress) const {
    std::vector<TileSummary> summaries(cuts_.count());
    std::mutex telling;
    std::size_t done = 0;
    for (std::size_t first = 0; first < summaries.size(); first += kTilesAtOnce) {
      parallel_blocks(std::min(kTilesAtOnce, summaries.size() - first), 1, [&](std::size_t i, std::size_t) {
        context.check_stop();
        const std::size_t tile = first + i;
        summaries[tile] = work_.rounds[round].summary(input_of(tile), known[tile]);
        const std::lock_guard lock(telling);
        on_progress(static_cast<double>(++done) / static_cast<double>(summaries.size()));
      });
    }
    return summaries;
  }

  Hasher hasher_of(std::string_view what, std::size_t tile) const {
    Hasher hasher;
    hasher.add(what);
    hasher.add(std::string_view(key_));
    hasher.add(static_cast<std::uint64_t>(side_));
    hasher.add(static_cast<std::uint64_t>(tile));
    return hasher;
  }

  std::string key_of(std::size_t round, std::size_t tile) const {
    Hasher hasher = hasher_of("perimeter", tile);
    hasher.add(static_cast<std::uint64_t>(round));
    return hasher.hex();
  }

  std::string finished_key_of(std::size_t tile) const {
    Hasher hasher = hasher_of("finished", tile);
    for (const std::string_view name : wanted_.names.value_or(std::vector<std::string_view>{})) hasher.add(name);
    return hasher.hex();
  }

  /// Whether the store has all solutions of all tiles.
  bool is_kept() const {
    if (store_ == nullptr) return false;
    for (std::size_t round = 0; round < work_.rounds.size(); ++round) {
      for (std::size_t tile = 0; tile < cuts_.count(); ++tile) {
        if (!store_->contains(key_of(round, tile))) return false;
      }
    }
    return true;
  }

  const PerimeterWork work_;
  const std::shared_ptr<const LazyField> input_;
  const schema::WantedParts wanted_;
  const std::string key_;
  ResultStore* const store_;
  const int side_;
  const TileCuts cuts_;
  const std::vector<Region> regions_;  // of the tiles
  RunContext context_;
  FinishedTiles own_finished_;
  FinishedTiles& finished_;
  std::mutex solving_;
  std::vector<std::vector<TileSolution>> solutions_;  // by tile and round; empty: in the store
};

PerimeterTiles::PerimeterTiles(const PerimeterSource& source, const RunContext& context)
    : tiles_(std::make_shared<Tiles>(source, context)) {}

FieldKernel PerimeterTiles::kernel(std::string_view part) const {
  FieldKernel kernel;
  kernel.fill = [tiles = tiles_, name = std::string(part)](const FieldWindow& window) {
    tiles->fill(name, window.out);
  };
  return kernel;
}

}  // namespace weald::pipeline
