#include "front/golden/annotations.h"

#include <filesystem>

#include <fmt/format.h>

namespace weald::golden {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kNamedParts = 4;  // limit on the outputs and on the parameters that a message names

std::string escaped(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    const bool has_meaning = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    if (has_meaning)
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result;
}

class Annotations {
 public:
  Annotations(const SuiteResult& result, const Sources& sources, const std::string& folder)
      : result_(result), sources_(sources), folder_(folder) {}

  std::string text() {
    for (const GoldenResult& golden : result_.goldens) add(golden);
    for (const std::string& file : result_.unreferenced)
      put({"error", seen(fs::path(result_.directory) / file), 0, "golden",
           "no golden names this file: " + result_.prune});
    return std::move(text_);
  }

 private:
  void put(const Annotation& annotation) { text_ += github_command(annotation); }

  std::string seen(const fs::path& file) const {
    const fs::path near = file.is_absolute() ? fs::proximate(file) : file;
    return (fs::path(folder_) / near).lexically_normal().generic_string();
  }

  void add(const GoldenResult& golden) {
    const std::string title = "golden " + golden.name;
    for (const Problem& problem : golden.problems) {
      const Diagnostic& found = problem.diagnostic;
      const bool is_error = found.severity == Severity::error;
      put({is_error ? "error" : "warning", problem.file.empty() ? "" : seen(problem.file),
           found.where ? found.where->line : 0, title, found.message + (found.help.empty() ? "" : "\n" + found.help)});
    }
    if (is_good(golden.state) || golden.state == State::failed) return;
    Annotation annotation{"error", "", 0, title, message(golden)};
    if (golden.where) {
      // Text inside a value of --set or goldens.yaml is not a file name.
      std::error_code error;
      const std::string& name = sources_.name(golden.where->source);
      if (fs::is_regular_file(name, error)) {
        annotation.file = seen(name);
        annotation.line = golden.where->line;
      }
    }
    if (annotation.file.empty()) annotation.file = seen(fs::path(result_.directory) / golden.preset);
    put(annotation);
  }

  static std::string message(const GoldenResult& golden) {
    std::string outputs;
    std::size_t count = 0;
    for (const OutputResult& output : golden.outputs) {
      if (is_good(output.state)) continue;
      if (++count <= kNamedParts)
        outputs += fmt::format("{}{} is {}", count == 1 ? "" : ", ", output.file, name_of(output.state));
    }
    if (count > kNamedParts) outputs += fmt::format(" and {} more", count - kNamedParts);
    std::string text = outputs.empty() ? std::string("nothing is pinned") : outputs;
    if (golden.first_stage)
      text += fmt::format("\nfirst stage that differs: {} ({})", golden.first_stage->stage, golden.first_stage->kind);
    for (const std::string& line : change_lines(golden.recipe_changes, kNamedParts)) text += "\nrecipe: " + line;
    return golden.accept.empty() ? text : text + "\naccept: " + golden.accept;
  }

  const SuiteResult& result_;
  const Sources& sources_;
  const std::string& folder_;
  std::string text_;
};

}  // namespace

std::string github_command(const Annotation& annotation) {
  std::string properties;
  const auto add = [&](std::string_view key, const std::string& value) {
    properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", key, escaped(value, true));
  };
  if (!annotation.file.empty()) add("file", annotation.file);
  if (!annotation.file.empty() && annotation.line > 0) add("line", std::to_string(annotation.line));
  if (!annotation.title.empty()) add("title", annotation.title);
  return fmt::format("::{}{}::{}\n", annotation.kind, properties, escaped(annotation.message, false));
}

std::string github_commands(const SuiteResult& result, const Sources& sources, const std::string& folder) {
  return Annotations(result, sources, folder).text();
}

}  // namespace weald::golden
