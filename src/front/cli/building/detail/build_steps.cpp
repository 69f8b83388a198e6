#include "front/cli/building/detail/build_steps.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

namespace weald::app {

int run_loaded(Build& build, Json& report, const std::vector<std::size_t>& which) {
  const BuildOptions& options = build.options;
  if (options.list_inputs || options.list_outputs) return list_files(build, report);
  std::vector<std::size_t> numbers = which;
  if (numbers.empty()) {
    numbers.resize(build.loaded.presets.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  }
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, numbers.size()));
  int code = kOk;
  report["presets"] = Json::array();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_last = i + 1 == numbers.size();
    Json entry;
    const Turn turn{numbers[i], static_cast<double>(i) * share, share,
                    is_last && !options.depfile.empty() && code == kOk};
    const bool is_world = build.preset(numbers[i]).world && !options.region;
    const int own = options.dry_run ? (is_world ? plan_world : plan_preset)(build, numbers[i], entry)
                                    : (is_world ? run_world : run_preset)(build, turn, entry);
    report["presets"].push_back(std::move(entry));
    if (own != kOk) code = own;
  }
  report["diagnostics"] = diagnostics_json(build.loaded);
  if (!options.preview.empty() && code == kOk && numbers.front() == 0)
    code = draw_preview(options, build.cache.store(), build.context);
  return code;
}

}  // namespace weald::app
