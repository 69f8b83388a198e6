#include "formats/files/element_stream.h"

#include <algorithm>
#include <array>
#include <exception>
#include <vector>

#include "base/parallel.h"

namespace weald::io {

namespace {

constexpr std::size_t kPieceElements = 2048;  // elements of one piece, which one thread formats
constexpr std::size_t kElementPieces = 16;    // few enough to stay in cache until they are written

struct ElementPiece {
  std::vector<ElementRange> ranges;
  TextBlock bytes;
  std::exception_ptr error;
};

/// Cuts the parts into pieces, independent of the number of threads.
class ElementCutter {
 public:
  explicit ElementCutter(std::span<const std::size_t> counts) : counts_(counts) {}

  /// Fills `ranges`; they stay empty at the end of the last part.
  void next(std::vector<ElementRange>& ranges) {
    ranges.clear();
    for (std::size_t room = kPieceElements; room > 0 && part_ < counts_.size();) {
      const std::size_t end = std::min(begin_ + room, counts_[part_]);
      if (end > begin_) ranges.push_back({part_, begin_, end});
      room -= end - begin_;
      begin_ = end;
      if (begin_ < counts_[part_]) continue;
      ++part_;
      begin_ = 0;
    }
  }
  /// Share of the parts that is done.
  double done() const { return counts_.empty() ? 1 : static_cast<double>(part_) / static_cast<double>(counts_.size()); }

 private:
  std::span<const std::size_t> counts_;
  std::size_t part_ = 0, begin_ = 0;
};

void make_piece(const MakeElements& make, ElementPiece& piece) {
  piece.bytes.clear();
  try {
    for (const ElementRange& range : piece.ranges) make(range, piece.bytes);
  } catch (...) {
    piece.error = std::current_exception();
  }
}

void write_pieces(std::span<const ElementPiece> pieces, Sink& sink) {
  for (const ElementPiece& piece : pieces) {
    if (piece.error) std::rethrow_exception(piece.error);
    sink.append(piece.bytes.view());
  }
}

}  // namespace

void stream_elements(std::span<const std::size_t> counts, const MakeElements& make, Sink& sink,
                     const RunContext& context, ProgressShare progress) {
  std::array<ElementPiece, kElementPieces> making, made;
  std::size_t made_count = 0;
  ElementCutter cutter(counts);
  for (;;) {
    context.check_stop();
    std::size_t count = 0;
    for (; count < kElementPieces; ++count) {
      cutter.next(making[count].ranges);
      if (making[count].ranges.empty()) break;
    }
    if (count == 0) break;
    parallel_blocks(count + 1, 1, [&](std::size_t i, std::size_t) {
      if (i == 0)
        write_pieces(std::span(made).first(made_count), sink);
      else
        make_piece(make, making[i - 1]);
    });
    std::swap(making, made);
    made_count = count;
    context.progress(progress.from + (progress.to - progress.from) * cutter.done());
  }
  write_pieces(std::span(made).first(made_count), sink);
}

}  // namespace weald::io
