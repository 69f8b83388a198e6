#include "front/compare/verdict_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weald::compare {

std::string figure_text(double value, std::string_view unit) {
  if (unit == "share") return fmt::format("{:.6g} %", value * 100);
  return unit.empty() ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

std::string gates_text(const Verdict& verdict) {
  using Row = std::array<std::string, 5>;
  std::vector<Row> rows;
  Row::size_type column = 0;
  std::array<std::size_t, 4> widths{};
  for (const Gate& gate : verdict.gates) {
    rows.push_back({std::string(gate.name), figure_text(gate.value, gate.unit),
                    gate.limit ? "limit " + figure_text(*gate.limit, gate.unit) : std::string{},
                    !gate.limit   ? ""
                    : gate.passed ? "ok"
                                  : "FAIL",
                    gate.note});
    for (column = 0; column < widths.size(); ++column)
      widths[column] = std::max(widths[column], rows.back()[column].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("  {:<{}}  {:>{}}  {:<{}}  {:<{}}  {}", row[0], widths[0], row[1], widths[1], row[2],
                                   widths[2], row[3], widths[3], row[4]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string summary_text(const Verdict& verdict) {
  std::string text(name_of(verdict.outcome));
  std::string failed;
  for (const Gate& gate : verdict.gates) {
    if (gate.passed) continue;
    failed += failed.empty() ? ": " : ", ";
    failed += gate.name;
  }
  text += failed;
  if (!verdict.first.empty()) text += "; first: " + verdict.first;
  return text;
}

std::string headline_text(const Verdict& verdict) {
  constexpr std::size_t kShownGates = 2;
  std::string text(name_of(verdict.outcome));
  std::size_t failed = 0;
  for (const Gate& gate : verdict.gates) {
    if (gate.passed || ++failed > kShownGates) continue;
    text += failed == 1 ? ": " : ", ";
    // Counts that must be equal report their difference: "faces: 5 instead of 4".
    if (gate.limit == 0.0 && !gate.note.empty()) {
      text += fmt::format("{}: {}", gate.name, gate.note);
      continue;
    }
    text += fmt::format("{} {}", gate.name, figure_text(gate.value, gate.unit));
    if (gate.limit) text += fmt::format(" (limit {})", figure_text(*gate.limit, gate.unit));
  }
  if (failed > kShownGates) text += fmt::format(" and {} more", failed - kShownGates);
  if (!verdict.first.empty()) text += "; first: " + verdict.first;
  return text;
}

}  // namespace weald::compare
