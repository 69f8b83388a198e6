#include "front/golden/detail/evidence.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/math/clamped.h"
#include "engine/outputs/writers.h"
#include "formats/images/image_writer.h"
#include "formats/page/viewer_page.h"
#include "front/compare/pictures.h"
#include "picture/render/hillshade.h"
#include "picture/sheets/shrink.h"

namespace weald::golden {

using io::HeightContent;

namespace {

constexpr int kLongestSide = 1280;

std::string png_of(const Image& image) {
  io::StringSink sink;
  io::write_png8(image, sink);
  return std::move(sink.text);
}

Image fitted(const Image& image) {
  const render::PixelSize size{image.pixels.width(), image.pixels.height()};
  const render::PixelSize fit = render::fitted_size(size, {kLongestSide, kLongestSide});
  return fit.width == size.width && fit.height == size.height ? image : render::shrunk(image, fit);
}

Image shaded(const Heightmap& map, const RunContext& context) {
  // Square cells, with as many pixels as samples if that is neither tiny nor huge.
  const double longest = std::max(map.width(), map.height());
  const double scale = std::clamp(longest, 320.0, 1024.0) / longest;
  const auto side = [&](int samples) { return std::max(16, static_cast<int>(std::floor(samples * scale + 0.5))); };
  render::PictureParams params;
  params.size = {side(map.width()), side(map.height())};
  params.margin = 0;
  return render::render_hillshade(map, params, context);
}

void add_pair(Evidence& evidence, const Image& expected, const Image& actual, const Image& difference) {
  evidence.pictures["expected"] = png_of(fitted(expected));
  evidence.pictures["actual"] = png_of(fitted(actual));
  evidence.pictures["diff"] = png_of(fitted(difference));
}

void add_pair(Evidence& evidence, const Image& expected, const Image& actual) {
  add_pair(evidence, expected, actual, compare::amplified_difference(expected, actual, kDifferenceGain));
}

void add_pictures(Evidence& evidence, const Heightmap& expected, const Heightmap& actual, const RunContext& context) {
  const Image before = shaded(expected, context), now = shaded(actual, context);
  if (expected.width() == actual.width() && expected.height() == actual.height())
    add_pair(evidence, before, now, compare::height_difference_picture(expected, actual));
  else
    add_pair(evidence, before, now);
}

/// The meshes as files for a page that turns them.
std::map<std::string, std::string> models_of(const mesh::Mesh& expected, const mesh::Mesh& actual,
                                             const RunContext& context) {
  constexpr std::size_t kMostBytes = 32'000'000;  // of both
  if (!io::has_viewer_page()) return {};
  try {
    std::map<std::string, std::string> models{{"expected", pipeline::page_model(expected, context)}};
    if (models["expected"].size() > kMostBytes) return {};
    models["actual"] = pipeline::page_model(actual, context);
    if (models["expected"].size() + models["actual"].size() > kMostBytes) return {};
    return models;
  } catch (const StageError&) {
    return {};  // an empty mesh has no file; its picture tells
  }
}

/// The values of a histogram: finite heights, or brightness from 0 to 1.
std::vector<float> counted(const Content& content) {
  std::vector<float> values;
  if (const auto* heights = std::get_if<HeightContent>(&content)) {
    for (const float height : heights->map.heights.values())
      if (std::isfinite(height)) values.push_back(height);
  } else if (const auto* image = std::get_if<Image>(&content)) {
    for (const Rgba8& p : image->pixels.values())
      values.push_back((0.2126f * p.r + 0.7152f * p.g + 0.0722f * p.b) / 255.0f);
  }
  return values;
}

std::vector<double> shares(const std::vector<float>& values, double low, double high) {
  std::vector<double> bars(kHistogramBars, 0.0);
  if (values.empty()) return bars;
  const double scale = high > low ? static_cast<double>(kHistogramBars) / (high - low) : 0;
  for (const float value : values) {
    const double place = clamped((value - low) * scale, 0.0, static_cast<double>(kHistogramBars - 1));
    bars[static_cast<std::size_t>(place)] += 1;
  }
  for (double& bar : bars) bar /= static_cast<double>(values.size());
  return bars;
}

}  // namespace

std::optional<Histogram> histogram_of(const Content* expected, const Content& actual) {
  const bool is_heights = std::holds_alternative<HeightContent>(actual);
  if (!is_heights && !std::holds_alternative<Image>(actual)) return std::nullopt;
  const std::vector<float> now = counted(actual);
  const std::vector<float> before = expected != nullptr ? counted(*expected) : std::vector<float>{};
  Histogram histogram{is_heights ? "m" : "", 0, 1, {}, {}};
  if (is_heights && !(now.empty() && before.empty())) {
    float low = now.empty() ? before.front() : now.front();
    float high = low;
    for (const auto* values : {&now, &before}) {
      for (const float value : *values) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
    histogram.low = low;
    histogram.high = high;
  }
  histogram.actual = shares(now, histogram.low, histogram.high);
  if (expected != nullptr) histogram.expected = shares(before, histogram.low, histogram.high);
  return histogram;
}

Evidence make_evidence(const Content* expected, const Content& actual, const RunContext& context) {
  Evidence evidence;
  evidence.histogram = histogram_of(expected, actual);
  if (const auto* heights = std::get_if<HeightContent>(&actual)) {
    if (expected != nullptr)
      add_pictures(evidence, std::get<HeightContent>(*expected).map, heights->map, context);
    else
      evidence.pictures["actual"] = png_of(shaded(heights->map, context));
  } else if (const auto* image = std::get_if<Image>(&actual)) {
    if (expected != nullptr)
      add_pair(evidence, std::get<Image>(*expected), *image);
    else
      evidence.pictures["actual"] = png_of(fitted(*image));
  } else if (const auto* mesh = std::get_if<mesh::Mesh>(&actual)) {
    const mesh::Mesh& other = expected != nullptr ? std::get<mesh::Mesh>(*expected) : *mesh;
    const auto pictures = compare::mesh_pictures(other, *mesh, {}, context);
    if (expected != nullptr) {
      add_pair(evidence, pictures[0], pictures[1]);
      evidence.models = models_of(other, *mesh, context);
    } else {
      evidence.pictures["actual"] = png_of(pictures[1]);
    }
  } else {
    const std::string& text = std::get<std::string>(actual);
    evidence.text = diff_lines(expected != nullptr ? std::get<std::string>(*expected) : std::string{}, text);
  }
  return evidence;
}

Evidence lost_evidence(const Content& expected, const RunContext& context) {
  Evidence evidence = make_evidence(nullptr, expected, context);
  if (auto picture = evidence.pictures.extract("actual")) {
    picture.key() = "expected";
    evidence.pictures.insert(std::move(picture));
  }
  if (evidence.histogram) std::swap(evidence.histogram->expected, evidence.histogram->actual);
  for (DiffLine& line : evidence.text)
    if (line.mark == '+') line.mark = '-';
  return evidence;
}

}  // namespace weald::golden
