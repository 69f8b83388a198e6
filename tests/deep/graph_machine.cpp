#include "deep/graph_machine.h"

#include "deep/random_graph.h"

namespace weald::deep {

GraphMachine::GraphMachine(const Setting& setting) : setting_(setting), presets_(setting.folder / "home") {}

Node GraphMachine::make(std::uint64_t index) const {
  Dice dice(setting_.seed, index);
  return random_preset(presets_, dice);
}

std::string GraphMachine::title(std::uint64_t index) const {
  const Node preset = make(index);
  std::string kinds;
  for (const Entry& stage : *preset.find("stages")->value.map())
    kinds += (kinds.empty() ? "" : ", ") + flow_text(stage.value.find("kind")->value);
  return "graph of " + kinds;
}

CaseResult GraphMachine::run(std::uint64_t index, const std::filesystem::path& folder) const {
  const std::string text = preset_text(make(index));
  const Verdict verdict = Judge(setting_.program, folder).judge(text, {});
  CaseResult result{verdict.only_checked ? "only checked" : "exit code " + std::to_string(verdict.code)};
  if (verdict.fault) result.finding = {*verdict.fault, title(index), text, text};
  return result;
}

}  // namespace weald::deep
