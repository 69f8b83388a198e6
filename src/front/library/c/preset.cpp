#include <array>

#include "front/library/c/call.h"

using namespace weald;
using namespace weald::c_api;

namespace {

struct NamedKind {
  api::Kind kind;
  weald_kind number;
};
/// The numbers in C never change, even if the order in C++ does.
constexpr std::array<NamedKind, 7> kKinds{{{api::Kind::heightmap, WEALD_HEIGHTMAP},
                                           {api::Kind::image, WEALD_IMAGE},
                                           {api::Kind::curve, WEALD_CURVE},
                                           {api::Kind::string, WEALD_STRING},
                                           {api::Kind::skeleton, WEALD_SKELETON},
                                           {api::Kind::mesh, WEALD_MESH},
                                           {api::Kind::scene, WEALD_SCENE}}};

weald_kind number_of(api::Kind kind) noexcept {
  for (const NamedKind& known : kKinds) {
    if (known.kind == kind) return known.number;
  }
  return 0;
}

api::LoadOptions load_options(const weald_load_options* given) {
  const weald_load_options from = options_from(given, "weald_load_options");
  api::LoadOptions options;
  options.set = texts(from.set, from.set_count, "set");
  if (from.seed != nullptr) options.seed = *from.seed;
  return options;
}

/// The caller's progress function requested a stop.
class Enough : public std::runtime_error {
 public:
  Enough() : std::runtime_error("interrupted") {}
};

/// The options of a run, and whether the caller's progress function has ended it.
class RunCall {
 public:
  explicit RunCall(const weald_run_options* given) : from_(options_from(given, "weald_run_options")) {
    options_.threads = from_.threads;
    if (from_.cancel != nullptr) options_.cancel = &from_.cancel->requested;
    if (from_.progress == nullptr) return;
    options_.progress = [this](const api::Progress& progress) {
      if (from_.progress(from_.user, progress.fraction, std::string(progress.stage).c_str()) != 0) {
        ended_ = true;
        throw Enough();
      }
    };
  }
  RunCall(const RunCall&) = delete;
  RunCall& operator=(const RunCall&) = delete;

  const api::RunOptions& options() const { return options_; }

  /// Delivers the result of the run like the free function deliver().
  template <class T, class Use>
  weald_status deliver(weald_report** report, api::Result<T> result, const Use& use) const {
    if (!result && ended_ && result.error().code == api::Code::interrupted)
      return fail(report, {api::Code::interrupted, "interrupted", {}});
    return c_api::deliver(report, std::move(result), use);
  }

 private:
  weald_run_options from_;
  api::RunOptions options_;
  std::atomic<bool> ended_{false};
};

weald_status deliver_preset(weald_report** report, api::Result<api::Preset> result, weald_preset** out) {
  if (!result) return fail(report, result.error());
  auto made = std::make_unique<weald_preset>(weald_preset{std::move(*result)});
  warn(report, result.warnings());
  *out = made.release();
  return WEALD_OK;
}

/// Sets the caller's handle to null. `out` is null if the caller wants no handle.
template <class Handle>
void clear(Handle** out) noexcept {
  if (out != nullptr) *out = nullptr;
}

weald_status artifacts(const weald_preset* preset, const std::vector<std::string>& stages,
                       const weald_run_options* options, weald_artifact** out, weald_report** report) {
  const RunCall run(options);
  auto result = required(preset, "preset").preset.artifacts(stages, run.options());
  std::vector<std::unique_ptr<weald_artifact>> made;
  if (result) {
    for (const api::Artifact& artifact : *result)
      made.push_back(std::make_unique<weald_artifact>(weald_artifact{artifact}));
  }
  return run.deliver(report, std::move(result), [&](const auto&) {
    for (std::size_t i = 0; i < made.size(); ++i) out[i] = made[i].release();
  });
}

const api::StageInfo* stage_at(const weald_preset* preset, std::size_t index) noexcept {
  if (preset == nullptr || index >= preset->preset.stages().size()) return nullptr;
  return &preset->preset.stages()[index];
}

const api::OutputInfo* output_at(const weald_preset* preset, std::size_t index) noexcept {
  if (preset == nullptr || index >= preset->preset.outputs().size()) return nullptr;
  return &preset->preset.outputs()[index];
}

}  // namespace

extern "C" {

const char* weald_kind_name(weald_kind kind) {
  for (const NamedKind& known : kKinds) {
    if (known.number == kind) return api::name_of(known.kind).data();  // a literal
  }
  return nullptr;
}

weald_status weald_preset_load(const char* path, const weald_load_options* options, weald_preset** out,
                               weald_report** report) {
  clear(out);
  return call(report, [&] {
    required(out, "out");
    return deliver_preset(report, api::Preset::load(text(path, "path"), load_options(options)), out);
  });
}

weald_status weald_preset_parse(const char* content, size_t size, const char* path, const weald_load_options* options,
                                weald_preset** out, weald_report** report) {
  clear(out);
  return call(report, [&] {
    required(out, "out");
    const std::string preset = size > 0 ? std::string(&required(content, "text"), size) : std::string();
    return deliver_preset(report, api::Preset::parse(preset, text(path, "path"), load_options(options)), out);
  });
}

void weald_preset_free(weald_preset* preset) { delete preset; }

weald_status weald_preset_set(weald_preset* preset, const char* const* assignments, size_t count,
                              weald_report** report) {
  return call(report, [&] {
    return deliver(report, required(preset, "preset").preset.set_all(texts(assignments, count, "assignments")),
                   [](const api::Done&) {});
  });
}

weald_status weald_preset_set_seed(weald_preset* preset, uint64_t seed, weald_report** report) {
  return call(report, [&] {
    return deliver(report, required(preset, "preset").preset.set_seed(seed), [](const api::Done&) {});
  });
}

const char* weald_preset_name(const weald_preset* preset) {
  return preset != nullptr ? preset->preset.name().c_str() : nullptr;
}

uint64_t weald_preset_seed(const weald_preset* preset) { return preset != nullptr ? preset->preset.seed() : 0; }

size_t weald_preset_stage_count(const weald_preset* preset) {
  return preset != nullptr ? preset->preset.stages().size() : 0;
}

weald_status weald_preset_stage(const weald_preset* preset, size_t index, weald_stage* out) {
  const api::StageInfo* stage = stage_at(preset, index);
  if (stage == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, number_of(stage->artifact), stage->name.c_str(), stage->kind.c_str()});
}

size_t weald_preset_part_count(const weald_preset* preset, size_t stage) {
  const api::StageInfo* info = stage_at(preset, stage);
  return info != nullptr ? info->parts.size() : 0;
}

weald_status weald_preset_part(const weald_preset* preset, size_t stage, size_t index, weald_part* out) {
  const api::StageInfo* info = stage_at(preset, stage);
  if (info == nullptr || index >= info->parts.size()) return WEALD_ERROR_PRESET;
  return fill(out, {0, number_of(info->parts[index].artifact), info->parts[index].name.c_str()});
}

size_t weald_preset_output_count(const weald_preset* preset) {
  return preset != nullptr ? preset->preset.outputs().size() : 0;
}

weald_status weald_preset_output(const weald_preset* preset, size_t index, weald_output* out) {
  const api::OutputInfo* output = output_at(preset, index);
  if (output == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, output->stage.c_str(), output->files.size()});
}

const char* weald_preset_output_file(const weald_preset* preset, size_t output, size_t index) {
  const api::OutputInfo* info = output_at(preset, output);
  return info != nullptr && index < info->files.size() ? info->files[index].c_str() : nullptr;
}

size_t weald_preset_input_count(const weald_preset* preset) {
  return preset != nullptr ? preset->preset.inputs().size() : 0;
}

const char* weald_preset_input(const weald_preset* preset, size_t index) {
  return index < weald_preset_input_count(preset) ? preset->preset.inputs()[index].c_str() : nullptr;
}

weald_status weald_preset_build(const weald_preset* preset, const char* directory, const weald_run_options* options,
                                weald_files** out, weald_report** report) {
  clear(out);
  return call(report, [&] {
    const RunCall run(options);
    auto made = std::make_unique<weald_files>();
    const auto folder = text(directory, "directory");
    auto result = required(preset, "preset").preset.build(folder, run.options());
    if (result) {
      for (api::WrittenFile& file : *result) made->files.push_back({std::move(file.path), file.bytes});
    }
    return run.deliver(report, std::move(result), [&](const auto&) {
      if (out != nullptr) *out = made.release();
    });
  });
}

weald_status weald_preset_digests(const weald_preset* preset, const weald_run_options* options, weald_files** out,
                                  weald_report** report) {
  clear(out);
  return call(report, [&] {
    required(out, "out");
    const RunCall run(options);
    auto made = std::make_unique<weald_files>();
    auto result = required(preset, "preset").preset.digests(run.options());
    if (result) {
      for (api::OutputDigest& file : *result) made->files.push_back({std::move(file.file), 0, std::move(file.digest)});
    }
    return run.deliver(report, std::move(result), [&](const auto&) { *out = made.release(); });
  });
}

weald_status weald_preset_artifact(const weald_preset* preset, const char* stage, const weald_run_options* options,
                                   weald_artifact** out, weald_report** report) {
  clear(out);
  return call(report, [&] {
    required(out, "out");
    return artifacts(preset, {text(stage, "stage")}, options, out, report);
  });
}

weald_status weald_preset_artifacts(const weald_preset* preset, const char* const* stages, size_t count,
                                    const weald_run_options* options, weald_artifact** out, weald_report** report) {
  for (size_t i = 0; out != nullptr && i < count; ++i) out[i] = nullptr;
  return call(report, [&] {
    if (count > 0) required(out, "out");
    return artifacts(preset, texts(stages, count, "stages"), options, out, report);
  });
}

weald_status weald_preset_picture(const weald_preset* preset, const char* stage, const char* const* settings,
                                  size_t count, const weald_run_options* options, weald_picture** out,
                                  weald_report** report) {
  clear(out);
  return call(report, [&] {
    required(out, "out");
    const RunCall run(options);
    auto made = std::make_unique<weald_picture>();
    auto result = required(preset, "preset")
                      .preset.picture(text(stage, "stage"), texts(settings, count, "settings"), run.options());
    return run.deliver(report, std::move(result), [&](const api::Image& image) {
      made->image = image;
      *out = made.release();
    });
  });
}

size_t weald_files_count(const weald_files* files) { return files != nullptr ? files->files.size() : 0; }

weald_status weald_files_get(const weald_files* files, size_t index, weald_file* out) {
  if (index >= weald_files_count(files)) return WEALD_ERROR_PRESET;
  const weald_files::File& file = files->files[index];
  return fill(out, {0, file.path.c_str(), file.bytes, file.digest ? file.digest->c_str() : nullptr});
}

void weald_files_free(weald_files* files) { delete files; }

weald_kind weald_artifact_kind(const weald_artifact* artifact) {
  return artifact != nullptr ? number_of(artifact->artifact.kind()) : 0;
}
}
