#include "stages/land/noise/detail/noise_kernel.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "stages/land/noise/detail/point_field.h"

namespace weald::noise {

LatticeScale lattice_scale(NoiseBase base, double heights) {
  if (base == NoiseBase::value) return {.gradient = 0, .height = 1};
  return {.gradient = 1, .height = static_cast<float>(heights)};
}

std::optional<LatticePeriod> layer_period(const std::optional<Period>& period, double ratio) {
  if (!period) return std::nullopt;
  const auto cells = [&](int base) { return static_cast<std::int64_t>(std::floor(base * ratio + 0.5)); };
  return LatticePeriod{cells(period->x), cells(period->y)};
}

namespace {

// A lattice cell is visible only if it has at least two samples.
void warn_when_too_fine(const FieldSpec& spec, const RunContext& context, std::string_view key) {
  for (std::size_t o = 0; o < spec.octaves.size(); ++o) {
    const double frequency = std::max(spec.octaves[o].frequency_x, spec.octaves[o].frequency_y);
    if (frequency * spec.grid.cell_size <= 0.5) continue;
    const std::size_t count = spec.octaves.size();
    context.warn(
        count == 1 ? fmt::format("the noise (wavelength {:.4g} m) is finer than samples {:.4g} m apart can show",
                                 1 / frequency, spec.grid.cell_size)
                   : fmt::format("octave {} of {} (wavelength {:.4g} m) is finer than samples {:.4g} m apart can show",
                                 o + 1, count, 1 / frequency, spec.grid.cell_size),
        key);
    return;
  }
}

void scale_window(const MutableHeightView& out, const schema::DrivenSamples& factor) {
  const Region& region = out.region;
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) out.at(x, y) *= static_cast<float>(factor.at(x, y));
  }
}

// Upper bound of |sample|. Between lattice points the noise blends heights and gradient slopes with weights of 0 to 1,
// over at most the diagonal of a cell. The 1 % allows for rounding.
std::optional<float> largest_sample(const FieldSpec& spec) {
  if (spec.rule.fractal != Fractal::sum) return std::nullopt;
  double largest = 0;
  for (const OctaveSpec& octave : spec.octaves) {
    largest += 1.01 * std::abs(octave.amplitude) * (octave.scale.height + 1.4143 * octave.scale.gradient);
  }
  if (!(largest < std::numeric_limits<float>::max())) return std::nullopt;
  return static_cast<float>(largest);
}

}  // namespace

GridSpec noise_grid(const GridParams& params, const NoiseDrives& drives, const InputGrids& inputs) {
  return driven_grid(params, {{&drives.amplitude, "amplitude"}, {&drives.warp, "warp"}}, inputs);
}

FieldKernel noise_kernel(FieldSpec spec, const NoiseDrives& drives, const RunContext& context, std::string_view key) {
  warn_when_too_fine(spec, context, key);
  using Fill = std::function<void(const MutableHeightView&, const schema::DrivenSamples&)>;
  Fill fill;
  const bool on_lattice = spec.base == NoiseBase::gradient || spec.base == NoiseBase::value;
  std::optional<float> largest;
  if (on_lattice && !spec.warp) {
    if (!drives.amplitude.given()) largest = largest_sample(spec);
    fill = [field = std::make_shared<const OctaveField>(std::move(spec))](
               const MutableHeightView& out, const schema::DrivenSamples&) { field->fill(out); };
  } else {
    fill = [field = std::make_shared<const PointField>(std::move(spec))](
               const MutableHeightView& out, const schema::DrivenSamples& strength) { field->fill(out, strength); };
  }
  return {.radius = 0,
          .fill =
              [fill, drives](const FieldWindow& window) {
                const schema::DrivenSamples amplitude = driven_samples(window.inputs, drives.amplitude);
                fill(window.out, driven_samples(window.inputs, drives.warp));
                if (amplitude.is_driven()) scale_window(window.out, amplitude);
              },
          .largest = largest};
}

}  // namespace weald::noise
