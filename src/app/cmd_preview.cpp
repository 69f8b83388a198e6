// weald preview: a picture of a stage or a file, a contact sheet, a turntable; in a file or in the terminal.

#include <cstdio>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/preview.h"
#include "app/terminal_view.h"
#include "core/parallel.h"
#include "io/apng.h"
#include "io/file_set.h"
#include "io/image_writer.h"

namespace weald::app {

namespace {

using Json = nlohmann::ordered_json;

struct PreviewOptions {
  PresetOptions preset;
  PreviewRequest request;
  std::string file;  ///< empty: the terminal; "-": stdout
  TerminalMode terminal = TerminalMode::automatic;
  int frames_per_second = 18;
  bool quiet = false;
  bool json = false;
};

/// "640x480". Throws what CLI11 reports for other texts.
render::PixelSize parse_size(const std::string& option, const std::string& text) {
  const std::size_t x = text.find('x');
  const auto side = [&](std::string_view part) {
    const auto number = schema::parse_integer(part);
    if (!number || *number < 16 || *number > 4096)
      throw CLI::ValidationError(option, fmt::format("'{}' is not WIDTHxHEIGHT with sides of 16 to 4096 pixels", text));
    return static_cast<int>(*number);
  };
  return {side(std::string_view(text).substr(0, x)),
          side(x == std::string::npos ? "" : std::string_view(text).substr(x + 1))};
}

/// Writes to stdout what a file would hold.
class StdoutSink final : public io::Sink {
 public:
  void append(std::string_view bytes) override { std::fwrite(bytes.data(), 1, bytes.size(), stdout); }
};

class PreviewCommand {
 public:
  PreviewCommand(PreviewOptions& options, Context& context)
      : options_(options), context_(context), bar_(!options.quiet && stderr_is_terminal()) {}

  int run() {
    if (const std::string wrong = usage_mistake(); !wrong.empty()) {
      fmt::print(stderr, "weald: error: {}\n", wrong);
      return kUsage;
    }
    PreviewRequest& request = options_.request;
    request.path = options_.preset.paths.front();
    request.set = options_.preset.set;
    request.seed = options_.preset.seed;
    Sources sources;
    Diagnostics diagnostics;
    PreviewRun run;
    run.eval.stop = context_.stop;
    run.on_progress = [this](double fraction, std::string_view what) { bar_.show(fraction, what); };
    context_.catch_signals();
    PreviewResult result;
    if (options_.file.empty()) {
      result = make_preview(request, run, sources, diagnostics);
    } else if (options_.file == "-") {
      StdoutSink sink;
      write(request, run, sources, diagnostics, sink, result);
    } else {
      io::FileSet files;
      files.write(options_.file, [&](io::Sink& sink) { write(request, run, sources, diagnostics, sink, result); });
      if (result.ok) files.commit();
      if (result.ok) written_ = files.files().front().size;
    }
    bar_.clear();
    report(diagnostics, sources, context_);
    if (!result.ok) return kUsage;
    tell(result);
    return kOk;
  }

 private:
  bool is_turntable() const { return options_.request.frames.has_value(); }

  std::string usage_mistake() const {
    const PreviewRequest& request = options_.request;
    if (options_.file.empty()) {
      if (is_turntable()) return "a turntable is an animated PNG: give it a file with -o FILE.png";
      if (options_.json) return "--json tells of a picture in a file: give one with -o FILE.png";
      const bool shows =
          options_.terminal == TerminalMode::automatic ? stdout_is_terminal() : options_.terminal != TerminalMode::off;
      if (!shows) return "there is no terminal to show the picture in: give -o FILE.png, or --terminal blocks";
    } else if (options_.file == "-") {
      if (options_.json) return "--json and -o - both write to standard output";
      if (stdout_is_terminal()) return "-o - would write a PNG to the terminal: leave it out, or give -o FILE.png";
    } else if (std::filesystem::path(options_.file).extension() != ".png") {
      return fmt::format("a picture is a '.png', not '{}'", options_.file);
    }
    if (request.columns && request.sweeps.size() != 1)
      return request.sweeps.empty() ? "--columns is for --sweep"
                                    : "--columns is for one --sweep: of several, the first runs along the columns";
    if (request.tile && request.sweeps.empty()) return "--tile is for --sweep; use --size";
    if (request.size && !request.sweeps.empty()) return "--size is for one picture; use --tile";
    return "";
  }

  /// Makes the preview and writes it as one PNG, frame by frame where it moves.
  void write(const PreviewRequest& request, PreviewRun& run, Sources& sources, Diagnostics& diagnostics, io::Sink& sink,
             PreviewResult& result) {
    std::optional<io::ApngWriter> animation;
    run.on_frame = [&](const Image& frame) {
      if (!animation)
        animation.emplace(io::AnimationFormat{frame.pixels.width(), frame.pixels.height(), *request.frames}, sink);
      animation->add(frame, {1, static_cast<std::uint16_t>(options_.frames_per_second)});
    };
    result = make_preview(request, run, sources, diagnostics);
    if (result.ok && !animation) io::write_png8(result.picture, sink);
  }

  void tell(const PreviewResult& result) const {
    if (options_.file.empty()) {
      show_in_terminal(result.picture, options_.terminal);
    } else if (options_.json) {
      print_json(result);
    } else if (options_.file != "-" && !options_.quiet) {
      fmt::print("{:>10}  {}\n", size_text(written_), options_.file);
    }
  }

  void print_json(const PreviewResult& result) const {
    Json json = {{"weald", WEALD_VERSION},
                 {"format", 1},
                 {"file", options_.file},
                 {"bytes", written_},
                 {"width", result.picture.pixels.width()},
                 {"height", result.picture.pixels.height()},
                 {is_turntable() ? "frames" : "tiles", Json::array()}};
    for (const PreviewTile& tile : result.tiles) {
      Json values = Json::object();
      for (const auto& [key, value] : tile.values) values[key] = value;
      json[is_turntable() ? "frames" : "tiles"].push_back({{"values", std::move(values)}, {"digest", tile.digest}});
    }
    fmt::print("{}\n", json.dump(2));
  }

  PreviewOptions& options_;
  Context& context_;
  ProgressBar bar_;
  std::uintmax_t written_ = 0;
};

void add_choice_of_picture(CLI::App& command, PreviewOptions& options) {
  PreviewRequest& request = options.request;
  CLI::Option* from = command.add_option("--from", request.from, "Show this stage's result")->type_name("STAGE");
  command.add_option("--output", request.output, "Show what this output of the preset is made from")
      ->type_name("FILE")
      ->excludes(from);
  command
      .add_option("--picture", request.picture,
                  "Set a value of the picture, e.g. --picture style=relief; repeat for more")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command
      .add_option_function<std::string>(
          "--size", [&request](const std::string& text) { request.size = parse_size("--size", text); },
          "Size of the picture (default: the preset's; of a turntable 480 along the longer side)")
      ->type_name("WxH");
}

void add_sheet_and_turntable(CLI::App& command, PreviewOptions& options) {
  PreviewRequest& request = options.request;
  command
      .add_option("--sweep", request.sweeps,
                  "Make a sheet of variants: KEY=0..15, KEY=0..100..20 or KEY=2,4,8, where KEY is seed, STAGE.KEY or "
                  "picture.KEY; two make a grid")
      ->type_name("KEY=VALUES")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--columns", request.columns, "Tiles in a row of the sheet")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command
      .add_option_function<std::string>(
          "--tile", [&request](const std::string& text) { request.tile = parse_size("--tile", text); },
          "Size of a tile (default: 320 along the longer side)")
      ->type_name("WxH");
  command.add_flag("--each-alone", request.alone, "Fit and colour every tile by itself, not all alike");
  command.add_option("--turntable", request.frames, "Make an animated PNG of one turn, of N frames (default: 36)")
      ->type_name("[N]")
      ->expected(0, 1)
      ->default_str("36")
      ->check(CLI::Range(2, kMostFrames));
  command.add_option("--fps", options.frames_per_second, "Frames per second of the turntable (default: 18)")
      ->type_name("N")
      ->check(CLI::Range(1, 100));
}

}  // namespace

void add_preview(CLI::App& program, Context& context) {
  auto options = std::make_shared<PreviewOptions>();
  CLI::App* command = program.add_subcommand("preview", "Look at a preset, a stage of one, or a file");
  add_preset_options(*command, options->preset, false);
  command->get_option("preset")->description("Preset (YAML; '-' reads standard input), or a .png, .r16 or .obj file");
  add_thread_option(*command, options->preset);
  command->add_option("-o,--out", options->file, "PNG to write; '-' writes to standard output (default: the terminal)")
      ->type_name("FILE");
  add_choice_of_picture(*command, *options);
  add_sheet_and_turntable(*command, *options);
  command
      ->add_option_function<std::string>(
          "--terminal",
          [options](const std::string& text) {
            for (const auto& [name, mode] : kTerminalModes) {
              if (name != text) continue;
              options->terminal = mode;
              return;
            }
            throw CLI::ValidationError("--terminal",
                                       fmt::format("'{}' is none of auto, blocks, kitty, sixel, off", text));
          },
          "Show the picture in the terminal: auto, blocks, kitty, sixel or off (default: auto, which is blocks)")
      ->type_name("HOW");
  command->add_flag("-q,--quiet", options->quiet, "Print errors only");
  command->add_flag("--json", options->json, "Print what was made as JSON");
  command->footer(
      "Shows the stage of --from; else the first output with a picture; else the last output.\n"
      "The tiles of a sheet share one camera, one vertical scale and one range of colours.\n"
      "Example: weald preview presets/oak.yaml --sweep seed=1..8 -o oaks.png");
  command->callback([options, &context] {
    const ThreadLimit threads(options->preset.threads);
    context.exit_code = PreviewCommand(*options, context).run();
  });
}

}  // namespace weald::app
