#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <weald/weald.h>

#include "formats/files/file_set.h"
#include "front/library/content.h"
#include "front/library/failure.h"
#include "front/library/loaded.h"
#include "front/library/run.h"
#include "picture/render/picture.h"
#include "session/loaded_presets.h"
#include "session/write.h"

namespace weald::api {

namespace {

/// The files that evaluation reads, each once, in a fixed order. A preset given as text is not a file.
std::vector<std::string> inputs_of(const Loaded& loaded, bool is_file) {
  const std::vector<std::string>& texts = loaded.text.files;
  std::vector<std::string> result;
  session::append_new(result, {texts.begin() + (is_file ? 0 : 1), texts.end()});
  session::append_new(result, loaded.preset.graph.files_read());
  return result;
}

preset::PresetRequest request_for(const std::string& path, const LoadOptions& options) {
  // "-" would be standard input.
  preset::PresetRequest request{path == "-" ? "./-" : path, options.set, {}, {}};
  if (options.seed) request.seed = std::to_string(*options.seed);
  if (!options.variant.empty()) request.variant = options.variant;
  request.include = options.include;
  if (options.coarser < 1 || options.coarser > preset::kMostCoarser)
    throw StageError(fmt::format("'coarser' is {}; it must be 1 to {}", options.coarser, preset::kMostCoarser));
  request.coarser = options.coarser;
  return request;
}

/// Runs the graph of the preset by `work`, which returns false after an error. After success `finish` makes the result.
template <class Work, class Finish>
auto run(const Loaded& loaded, const RunOptions& options, const Work& work, const Finish& finish)
    -> Result<decltype(finish())> {
  const pipeline::Graph& graph = loaded.preset.graph;
  Diagnostics diagnostics;
  Run run(options);
  if (!work(graph, run.options(), diagnostics)) return preset_error(diagnostics, loaded.sources);
  run.tell_end(graph);
  return {finish(), warnings_of(diagnostics, loaded.sources)};
}

/// A `work` for run() that passes each artifact to `sink`.
auto handing_to(session::OutputWork sink) {
  return
      [sink = std::move(sink)](const pipeline::Graph& graph, const session::RunOptions& how, Diagnostics& diagnostics) {
        return session::run_graph(graph, how, diagnostics, sink);
      };
}

}  // namespace

const char* version() noexcept { return WEALD_VERSION; }

struct Preset::Impl {
  Loaded loaded;
  bool is_file = true;
  std::vector<StageInfo> stages;
  std::vector<OutputInfo> outputs;
  std::vector<std::string> inputs;

  Impl(Loaded from, bool from_file)
      : loaded(std::move(from)),
        is_file(from_file),
        stages(stages_of(loaded)),
        outputs(outputs_of(loaded)),
        inputs(inputs_of(loaded, is_file)) {}

  static Result<Preset> make(const preset::PresetRequest& request) {
    auto loaded = read(request);
    if (!loaded) return loaded.error();
    return {Preset(std::make_unique<Impl>(std::move(*loaded), !request.text)), loaded.warnings()};
  }
};

Preset::Preset(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Preset::Preset(Preset&&) noexcept = default;
Preset& Preset::operator=(Preset&&) noexcept = default;
Preset::~Preset() = default;

Result<Preset> Preset::load(const std::string& path, const LoadOptions& options) {
  return guarded([&] { return Impl::make(request_for(path, options)); });
}

Result<Preset> Preset::parse(const std::string& text, const std::string& path, const LoadOptions& options) {
  return guarded([&] {
    preset::PresetRequest request = request_for(path, options);
    request.text = text;
    return Impl::make(request);
  });
}

Status Preset::set(const std::string& assignment) { return set_all({assignment}); }

Status Preset::set_all(const std::vector<std::string>& assignments) {
  return guarded([&]() -> Status {
    auto loaded = changed(impl_->loaded, assignments);
    if (!loaded) return loaded.error();
    impl_ = std::make_unique<Impl>(std::move(*loaded), impl_->is_file);
    return {Done{}, loaded.warnings()};
  });
}

Status Preset::set_seed(std::uint64_t seed) { return set("seed=" + std::to_string(seed)); }

const std::string& Preset::name() const noexcept { return impl_->loaded.preset.name; }
std::uint64_t Preset::seed() const noexcept { return impl_->loaded.preset.seed; }
const std::vector<StageInfo>& Preset::stages() const noexcept { return impl_->stages; }
const std::vector<OutputInfo>& Preset::outputs() const noexcept { return impl_->outputs; }
const std::vector<std::string>& Preset::inputs() const noexcept { return impl_->inputs; }

Result<std::vector<WrittenFile>> Preset::build(const std::string& directory, const RunOptions& options) const {
  return guarded([&] {
    io::FileSet files;
    const auto write = [&](const pipeline::Graph& graph, const session::RunOptions& how, Diagnostics& diagnostics) {
      return session::write_outputs(graph, {how, directory}, diagnostics, files);
    };
    return run(impl_->loaded, options, write, [&] {
      files.commit();
      std::vector<WrittenFile> written;
      for (const io::WrittenFile& file : files.files()) written.push_back({file.path.string(), file.size});
      return written;
    });
  });
}

Result<std::vector<OutputDigest>> Preset::digests(const RunOptions& options) const {
  return guarded([&] {
    std::vector<OutputDigest> result;
    const auto digest = [&](const pipeline::Graph& graph, const session::RunOptions& how, Diagnostics& diagnostics) {
      auto digests = session::digest_outputs(graph, how, diagnostics);
      if (!digests) return false;
      for (session::OutputDigest& one : *digests) result.push_back({std::move(one.file), std::move(one.digest)});
      return true;
    };
    return run(impl_->loaded, options, digest, [&] { return std::move(result); });
  });
}

Result<std::vector<Artifact>> Preset::artifacts(const std::vector<std::string>& stages,
                                                const RunOptions& options) const {
  return guarded([&]() -> Result<std::vector<Artifact>> {
    check(options);
    if (stages.empty()) return std::vector<Artifact>{};
    const auto loaded = with_stages(impl_->loaded, stages);
    if (!loaded) return loaded.error();
    std::map<std::string, std::shared_ptr<const Artifact::Content>> made;
    const auto keep = [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const RunContext&) {
      auto& content = made[output.decl.spec.from.stage];
      if (content == nullptr)
        content = std::make_shared<const Artifact::Content>(Artifact::Content{output.decl.spec.from.stage, artifact});
    };
    return run(*loaded, options, handing_to(keep), [&] {
      std::vector<Artifact> result;
      for (const std::string& stage : stages) result.push_back(Artifact(made.at(stage)));
      return result;
    });
  });
}

Result<Artifact> Preset::artifact(const std::string& stage, const RunOptions& options) const {
  auto result = artifacts({stage}, options);
  if (!result) return result.error();
  return {std::move(result->front()), result.warnings()};
}

Result<Image> Preset::picture(const std::string& stage, const std::vector<std::string>& settings,
                              const RunOptions& options) const {
  return guarded([&]() -> Result<Image> {
    check(options);
    const auto loaded = with_picture(impl_->loaded, stage, settings);
    if (!loaded) return loaded.error();
    Image picture;
    const auto draw = [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact,
                          const RunContext& context) {
      const auto drawn =
          std::make_shared<const weald::Image>(pipeline::draw(artifact, *output.decl.spec.picture, context));
      picture = public_image(*drawn, drawn);
    };
    return run(*loaded, options, handing_to(draw), [&] { return picture; });
  });
}

}  // namespace weald::api
