// Presets: loading, changing, and what they consist of.

#include <utility>

#include <fmt/format.h>

#include "front/library/handles.h"
#include "front/library/kinds.h"
#include "session/loaded_presets.h"

using namespace weald;
using namespace weald::library;

namespace {

preset::PresetRequest request_for(const char* path, const weald_load_options* given) {
  const weald_load_options options = options_from(given, "weald_load_options");
  preset::PresetRequest request{text(path, "path"), texts(options.set, options.set_count, "set"), {}, {}};
  if (request.path == "-") request.path = "./-";  // "-" would be standard input
  if (options.seed != nullptr) request.seed = std::to_string(*options.seed);
  if (options.variant != nullptr) request.variant = options.variant;
  request.include = texts(options.include, options.include_count, "include");
  if (options.coarser < 0 || options.coarser > preset::kMostCoarser)
    throw StageError(fmt::format("'coarser' is {}; it must be 1 to {}", options.coarser, preset::kMostCoarser));
  request.coarser = std::max(1, options.coarser);
  return request;
}

/// The files that evaluation reads, each once, in a fixed order. A preset given as text is not a file.
std::vector<std::string> inputs_of(const Loaded& loaded, bool is_file) {
  const std::vector<std::string>& texts = loaded.text.files;
  std::vector<std::string> result;
  session::append_new(result, {texts.begin() + (is_file ? 0 : 1), texts.end()});
  session::append_new(result, loaded.preset.graph.files_read());
  return result;
}

weald_preset preset_of(Loaded loaded, bool is_file) {
  auto stages = stages_of(loaded);
  auto outputs = outputs_of(loaded);
  auto inputs = inputs_of(loaded, is_file);
  return {std::move(loaded), is_file, std::move(stages), std::move(outputs), std::move(inputs)};
}

weald_preset read_preset(const preset::PresetRequest& request, std::vector<ReportEntry>& warnings) {
  Loaded loaded = read(request);
  warnings = loaded.warnings;
  return preset_of(std::move(loaded), !request.text);
}

void change(weald_preset* preset, const std::vector<std::string>& assignments, weald_report** report) {
  weald_preset& now = required(preset, "preset");
  weald_preset next = preset_of(changed(now.loaded, assignments), now.is_file);
  warn(report, next.loaded.warnings);
  now = std::move(next);
}

/// The entry with this index; null if there is none.
template <class T>
const T* at(const std::vector<T>& entries, std::size_t index) noexcept {
  return index < entries.size() ? &entries[index] : nullptr;
}

const StageInfo* stage_at(const weald_preset* preset, std::size_t index) noexcept {
  return preset != nullptr ? at(preset->stages, index) : nullptr;
}

}  // namespace

extern "C" {

weald_status weald_preset_load(const char* path, const weald_load_options* options, weald_preset** out,
                               weald_report** report) {
  return make(out, report, [&](auto& warnings) { return read_preset(request_for(path, options), warnings); });
}

weald_status weald_preset_parse(const char* content, size_t size, const char* path, const weald_load_options* options,
                                weald_preset** out, weald_report** report) {
  return make(out, report, [&](auto& warnings) {
    preset::PresetRequest request = request_for(path, options);
    request.text = size > 0 ? std::string(&required(content, "text"), size) : std::string();
    return read_preset(request, warnings);
  });
}

void weald_preset_free(weald_preset* preset) { delete preset; }

weald_status weald_preset_set(weald_preset* preset, const char* const* assignments, size_t count,
                              weald_report** report) {
  return call(report, [&] { change(preset, texts(assignments, count, "assignments"), report); });
}

weald_status weald_preset_set_seed(weald_preset* preset, uint64_t seed, weald_report** report) {
  return call(report, [&] { change(preset, {"seed=" + std::to_string(seed)}, report); });
}

const char* weald_preset_name(const weald_preset* preset) {
  return preset != nullptr ? preset->loaded.preset.name.c_str() : nullptr;
}

uint64_t weald_preset_seed(const weald_preset* preset) { return preset != nullptr ? preset->loaded.preset.seed : 0; }

size_t weald_preset_stage_count(const weald_preset* preset) { return preset != nullptr ? preset->stages.size() : 0; }

weald_status weald_preset_stage(const weald_preset* preset, size_t index, weald_stage* out) {
  const StageInfo* stage = stage_at(preset, index);
  if (stage == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, kind_named(stage->makes), stage->name.c_str(), stage->kind.c_str()});
}

size_t weald_preset_part_count(const weald_preset* preset, size_t stage) {
  const StageInfo* info = stage_at(preset, stage);
  return info != nullptr ? info->parts.size() : 0;
}

weald_status weald_preset_part(const weald_preset* preset, size_t stage, size_t index, weald_part* out) {
  const StageInfo* info = stage_at(preset, stage);
  const PartInfo* part = info != nullptr ? at(info->parts, index) : nullptr;
  if (part == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, kind_named(part->makes), part->name.c_str()});
}

size_t weald_preset_output_count(const weald_preset* preset) { return preset != nullptr ? preset->outputs.size() : 0; }

weald_status weald_preset_output(const weald_preset* preset, size_t index, weald_output* out) {
  const OutputInfo* output = preset != nullptr ? at(preset->outputs, index) : nullptr;
  if (output == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, output->stage.c_str(), output->files.size()});
}

const char* weald_preset_output_file(const weald_preset* preset, size_t output, size_t index) {
  const OutputInfo* info = preset != nullptr ? at(preset->outputs, output) : nullptr;
  const std::string* file = info != nullptr ? at(info->files, index) : nullptr;
  return file != nullptr ? file->c_str() : nullptr;
}

size_t weald_preset_input_count(const weald_preset* preset) { return preset != nullptr ? preset->inputs.size() : 0; }

const char* weald_preset_input(const weald_preset* preset, size_t index) {
  return index < weald_preset_input_count(preset) ? preset->inputs[index].c_str() : nullptr;
}
}
