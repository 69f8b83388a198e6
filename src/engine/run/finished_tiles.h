#pragma once
// FinishedTiles: what stages made tile by tile, so that whatever reads the same tile again finds it.

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "data/heightmap.h"
#include "engine/plan/kept_results.h"
#include "schema/part.h"

namespace weald::pipeline {

/// The result of a stage for one of its tiles, with its wanted parts.
using FinishedTile = schema::WithParts<Heightmap, Heightmap>;

/// Tiles of stages under keys. The runs of a world share one, as the tiles of the world often lie in the same tiles of
/// a stage. Those that were read the longest time ago are dropped first. Thread-safe.
class FinishedTiles {
 public:
  /// `most_maps`: heightmaps that are kept, if no stage needs more; those of a tile are its result and its parts.
  explicit FinishedTiles(std::size_t most_maps = kMostFinishedMaps) : most_(most_maps) {}

  /// Keeps at least `maps` heightmaps for the stage called `stage` (a key) from now on, beside those of other stages.
  void need(std::string_view stage, std::size_t maps);

  /// The tile under `key`, made if it is not there. Of several threads that ask for one tile, one makes it, and the
  /// others wait. Throws what `make` throws; the next call then makes it again.
  std::shared_ptr<const FinishedTile> find(const std::string& key, const std::function<FinishedTile()>& make);

 private:
  struct Slot {
    std::mutex mutex;
    std::shared_ptr<const FinishedTile> made;
  };
  struct Entry {
    std::string key;
    std::shared_ptr<Slot> slot;
    std::size_t maps = 0;  // unknown until it is made
  };

  std::shared_ptr<Slot> slot_of(const std::string& key);
  void forget(const std::string& key);
  void note_made(const std::string& key, std::size_t maps);
  /// Drops the tiles read the longest time ago, except `last`, until at most `most` maps are held.
  void drop_to(std::size_t most, const std::string& last);

  std::mutex mutex_;
  const std::size_t most_;
  std::map<std::string, std::size_t, std::less<>> needed_;  // maps, by stage
  std::size_t held_ = 0;                                    // maps
  std::list<Entry> entries_;                                // the last one read comes first
  std::map<std::string, std::list<Entry>::iterator> found_;
};

}  // namespace weald::pipeline
