#pragma once
// The stage `median`: removes spikes and pits, and keeps edges.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::filters {

/// Largest radius of a median, in samples.
inline constexpr int kMostMedian = 256;

/// A circle of samples.
struct Disc {
  int reach = 0;              ///< samples from the centre to the farthest row
  std::vector<int> widths{};  ///< samples from the centre to the last one in the row, by the row's distance

  /// The samples at most `radius` away, in samples. Pre: 0 <= radius <= kMostMedian.
  explicit Disc(double radius);
  /// Number of samples; odd.
  int count() const;
};

/// Medians of the samples in a disc around each sample of a block. The block and its surroundings are sorted once;
/// thereafter a window is a set of ranks, and a step to the next sample exchanges the samples at the two edges of the
/// disc: about four times the radius of them, instead of its square. Exact, since only ranks are counted. Source:
/// [suomela2014], [huang1979].
class MedianBlock {
 public:
  explicit MedianBlock(const Disc& disc) : disc_(disc) {}

  /// Writes the median at every sample of `block` to `out`. Beyond the border of the grid the nearest sample counts.
  /// Pre: `heights` has the samples within the disc that lie in the grid; no NaN.
  void fill(const HeightView& heights, const GridSpec& grid, const Region& block, const MutableHeightView& out);

 private:
  void rank(const HeightView& heights, const GridSpec& grid, const Region& block);
  /// Rank of the sample at (x, y) of the block.
  std::uint32_t rank_at(int x, int y) const;
  /// Adds the sample at (x, y) to the window.
  void add(int x, int y);
  /// Removes the sample at (x, y) from the window.
  void remove(int x, int y);
  /// Moves the disc from sample (x, y) one sample east (1) or west (-1), or south.
  void step_along(int x, int y, int direction);
  void step_south(int x, int y);
  /// The median of the current window.
  float median();

  const Disc& disc_;
  int width_ = 0;                       ///< of the block with its surroundings
  std::vector<std::uint64_t> items_{};  ///< of the block: key, and position in row order
  std::vector<std::uint64_t> scratch_{};
  std::vector<std::uint32_t> ranks_{};   ///< by position
  std::vector<std::uint64_t> window_{};  ///< a bit for each rank
  std::size_t word_ = 0;                 ///< in which the median was last
  int below_ = 0;                        ///< bits set in the words before it
};

struct MedianParams {
  schema::Input<Heightmap> from;
  double radius = 5;  ///< metres
};

/// Stage `median`: the median of the samples at most `radius` away. Beyond the border the nearest sample counts.
struct Median {
  using Params = MedianParams;
  static double seconds_each(const Params&) { return 1e-7; }
  /// Throws StageError (key "radius") if the radius is more than 256 samples.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::filters

template <>
struct weald::schema::Schema<weald::filters::MedianParams> {
  using P = weald::filters::MedianParams;
  static constexpr std::string_view kind = "median";
  static constexpr std::string_view summary =
      "Median of a heightmap within a circle: removes spikes, pits and everything else that is narrower than the "
      "circle, and keeps edges sharp.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap to filter.", "", {}, Presence::required},
             Field{&P::radius, "radius",
                   "Radius of the circle around each sample; below one cell nothing changes; at most 256 samples.", "m",
                   Range{0, 1e7}}};
};
