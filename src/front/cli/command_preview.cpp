// weald preview: a picture of a stage or a file, or a contact sheet; in a file or in the terminal.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "formats/files/file_set.h"
#include "formats/images/image_writer.h"
#include "front/cli/arguments/cache.h"
#include "front/cli/command.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "front/cli/previews/preview.h"
#include "front/terminal/terminal_view.h"

namespace weald::app {

namespace {

struct PreviewOptions {
  PresetOptions preset;
  CacheOptions cache;
  PreviewRequest request;
  std::string file;                      ///< empty: the terminal; "-": stdout
  std::optional<TerminalMode> terminal;  ///< unset: not asked for
  bool quiet = false;
  bool json = false;
};

/// A number of pixels that a side of a picture may have.
std::optional<int> pixel_count(std::string_view text) {
  const auto number = schema::parse_integer(text);
  if (!number || *number < 16 || *number > 4096) return std::nullopt;
  return static_cast<int>(*number);
}

/// "640x480"
std::optional<render::PixelSize> pixel_size(std::string_view text) {
  const std::size_t x = std::min(text.find('x'), text.size());
  const auto width = pixel_count(text.substr(0, x));
  const auto height = pixel_count(text.substr(std::min(x + 1, text.size())));
  if (!width || !height) return std::nullopt;
  return render::PixelSize{*width, *height};
}

/// Sets the size of --size: "640x480", or "480" for the longer side. Throws CLI11's error for other texts.
void set_size(PreviewRequest& request, const std::string& text) {
  request.size = pixel_size(text);
  request.longest = pixel_count(text);
  if (!request.size && !request.longest)
    throw CLI::ValidationError(
        "--size", fmt::format("'{}' is neither WIDTHxHEIGHT nor one number, of 16 to 4096 pixels each", text));
}

/// Sets the size of --tile, "160x120". Throws CLI11's error for other texts.
void set_tile(PreviewRequest& request, const std::string& text) {
  request.tile = pixel_size(text);
  if (!request.tile)
    throw CLI::ValidationError("--tile", fmt::format("'{}' is not WIDTHxHEIGHT with sides of 16 to 4096 pixels", text));
}

/// Writes the content of a file to stdout.
class StdoutSink final : public io::Sink {
 public:
  void append(std::string_view bytes) override { std::fwrite(bytes.data(), 1, bytes.size(), stdout); }
};

/// Rejects the invalid combinations of options that CLI11 cannot express.
void check_preview_options(const PreviewOptions& options) {
  const PreviewRequest& request = options.request;
  if (options.file.empty()) {
    refuse_option(options.json, "--json", "describes a picture in a file: name it with -o FILE.png");
    const TerminalMode mode = options.terminal.value_or(TerminalMode::automatic);
    const bool shows = mode == TerminalMode::automatic ? stdout_is_terminal() : mode != TerminalMode::off;
    refuse_option(!shows, "preview",
                  "found no terminal that can show the picture: use -o FILE.png or --terminal "
                  "blocks");
  } else if (options.file == "-") {
    refuse_option(options.json, "--json", "needs -o FILE.png: the picture is written to standard output");
    refuse_option(stdout_is_terminal(), "-o -", "would write a PNG to the terminal: remove it, or use -o FILE.png");
  } else {
    refuse_option(!options.file.ends_with(".png"), "-o", "needs a file name that ends in .png");
  }
  refuse_option(!options.file.empty() && options.terminal.value_or(TerminalMode::off) != TerminalMode::off,
                "--terminal", "shows the picture in the terminal, but -o writes it to a file: use one of them");
  refuse_option(request.columns && request.sweeps.size() != 1, "--columns",
                "needs a single --sweep: with two, the values of the first give the columns");
  refuse_option(request.tile && request.sweeps.empty(), "--tile",
                "needs --sweep; for the size of one picture use "
                "--size");
  refuse_option((request.size || request.longest) && !request.sweeps.empty(), "--size",
                "is for one picture; for the size of tiles use "
                "--tile");
}

class PreviewCommand {
 public:
  PreviewCommand(PreviewOptions& options, Context& context, Json& json)
      : options_(options), context_(context), json_(json), bar_(!options.quiet && stderr_is_terminal()) {}

  int run() {
    PreviewRequest& request = options_.request;
    request.preset = session::request_for(options_.preset.paths.front(), options_.preset);
    if (options_.file != "-") request.file = options_.file;
    PreviewRun run;
    run.eval.stop = context_.stop;
    Cache cache(options_.cache);
    run.eval.cache = cache.store();
    run.on_progress = [this](double fraction, std::string_view what) { bar_.show(fraction, what); };
    context_.catch_signals();
    make(request, run);
    bar_.clear();
    report_new(findings_, context_);
    if (const std::string trouble = options_.quiet ? std::string{} : cache.trouble(false); !trouble.empty())
      fmt::print(stderr, "weald: warning: {}\n", trouble);
    json_["diagnostics"] = diagnostics_json(findings_);
    if (!result_.ok) return failure_code(findings_.diagnostics);
    tell();
    return kOk;
  }

 private:
  void make(const PreviewRequest& request, const PreviewRun& run) {
    if (options_.file.empty()) {
      result_ = make_preview(request, run, findings_);
    } else if (options_.file == "-") {
      StdoutSink sink;
      write(request, run, sink);
    } else {
      io::FileSet files;
      files.write(options_.file, [&](io::Sink& sink) { write(request, run, sink); });
      if (!result_.ok) return;
      files.commit();
      bytes_ = files.files().front().size;
    }
  }

  /// Makes the preview and writes it as a PNG.
  void write(const PreviewRequest& request, const PreviewRun& run, io::Sink& sink) {
    result_ = make_preview(request, run, findings_);
    if (result_.ok) io::write_png8(result_.picture, sink);
  }

  void tell() {
    json_["file"] = options_.file;
    json_["bytes"] = bytes_;
    json_["width"] = result_.picture.pixels.width();
    json_["height"] = result_.picture.pixels.height();
    Json& tiles = json_["tiles"] = Json::array();
    for (const PreviewTile& tile : result_.tiles) {
      Json values = Json::object();
      for (const auto& [key, value] : tile.values) values[key] = value;
      tiles.push_back({{"values", std::move(values)}, {"digest", tile.digest}});
    }
    if (options_.file.empty())
      show_in_terminal(result_.picture, options_.terminal.value_or(TerminalMode::automatic));
    else if (options_.file != "-" && !options_.quiet && !options_.json)
      fmt::print("{:>10}  {}\n", size_text(bytes_), options_.file);
  }

  PreviewOptions& options_;
  Context& context_;
  Json& json_;
  ProgressBar bar_;
  session::Findings findings_;
  PreviewResult result_;
  std::uintmax_t bytes_ = 0;
};

void add_choice_of_picture(CLI::App& command, PreviewOptions& options) {
  PreviewRequest& request = options.request;
  CLI::Option* from =
      command.add_option("--from", request.from, "Show the result of this stage, or a part of it, such as tree.lod1")
          ->type_name("STAGE");
  command.add_option("--only", request.output, "Show this output of the preset, by its name there")
      ->type_name("OUTPUT")
      ->excludes(from);
  command
      .add_option("--picture", request.picture, "Set a value of the picture, e.g. --picture style=relief; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command
      .add_option_function<std::string>(
          "--size", [&request](const std::string& text) { set_size(request, text); },
          "Size of the picture, or the most pixels of its longer side (default: as in the preset)")
      ->type_name("WxH|SIDE");
}

void add_sheet(CLI::App& command, PreviewOptions& options) {
  PreviewRequest& request = options.request;
  command
      .add_option("--sweep", request.sweeps,
                  "Make a sheet of variants: KEY=0..15, KEY=0..100..20 or KEY=2,4,8, where KEY is seed, STAGE.KEY or "
                  "picture.KEY; two sweeps make a grid")
      ->type_name("KEY=VALUES")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--columns", request.columns, "Tiles per row of the sheet, 1 to 256")
      ->type_name("N")
      ->transform(whole_number(1, 256));
  command
      .add_option_function<std::string>(
          "--tile", [&request](const std::string& text) { set_tile(request, text); },
          "Size of a tile (default: 320 along the longer side)")
      ->type_name("WxH");
  command.add_flag("--each-alone", request.alone,
                   "Fit camera and colours to every tile separately, instead of "
                   "sharing them");
}

/// Refuses the option that made turntables, whatever stands beside it.
void refuse_turntable(CLI::App& command) {
  command
      .add_flag_callback("--turntable",
                         [] {
                           refuse_option(true, "--turntable",
                                         "is gone: build a picture for each direction, with 'for: {i: 0..35}' and "
                                         "'azimuth: = 10 * i' of an output, and join them with ffmpeg or apngasm");
                         })
      ->group("");
}

}  // namespace

void add_preview(CLI::App& program, Context& context) {
  auto options = std::make_shared<PreviewOptions>();
  CLI::App* command = program.add_subcommand("preview", "Show a preset, one of its stages, or a file");
  add_preset_options(*command, options->preset, false);
  command->get_option("preset")->description(fmt::format(
      "Preset (YAML; '-' reads standard input), name of an installed preset, or a {} file", previewed_extensions()));
  add_coarser_option(*command, options->preset);
  add_thread_option(*command, options->preset.threads);
  add_cache_options(*command, options->cache);
  command
      ->add_option("-o,--output", options->file, "PNG to write; '-' writes to standard output (default: the terminal)")
      ->type_name("FILE");
  add_choice_of_picture(*command, *options);
  add_sheet(*command, *options);
  refuse_turntable(*command);
  command
      ->add_option_function<std::string>(
          "--terminal",
          [options](const std::string& text) {
            for (const auto& [name, mode] : kTerminalModes) {
              if (name != text) continue;
              options->terminal = mode;
              return;
            }
            if (text == "sixel" || text == "kitty")
              throw CLI::ValidationError("--terminal",
                                         fmt::format("'{}' is no longer drawn: use blocks, or -o FILE.png and a viewer "
                                                     "of pictures",
                                                     text));
            throw CLI::ValidationError("--terminal", fmt::format("'{}' must be auto, blocks or off", text));
          },
          "Show the picture in the terminal: auto, blocks or off (default: auto, which is blocks)")
      ->type_name("HOW");
  command->add_flag("-q,--quiet", options->quiet, "Print errors only");
  add_json_option(*command, options->json);
  command->footer(
      "Shows the stage of --from, or else the first output with a picture, or else the last output.\n"
      "The tiles of a sheet share one camera, one vertical scale and one range of colours.\n"
      "Example: weald preview presets/oak.yaml --sweep seed=1..8 -o oaks.png");
  command->callback([options, &context] {
    check_preview_options(*options);
    const ThreadLimit threads(options->preset.threads);
    Json report = report_head("preview");
    const auto work = [&] { return PreviewCommand(*options, context, report).run(); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
