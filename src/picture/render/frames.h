#pragma once
// Series of pictures of one artifact, between which the camera moves.
//
// What moves is the camera, so a still picture on a curve and a flight have the same keys. A frame is drawn as a
// picture with a placed or a turned camera and has its bytes; frames share the depth maps of the sky, which depend on
// the subject alone.

#include <optional>
#include <string>

#include "base/run_context.h"
#include "data/artifact_ref.h"
#include "formats/files/sink.h"
#include "formats/images/apng.h"
#include "picture/camera/picture_params.h"
#include "picture/light/light.h"

namespace weald::pipeline {

/// The frames of a series: of a camera that moves along a curve or around the subject. A placed camera moves in front
/// of a subject under a fixed sun; without one, the subject turns in front of a fixed camera and a fixed sun. Frames
/// are made one at a time, in any order, and do not depend on each other.
class FrameSeries {
 public:
  /// `params.frames` must be set; place_camera() must have been called for a camera on a curve. All arguments must
  /// outlive the series. Without params.frames, the series is a single picture.
  FrameSeries(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context)
      : artifact_(artifact), params_(params), context_(context) {}

  /// Number of frames.
  int count() const { return render::frame_count(params_); }
  /// A frame, read from the cache if it is there. Errors: as draw().
  Image image(int frame);
  /// A frame as a PNG file; it is read from the cache, or stored there. Errors: as draw().
  std::string file(int frame);
  /// Writes all frames as an animated PNG that loops forever, with two frames in memory at a time. Errors: as draw().
  void write_animation(io::Sink& sink);

 private:
  Image drawn(int frame);
  const render::PictureParams& prepared();

  const ArtifactRef& artifact_;
  const render::PictureParams& params_;
  const RunContext& context_;
  render::SharedSky sky_;
  std::optional<render::PictureParams> prepared_;  // what the frames have in common, once one is drawn
};

/// The time for which a frame is shown, exact to a thousandth. Pre: 0.05 <= frames_per_second <= 1000.
io::FrameDelay frame_delay(double frames_per_second);

/// The frames of a series side by side, row by row in as many columns as rows. Errors: as draw(), and StageError for
/// more than 2^27 pixels.
Image film_strip(FrameSeries& series);

}  // namespace weald::pipeline
