#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "front/golden/check.h"
#include "front/golden/content.h"

namespace weald::golden {

namespace fs = std::filesystem;

namespace {

void write_text(const fs::path& path, const std::string& text, io::FileSet& files) {
  files.write(path, [&](io::Sink& sink) { sink.append(text); });
}

std::vector<PinChange> changes_between(const std::map<std::string, std::string>& before,
                                       const std::map<std::string, std::string>& after) {
  std::map<std::string, PinChange> changes;
  for (const auto& [file, digest] : before) changes[file] = {file, digest, {}};
  for (const auto& [file, digest] : after) {
    changes[file].file = file;
    changes[file].after = digest;
  }
  std::vector<PinChange> result;
  for (auto& [file, change] : changes)
    if (change.before != change.after) result.push_back(std::move(change));
  return result;
}

/// Every regular file below `folder`, relative to `base`; none if there is no such folder.
void collect_files(const fs::path& folder, const fs::path& base, std::vector<std::string>& files) {
  if (!fs::is_directory(folder)) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(base).generic_string());
  }
}

}  // namespace

std::optional<PinResult> pin_golden(const Suite& suite, const GoldenState& state, const RunOptions& options,
                                    bool with_references, Diagnostics& diagnostics, io::FileSet& files) {
  const GoldenSpec& spec = *state.golden.spec;
  const fs::path folder = references_path(suite.directory, spec.name.value);
  const bool keep = with_references || spec.keep == Keep::references || fs::is_directory(folder);
  const pipeline::Graph& graph = state.golden.preset.graph;
  const RunContext context = session::output_context(options);
  const ScratchFolder scratch;
  PinResult result;
  Pinned actual;
  const bool ok =
      run_golden(state.golden, options, diagnostics, actual,
                 [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const std::string&) {
                   if (!keep) return;
                   const Content content = content_of(output.decl.spec, artifact, scratch, context);
                   write_reference({graph, output}, artifact, content, folder, context, files);
                 });
  if (!ok) return std::nullopt;
  result.changes =
      changes_between(state.pinned ? state.pinned->outputs : std::map<std::string, std::string>{}, actual.outputs);
  result.recipe_changed = state.pinned && state.pinned->recipe != actual.recipe;
  result.wrote_digests = !state.pinned || !state.pinned->same_digests(actual);
  const std::string& name = spec.name.value;
  if (result.wrote_digests) write_text(pinned_path(suite.directory, name), pinned_text(actual), files);
  if (state.pinned_recipe != state.golden.recipe)
    write_text(recipe_path(suite.directory, name), state.golden.recipe, files);
  return result;
}

std::vector<std::string> unreferenced_files(const Suite& suite, const std::vector<GoldenState>& goldens) {
  std::set<std::string> known, broken;
  std::map<std::string, std::vector<std::string>> gone;  // outputs that are pinned but no longer made, by golden
  for (const GoldenState& state : goldens) {
    const std::string& name = state.golden.spec->name.value;
    known.insert(pinned_path({}, name).generic_string());
    known.insert(recipe_path({}, name).generic_string());
    if (!state.is_sound()) {
      broken.insert(name);
      continue;
    }
    const fs::path folder = fs::path(kReferencesFolder) / name;
    for (const pipeline::GraphOutput& output : state.golden.preset.graph.outputs) {
      for (const std::string& file : reference_files(state.golden.preset.graph, output))
        known.insert((folder / file).lexically_normal().generic_string());
    }
    if (!state.pinned) continue;
    for (const auto& [file, digest] : state.pinned->outputs)
      if (known.count((folder / file).lexically_normal().generic_string()) == 0) gone[name].push_back(file);
  }
  // An output that is no longer made stays pinned until the next update, which removes its whole reference.
  const auto is_pinned = [&](const fs::path& file) {
    const auto part = std::next(file.begin());  // references/NAME/FILE
    if (*file.begin() != kReferencesFolder || part == file.end()) return false;
    if (broken.count(part->string()) == 1) return true;
    const auto outputs = gone.find(part->string());
    if (outputs == gone.end()) return false;
    const std::string inside = file.lexically_relative(fs::path(kReferencesFolder) / *part).generic_string();
    return std::any_of(outputs->second.begin(), outputs->second.end(),
                       [&](const std::string& output) { return may_belong_to(inside, output); });
  };
  std::vector<std::string> files;
  try {
    for (const std::string_view folder : {kPinnedFolder, kReferencesFolder})
      collect_files(suite.directory / folder, suite.directory, files);
  } catch (const fs::filesystem_error& e) {
    throw IoError(fmt::format("cannot read the folder '{}': {}", e.path1().string(), e.code().message()));
  }
  std::sort(files.begin(), files.end());
  std::erase_if(files, [&](const std::string& f) { return known.count(f) == 1 || is_pinned(f); });
  return files;
}

}  // namespace weald::golden
