// weald view: writes a page that shows a preset or a file in a browser.

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "engine/outputs/writers.h"
#include "front/cli/building/build.h"
#include "front/cli/command.h"
#include "front/cli/console/failure.h"
#include "front/cli/previews/preview.h"
#include "schema/codec.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  BuildOptions build;  ///< with the preset or the file
  std::string file;    ///< page to write; empty: NAME.html in the current folder
  std::string from;    ///< stage to show; empty: chosen
};

constexpr std::string_view kPage = ".html";

/// The stage to show: that of the first output of a scene, or else of a mesh, or else of a heightmap. Empty: none.
std::string chosen_stage(const pipeline::Graph& graph) {
  constexpr std::array<std::string_view, 3> kShown{"scene", "mesh", "heightmap"};
  for (const std::string_view artifact : kShown) {
    for (const pipeline::GraphOutput& output : graph.outputs) {
      if (graph.stages[output.stage].decl.kind->output == artifact) return output.decl.spec.from.stage;
    }
  }
  return {};
}

/// Builds the preset with the page as its only output.
int view_preset(ViewOptions& options, const fs::path& page, Context& context) {
  PresetOptions& presets = options.build.presets;
  session::LoadedPresets loaded = load_presets(presets, context);
  if (!loaded.ok()) return failure_code(loaded.diagnostics);
  if (loaded.presets.front().text.root.find("seeds") != nullptr) {  // a page shows the first sibling
    presets.seed = std::to_string(loaded.presets.front().preset->seed);
    loaded = session::load_presets(presets);
    if (!loaded.ok()) return failure_code(loaded.diagnostics);
  }
  const preset::Preset& preset = *loaded.presets.front().preset;
  if (options.from.empty()) {
    options.from = chosen_stage(preset.graph);
    if (options.from.empty()) {
      report_error(fmt::format("'{}' has no output of a mesh, a scene or a heightmap", presets.paths.front()), context,
                   "name a stage that makes one: --from STAGE");
      return kUsage;
    }
  }
  if (preset.world) presets.set.emplace_back("world=~");  // a page shows the whole map
  presets.set.push_back(fmt::format("outputs=[{{from: {}, file: {}{}}}]", schema::quoted_text(options.from),
                                    schema::quoted_text(page.filename().string()),
                                    options.build.watch ? ", reload: true" : ""));
  options.build.directory = page.parent_path().string();
  return options.build.watch ? watch_build(options.build, context) : run_build(options.build, context);
}

/// Writes the page of a file that is no preset.
int view_file(const std::string& path, const fs::path& page, Context& context) {
  session::Findings findings;
  const pipeline::SharedArtifact artifact = read_previewed_file(path, findings.diagnostics);
  report_new(findings, context);
  if (artifact == nullptr) return failure_code(findings.diagnostics);
  if (pipeline::find_writer(pipeline::name_of(*artifact), kPage) == nullptr) {
    report_error(
        fmt::format("'{}' holds {}, which has no page", path, schema::with_article(pipeline::name_of(*artifact))),
        context, "pages show meshes, scenes and heightmaps");
    return kUsage;
  }
  pipeline::OutputSpec spec;
  spec.file.value = page.filename().string();
  spec.origin.preset = fs::path(path).filename().string();
  io::FileSet files;
  pipeline::write_output(spec, *artifact, page.parent_path(), {}, files);
  files.commit();
  fmt::print("{:>10}  {}\n", schema::readable_bytes(static_cast<double>(files.files().front().size)), page.string());
  return kOk;
}

/// Whether the file is there, but is no preset, nor has the name of one.
bool is_unknown_file(const PresetOptions& presets) {
  if (may_be_preset(presets.paths.front())) return false;
  const session::LoadedPresets loaded = session::load_presets(presets);
  return !loaded.ok() && !loaded.diagnostics.has_unreadable();
}

int view(ViewOptions options, Context& context) {
  const std::string path = options.build.presets.paths.front();
  const fs::path page =
      options.file.empty() ? fs::path(preset::preset_name(path) + std::string(kPage)) : fs::path(options.file);
  if (page.extension() != kPage) {
    report_error(fmt::format("the page '{}' needs a name that ends in .html", page.string()), context);
    return kUsage;
  }
  if (!is_previewed_file(path)) {
    if (is_unknown_file(options.build.presets)) {
      report_error(unknown_file_text(path), context, unknown_file_advice());
      return kUsage;
    }
    return view_preset(options, page, context);
  }
  const PresetOptions& presets = options.build.presets;
  if (!options.from.empty() || !presets.set.empty() || !presets.seed.empty() || options.build.watch) {
    report_error(fmt::format("'{}' is not a preset: it has no stages, values or seed", path), context);
    return kUsage;
  }
  return view_file(path, page, context);
}

}  // namespace

void add_view(CLI::App& program, Context& context) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command = program.add_subcommand("view", "Write a page that shows a preset or a file in a browser");
  add_preset_options(*command, options->build.presets, false);
  command->get_option("preset")->description(
      fmt::format("Preset (YAML), name of an installed preset, or a {} file", previewed_extensions()));
  add_coarser_option(*command, options->build.presets);
  add_thread_option(*command, options->build.presets.threads);
  add_cache_options(*command, options->build.cache);
  command->add_option("-o,--output", options->file, "Page to write (default: NAME.html in the current folder)")
      ->type_name("FILE");
  command
      ->add_option(
          "--from", options->from,
          "Show the result of this stage (default: that of the first output of a scene, a mesh or a heightmap)")
      ->type_name("STAGE");
  command->add_flag("--watch", options->build.watch,
                    "Write the page again whenever a file that was read changes; a browser that shows it reloads it");
  command->footer(
      "The page is one file that needs no network: orbit, wireframe, levels of detail, materials, statistics and the\n"
      "parameters of the preset. Outputs of presets can be pages too: {from: tree, file: tree.html}.\n"
      "Example: weald view oak\n"
      "Example: weald view presets/valley.yaml --set season=autumn -o valley.html");
  command->callback([options, &context] {
    const ThreadLimit threads(options->build.presets.threads);
    context.exit_code = view(*options, context);
  });
}

}  // namespace weald::app
