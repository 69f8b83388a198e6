#include "deep/reduce.h"

#include <set>

#include "deep/shrink.h"

namespace weald::deep {

namespace {

// CPU time after which a preset is small enough as it is.
constexpr double kMaxSeconds = 20;

std::string kinds_in(const Node& preset) {
  std::set<std::string> kinds;
  const Entry* stages = preset.find("stages");
  if (stages == nullptr || stages->value.map() == nullptr) return {};
  for (const Entry& stage : *stages->value.map()) {
    const Entry* kind = stage.value.find("kind");
    if (kind != nullptr) kinds.insert(flow_text(kind->value));
  }
  std::string text;
  for (const std::string& kind : kinds) text += " " + kind;
  return text;
}

}  // namespace

Finding reduced(Finding finding, const Setting& setting, const std::filesystem::path& folder) {
  const std::optional<Node> tree = finding.preset.empty() ? std::nullopt : read_tree(finding.preset);
  if (!tree || tree->map() == nullptr) return finding;
  Judge judge(setting.program, folder);
  // Only the run that shows the fault follows the first one.
  const bool is_of_threads = finding.fault.what == "differs, two",
             is_of_vectors = finding.fault.what == "differs, scalar";
  const Runs runs{is_of_threads, is_of_vectors};
  const std::optional<Fault> before = judge.judge(preset_text(*tree), runs).fault;
  if (!before) return finding;
  const Shrunk least = shrink(
      *tree,
      [&](const Node& preset) {
        if (judge.cpu_seconds() > kMaxSeconds) return false;
        const auto fault = judge.judge(preset_text(preset), runs).fault;
        return fault && fault->key == before->key;
      },
      before->what == "hang" ? 20 : 600);
  finding.preset = preset_text(least.preset);
  finding.fault.key = before->key + " of" + kinds_in(least.preset);
  return finding;
}

}  // namespace weald::deep
