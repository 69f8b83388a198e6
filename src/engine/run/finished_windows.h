#pragma once
// FinishedWindows: windows of stages that were run with a halo, kept for further readers of the same samples.

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "data/heightmap.h"
#include "schema/part.h"

namespace weald::pipeline {

/// The samples of a region of a stage's result and of its wanted parts.
struct FinishedWindow {
  Region region;                                   ///< of the stage's map
  schema::WithParts<Heightmap, Heightmap> maps{};  ///< each has the columns and rows of `region`

  /// Number of samples of all maps.
  std::size_t samples() const;
};

/// Windows of stages under keys. The runs of a world share one. The windows of a stage that were read the longest time
/// ago are dropped first. Thread-safe.
class FinishedWindows {
 public:
  /// Keeps at least `samples` samples of all maps of the stage called `stage` (a key) from now on; at first none.
  void need(std::string_view stage, std::size_t samples);
  /// Copies the samples of `out.region` of a stage's result (`part` is empty) or part, if windows that are kept have
  /// all of them. Otherwise returns false. Throws InternalError if a window does not have the part.
  bool copy(std::string_view stage, std::string_view part, const MutableHeightView& out);
  /// Keeps a window, in place of those that were read the longest time ago. The last one is kept in any case.
  void keep(std::string_view stage, FinishedWindow window);

 private:
  using Windows = std::list<std::shared_ptr<const FinishedWindow>>;
  struct Stage {
    std::size_t most = 0, held = 0;  // samples
    Windows windows;                 // the last one read comes first
  };

  /// Windows of a stage that have all samples of `region`; empty if there are none.
  std::vector<std::shared_ptr<const FinishedWindow>> covering(std::string_view stage, const Region& region);

  std::mutex mutex_;
  std::map<std::string, Stage, std::less<>> stages_;
};

}  // namespace weald::pipeline
