#include "stages/land/noise/constant.h"

#include <algorithm>
#include <cmath>

namespace weald::noise {

FieldKernel Constant::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  const auto value = static_cast<float>(params.value);
  return {.radius = 0,
          .fill =
              [value](const FieldWindow& window) {
                const Region& region = window.out.region;
                for (int y = region.y; y < region.y + region.height; ++y)
                  std::fill_n(window.out.row(y) + region.x, region.width, value);
              },
          .largest = std::abs(value)};
}

}  // namespace weald::noise
