#include "picture/render/frames.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "formats/images/image_writer.h"
#include "formats/images/png_reader.h"
#include "picture/camera/camera.h"
#include "picture/render/detail/kept_file.h"
#include "picture/render/picture.h"
#include "picture/render/render.h"
#include "picture/render/shared_view.h"

namespace weald::pipeline {

namespace {

/// Whether the camera is the same after the whole turn, so that the last frame must not repeat the first.
bool is_full(double turn) { return turn != 0.0 && math::fmod(turn, 360.0) == 0.0; }

double angle_of(const render::FrameParams& frames, int frame) {
  const double turn = frames.turn.value_or(360.0);
  const int steps = is_full(turn) ? frames.count : std::max(1, frames.count - 1);
  return turn * frame / steps;
}

/// Fixes the sun where the first frame has it.
void fix_sun(render::PictureParams& params, const Artifact& artifact) {
  if (params.sun_azimuth || std::holds_alternative<Heightmap>(artifact)) return;
  const render::ViewAxes axes = render::axes_of(params, render::kDefaultElevation);
  params.sun_azimuth = math::fmod(render::azimuth_of(axes) + render::kSunFromCamera, 360.0);
}

render::PictureParams frame_params(const render::PictureParams& series, int frame) {
  const bool is_path = series.camera && !series.camera->stops.empty();
  render::PictureParams params = is_path ? series : turned(series, angle_of(*series.frames, frame));
  if (series.camera) params.sun_azimuth = series.sun_azimuth;
  if (is_path) {
    const render::CameraStop& stop = series.camera->stops.at(static_cast<std::size_t>(frame));
    params.camera->position = stop.position;
    if (stop.target) params.camera->target = stop.target;
  }
  return params;
}

}  // namespace

io::FrameDelay frame_delay(double frames_per_second) {
  const double scale = frames_per_second < 65 ? 1000 : 60;
  return {static_cast<std::uint16_t>(scale), static_cast<std::uint16_t>(frames_per_second * scale + 0.5)};
}

const render::PictureParams& FrameSeries::prepared() {
  if (prepared_) return *prepared_;
  const Artifact& artifact = artifact_.get();
  prepared_ = params_;
  const bool is_path = params_.camera && !params_.camera->stops.empty();
  if (params_.camera) fix_sun(*prepared_, artifact);
  if (!is_path) prepared_ = turntable_params(artifact, *prepared_);
  prepared_->shared_sky = &sky_;
  return *prepared_;
}

Image FrameSeries::drawn(int frame) {
  RunContext own = context_;
  own.store = nullptr;  // the light of many frames would fill the cache and is rarely needed again
  if (context_.on_progress) {
    own.on_progress = [this, frame](double fraction) { context_.progress((frame + fraction) / count()); };
  }
  return draw(artifact_, params_.frames ? frame_params(prepared(), frame) : params_, own);
}

std::string FrameSeries::file(int frame) {
  return kept_file(artifact_, params_, frame, context_, [&](io::Sink& sink) { io::write_png8(drawn(frame), sink); });
}

Image FrameSeries::image(int frame) {
  if (context_.store == nullptr || artifact_.digest().empty()) return drawn(frame);
  return io::decode_png(file(frame), "a frame");
}

void FrameSeries::write_animation(io::Sink& sink) {
  const io::FrameDelay delay = frame_delay(params_.frames->per_second);
  std::optional<io::ApngWriter> writer;
  for (int frame = 0; frame < count(); ++frame) {
    context_.check_stop();
    const Image next = image(frame);
    if (!writer) writer.emplace(io::AnimationFormat{next.pixels.width(), next.pixels.height(), count()}, sink);
    writer->add(next, delay);
  }
}

Image film_strip(FrameSeries& series) {
  constexpr std::int64_t kMaxPixels = std::int64_t{1} << 27;
  const int columns = static_cast<int>(std::ceil(std::sqrt(series.count())));
  const int rows = (series.count() + columns - 1) / columns;
  Image strip;
  for (int frame = 0; frame < series.count(); ++frame) {
    const Image image = series.image(frame);
    const int width = image.pixels.width(), height = image.pixels.height();
    if (frame == 0) {
      if (std::int64_t{width} * height * columns * rows > kMaxPixels)
        throw StageError("the frames are too large to be shown side by side");
      strip.pixels = Grid<Rgba8>(width * columns, height * rows);
    }
    for (int y = 0; y < height; ++y) {
      const auto from = image.pixels.row(y);
      const auto to = strip.pixels.row(frame / columns * height + y);
      std::copy(from.begin(), from.end(), to.begin() + frame % columns * width);
    }
  }
  return strip;
}

}  // namespace weald::pipeline
