#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "formats/files/read_file.h"
#include "front/golden/report.h"
#include "front/golden/suite.h"

namespace weald::golden {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxResultsBytes = 64u << 20;

void put(io::FileSet& files, const fs::path& path, const std::string& bytes) {
  files.write(path, [&](io::Sink& sink) { sink.append(bytes); });
}

}  // namespace

std::set<std::string> goldens_of_report(const fs::path& folder) {
  std::set<std::string> names;
  const fs::path path = folder / "results.json";
  if (!fs::exists(path)) return names;
  const auto json = nlohmann::json::parse(io::read_file(path, kMaxResultsBytes), nullptr, false);
  if (!json.is_object() || !json.contains("weald") || !json.contains("goldens")) return names;
  for (const auto& golden : json["goldens"]) {
    if (!golden.is_object() || !golden.contains("name") || !golden["name"].is_string()) continue;
    const auto name = golden["name"].get<std::string>();
    if (is_golden_name(name)) names.insert(name);
  }
  return names;
}

void write_report(const SuiteResult& result, const fs::path& folder, io::FileSet& files) {
  for (const std::string& name : goldens_of_report(folder)) {
    std::error_code ignored;  // if a file cannot be removed, writing its successor fails
    fs::remove_all(folder / name, ignored);
  }
  for (const GoldenResult& golden : result.goldens) {
    for (const OutputResult& output : golden.outputs) {
      for (const auto& [what, bytes] : output.evidence.pictures)
        put(files, folder / golden.name / output.file / (what + ".png"), bytes);
    }
  }
  put(files, folder / "results.json", json_report(result));
  put(files, folder / "junit.xml", junit_report(result));
  put(files, folder / "summary.md", markdown_report(result));
  put(files, folder / "index.html", html_report(result));
}

}  // namespace weald::golden
