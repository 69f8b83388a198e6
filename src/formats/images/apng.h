#pragma once
// Animated PNG: successive pictures in one file. Programs without support for animation show the first picture.

#include <cstdint>
#include <span>

#include "data/heightmap.h"
#include "data/image.h"
#include "formats/files/sink.h"

namespace weald::io {

/// The time for which a frame is shown: `numerator / denominator` seconds. Pre: denominator not 0.
struct FrameDelay {
  std::uint16_t numerator = 1;
  std::uint16_t denominator = 10;
};

/// Properties that all frames share.
struct AnimationFormat {
  int width = 0;            ///< pixels
  int height = 0;           ///< pixels
  int frames = 1;           ///< number of frames, at least 1
  bool opaque = true;       ///< all pixels of all frames are opaque: alpha is not stored
  std::uint32_t plays = 0;  ///< number of times that the animation is played; 0: forever
};

/// Writes an animation frame by frame, with only the previous frame in memory. Only the rectangle of a frame that
/// changed is stored. The bytes are the same for any number of threads. Source: [png-spec] (third edition).
class ApngWriter {
 public:
  /// Starts the file. Errors: StageError for an empty picture or one of 1 GiB or more.
  ApngWriter(const AnimationFormat& format, Sink& sink);
  /// Appends a frame; the last one ends the file. Pre: at most AnimationFormat::frames frames. Errors: StageError if
  /// the size of the frame differs from the format's.
  void add(const Image& frame, FrameDelay delay);

 private:
  void write_control(const Region& region, FrameDelay delay);
  void write_data(const Region& region, const Image& frame);

  AnimationFormat format_;
  Sink& sink_;
  Image before_;
  int written_ = 0;
  std::uint32_t sequence_ = 0;  // of control and data chunks together
};

/// Writes `frames` as an animated PNG that loops forever; `delays` has one element per frame, or one for all frames.
/// RGB if every pixel is opaque, otherwise RGBA. Pre: at least one frame. Errors: as ApngWriter.
void write_apng(std::span<const Image> frames, std::span<const FrameDelay> delays, Sink& sink);

}  // namespace weald::io
