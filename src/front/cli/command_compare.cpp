// weald compare: how much two results differ, with an exit code for scripts.

#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "formats/files/file_set.h"
#include "formats/images/height_files.h"
#include "formats/images/image_writer.h"
#include "formats/meshes/mesh_file.h"
#include "front/cli/arguments/output_conflicts.h"
#include "front/cli/command.h"
#include "front/cli/console/json_report.h"
#include "front/compare/content_reader.h"
#include "front/compare/pictures.h"
#include "front/compare/verdict.h"
#include "front/compare/verdict_text.h"
#include "schema/decode.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

constexpr int kDiffGap = 8;                         // pixels between the pictures of --diff
constexpr std::size_t kLargestInRows = 16'000'000;  // pixels of each of them

struct CompareOptions {
  std::string expected, actual;
  std::vector<std::string> tolerances;
  std::string diff;  ///< empty: no picture
  bool json = false, quiet = false, exact = false;
  int threads = 0;
};

/// One run of the command, and the report that it fills.
struct CompareRun {
  const CompareOptions& options;
  const Context& context;
  Json& report;
};

/// The verdict, and a picture of the difference if requested.
struct Comparison {
  compare::Verdict verdict;
  std::optional<Image> picture;
};

/// The tolerance of one kind with the values of --tolerance; unset after a reported error.
template <class Tolerance>
std::optional<Tolerance> read_tolerance(const CompareRun& run, std::string_view kind) {
  const auto& [options, context, report] = run;
  Sources sources;
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, fmt::format("the tolerance of a {}", kind), ".");
  Tolerance tolerance;
  for (std::size_t i = 0; i < options.tolerances.size(); ++i) {
    const std::string& text = options.tolerances[i];
    const std::uint32_t source = sources.add(fmt::format("--tolerance #{}", i + 1), text);
    const std::size_t equals = std::min(text.find('='), text.size());
    const SourceLoc key{source, 1, 1, static_cast<std::uint32_t>(std::max<std::size_t>(equals, 1))};
    if (equals == 0 || equals + 1 >= text.size()) {
      diagnostics.error(key, "a tolerance is given as KEY=VALUE", "for example --tolerance flip_max=0.2");
      continue;
    }
    const std::string value = text.substr(equals + 1);
    const SourceLoc where{source, 1, static_cast<std::uint32_t>(equals + 2), static_cast<std::uint32_t>(value.size())};
    schema::Node node{value == "~" || value == "off" ? decltype(schema::Node::value){} : schema::Scalar{value}, where};
    const schema::Node map{schema::Node::Map{{text.substr(0, equals), key, std::move(node)}}, key};
    schema::decode_fields(map, decoder, tolerance);
  }
  app::report(diagnostics, sources, context);
  report["diagnostics"] = diagnostics_json(diagnostics, sources);
  if (diagnostics.has_errors()) return std::nullopt;
  return tolerance;
}

/// Two results of one kind and their tolerance.
template <class Tolerance, class Content, class Measure, class Draw>
std::optional<Comparison> compare_kind(const CompareRun& run, std::string_view kind, const Content& expected,
                                       const Content& actual, const Measure& measure, const Draw& draw) {
  const auto tolerance = read_tolerance<Tolerance>(run, kind);
  if (!tolerance) return std::nullopt;
  RunContext context;
  context.stop = run.context.stop;
  const auto difference = measure(expected, actual, *tolerance, context);
  Comparison comparison{compare::judge(difference, *tolerance), std::nullopt};
  if (!run.options.diff.empty()) comparison.picture = draw(difference, context);
  return comparison;
}

/// Expected, actual, amplified difference and, if the sizes are the same, FLIP values, in two rows. For very large
/// pictures only the last.
Image picture_row(const Image& expected, const Image& actual, const Grid<float>* flip) {
  if (flip != nullptr && flip->size() > kLargestInRows) return compare::flip_picture(*flip);
  const Image difference = compare::amplified_difference(expected, actual);
  if (flip == nullptr) return compare::side_by_side(std::array{&expected, &actual, &difference}, kDiffGap, 2);
  const Image heat = compare::flip_picture(*flip);
  return compare::side_by_side(std::array{&expected, &actual, &difference, &heat}, kDiffGap, 2);
}

std::optional<Comparison> compare_images(const CompareRun& run, const Image& expected, const Image& actual) {
  return compare_kind<compare::ImageTolerance>(
      run, "picture", expected, actual, compare::compare_images,
      [&](const compare::ImageDifference& difference, const RunContext&) {
        return picture_row(expected, actual, difference.errors ? &difference.errors->flip_map : nullptr);
      });
}

std::optional<Comparison> compare_heights(const CompareRun& run, const io::HeightContent& expected,
                                          const io::HeightContent& actual) {
  auto comparison = compare_kind<compare::HeightTolerance>(
      run, "heightmap", expected.map, actual.map, compare::compare_heights,
      [&](const compare::HeightDifference& difference, const RunContext&) -> std::optional<Image> {
        if (!difference.same_size()) return std::nullopt;
        return compare::height_difference_picture(expected.map, actual.map);
      });
  if (comparison && !expected.metres) {
    for (compare::Gate& gate : comparison->verdict.gates)
      if (gate.unit == "m" && gate.name != "cell size" && gate.name != "origin") gate.unit = "levels";
  }
  return comparison;
}

/// Settings of each of the four pictures that are combined into one.
render::PictureParams mesh_picture_params() {
  render::PictureParams params;
  params.size = {640, 480};
  params.samples = 4;
  return params;
}

std::optional<Comparison> compare_meshes(const CompareRun& run, const mesh::Mesh& expected, const mesh::Mesh& actual) {
  return compare_kind<compare::MeshTolerance>(run, "mesh", expected, actual, compare::compare_meshes,
                                              [&](const compare::MeshDifference&, const RunContext& context) {
                                                const auto [a, b] = compare::mesh_pictures(
                                                    expected, actual, mesh_picture_params(), context);
                                                const auto difference = compare::compare_images(a, b, {}, context);
                                                return picture_row(a, b, &difference.errors->flip_map);
                                              });
}

std::optional<Comparison> compare_texts(const CompareRun& run, const std::string& expected, const std::string& actual) {
  return compare_kind<compare::TextTolerance>(
      run, "text", expected, actual,
      [](const std::string& a, const std::string& b, const compare::TextTolerance& tolerance, const RunContext&) {
        return compare::compare_texts(a, b, tolerance);
      },
      [](const compare::TextDifference&, const RunContext&) { return std::optional<Image>{}; });
}

std::optional<Comparison> compare_contents(const CompareRun& run, const io::Content& expected,
                                           const io::Content& actual) {
  return std::visit(
      [&](const auto& content) {
        using T = std::remove_cvref_t<decltype(content)>;
        const T& other = std::get<T>(actual);
        if constexpr (std::is_same_v<T, io::HeightContent>) return compare_heights(run, content, other);
        if constexpr (std::is_same_v<T, Image>) return compare_images(run, content, other);
        if constexpr (std::is_same_v<T, mesh::Mesh>) return compare_meshes(run, content, other);
        if constexpr (std::is_same_v<T, std::string>) return compare_texts(run, content, other);
      },
      expected);
}

/// The contents of both files. Heights are in metres if that is known for both files, otherwise in levels in both.
struct Pair {
  io::Content expected, actual;
  std::vector<std::string> notes;
};

bool is_metres(const io::Content& content) {
  const auto* heights = std::get_if<io::HeightContent>(&content);
  return heights != nullptr && heights->metres;
}

Pair read_pair(const CompareOptions& options) {
  Pair pair;
  pair.expected = io::read_content(options.expected, pair.notes);
  pair.actual = io::read_content(options.actual, pair.notes);
  const bool heights = std::holds_alternative<io::HeightContent>(pair.expected) &&
                       std::holds_alternative<io::HeightContent>(pair.actual);
  if (!heights || (is_metres(pair.expected) && is_metres(pair.actual))) return pair;
  pair.notes.emplace_back("the sidecars do not give the height range of both files: raw 16-bit levels are compared");
  if (is_metres(pair.expected)) pair.expected = io::read_content(options.expected, pair.notes, io::Sidecars::ignore);
  if (is_metres(pair.actual)) pair.actual = io::read_content(options.actual, pair.notes, io::Sidecars::ignore);
  if (is_metres(pair.expected) || is_metres(pair.actual)) {
    const bool first = is_metres(pair.expected);
    throw IoError(fmt::format("'{}' contains heights in metres, but the height range of '{}' is unknown",
                              first ? options.expected : options.actual, first ? options.actual : options.expected));
  }
  return pair;
}

std::string_view json_name(compare::Outcome outcome) {
  switch (outcome) {
    case compare::Outcome::identical: return "identical";
    case compare::Outcome::within: return "within";
    case compare::Outcome::different: return "different";
  }
  return "?";
}

void add_verdict(Json& report, const CompareOptions& options, const Pair& pair, const compare::Verdict& verdict,
                 bool drawn) {
  Json gates = Json::array();
  for (const compare::Gate& gate : verdict.gates) {
    Json entry{{"name", gate.name}, {"value", gate.value},   {"limit", nullptr},
               {"unit", gate.unit}, {"passed", gate.passed}, {"note", gate.note}};
    if (gate.limit) entry["limit"] = *gate.limit;
    gates.push_back(std::move(entry));
  }
  report["kind"] = io::kind_of(pair.expected);
  report["expected"] = options.expected;
  report["actual"] = options.actual;
  report["outcome"] = json_name(verdict.outcome);
  report["passed"] = verdict.passed();
  report["first"] = verdict.first;
  report["gates"] = std::move(gates);
  report["notes"] = pair.notes;
  report["diff"] = drawn ? Json(options.diff) : Json(nullptr);
}

void print_text(const CompareOptions& options, const Pair& pair, const compare::Verdict& verdict) {
  fmt::print("{}: '{}' and '{}'\n", io::kind_of(pair.expected), options.expected, options.actual);
  if (verdict.outcome != compare::Outcome::identical) fmt::print("{}", compare::gates_text(verdict));
  fmt::print("{}\n", compare::summary_text(verdict));
}

/// Writes the picture, if there is one; returns true if it did.
bool write_diff(const CompareOptions& options, const Pair& pair, const Comparison& comparison) {
  if (options.diff.empty()) return false;
  if (!comparison.picture) {
    fmt::print(
        stderr, "weald: note: no picture is written: {}\n",
        std::holds_alternative<std::string>(pair.expected) ? "texts have none" : "the heightmaps differ in size");
    return false;
  }
  io::FileSet files;
  files.write(options.diff, [&](io::Sink& sink) { io::write_png8(*comparison.picture, sink); });
  files.commit();
  return true;
}

/// Explains on stderr, and in the report, why there is nothing to compare.
int refuse(const std::string& message, const Context& context, Json& report) {
  report_error(message, context);
  report["diagnostics"] = Json::array({failure_json(message)});
  return kUsage;
}

int run_compare(const CompareOptions& options, Context& context, Json& report) {
  context.catch_signals();
  if (!options.diff.empty()) {
    const auto faults = output_conflicts({{"--diff", options.diff}}, {options.expected, options.actual}, "is compared");
    if (!faults.empty()) return refuse(faults.front(), context, report);
  }
  const Pair pair = read_pair(options);
  for (const std::string& note : pair.notes)
    if (!options.quiet) fmt::print(stderr, "weald: note: {}\n", note);
  if (pair.expected.index() != pair.actual.index()) {
    return refuse(fmt::format("'{}' is a {}, but '{}' is a {}", options.expected, io::kind_of(pair.expected),
                              options.actual, io::kind_of(pair.actual)),
                  context, report);
  }
  auto comparison = compare_contents({options, context, report}, pair.expected, pair.actual);
  if (!comparison) return kUsage;
  if (options.exact) comparison->verdict = compare::demand_equality(std::move(comparison->verdict));
  const bool drawn = write_diff(options, pair, *comparison);
  add_verdict(report, options, pair, comparison->verdict, drawn);
  if (!options.json && !options.quiet) print_text(options, pair, comparison->verdict);
  return comparison->verdict.passed() ? kOk : kNo;
}

/// "max_error 0.0001, rmse 2e-05 ...": the keys of a kind with their defaults, in lines.
template <class Tolerance>
std::string keys_text(std::string_view kind) {
  std::string text = fmt::format("  {}:", kind);
  std::size_t column = text.size();
  for (const schema::FieldInfo& field : schema::describe<Tolerance>()) {
    const std::string entry =
        fmt::format(" {}={}{}", field.key, field.default_text.empty() ? "off" : field.default_text,
                    field.unit.empty() ? "" : fmt::format(" {}", field.unit));
    if (column + entry.size() > 78) {
      text += "\n   ";
      column = 3;
    }
    text += entry;
    column += entry.size();
  }
  return text + "\n";
}

/// `text` in lines of at most 78 bytes.
std::string in_lines(std::string text) {
  constexpr std::size_t kLine = 78;
  for (std::size_t start = 0; text.size() - start > kLine;) {
    const std::size_t space = text.rfind(' ', start + kLine);
    text[space] = '\n';
    start = space + 1;
  }
  return text;
}

/// What can be compared.
std::string files_text() {
  std::vector<std::string_view> meshes;
  for (const io::MeshFiles& files : io::kMeshFiles) meshes.push_back(files.extension);
  return in_lines(fmt::format(
      "A and B are two files of heights ({}; a PNG in grey, of 16 bits; heights are in metres if both have a sidecar "
      ".json, or are floats or elevation grids), two PNG pictures, two meshes ({}), or two texts (SVG, CSV, JSON, "
      "strings).",
      schema::alternatives_text(io::height_extensions()), schema::alternatives_text(meshes)));
}

std::string compare_footer() {
  return files_text() +
         "\n\n"
         "Exit codes, as of diff: 0 equal within the tolerances, 1 different, 2 invalid\n"
         "command line or files of two kinds; in addition 3 a file could not be read or\n"
         "written, 5 out of memory.\n\n"
         "Tolerances and their defaults; 'off' disables one. See docs/comparing.md.\n" +
         keys_text<compare::HeightTolerance>("heightmaps") + keys_text<compare::ImageTolerance>("pictures") +
         keys_text<compare::MeshTolerance>("meshes") + keys_text<compare::TextTolerance>("texts") +
         "\n"
         "Examples:\n"
         "  weald compare golden/hills.png out/hills.png\n"
         "  weald compare old.png new.png --diff diff.png --tolerance flip_max=0.3\n"
         "  weald compare old.obj new.obj --exact --quiet && echo same\n"
         "  weald compare old.svg new.svg --json";
}

}  // namespace

void add_compare(CLI::App& program, Context& context) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = program.add_subcommand("compare", "Compare two heightmaps, pictures, meshes or texts");
  command->add_option("expected", options->expected, "File with the expected content")->required()->type_name("A");
  command->add_option("actual", options->actual, "File to compare with it")->required()->type_name("B");
  command->add_option("--tolerance", options->tolerances, "Set a limit, e.g. --tolerance max_error=0.001; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command->add_flag("--exact", options->exact, "Require exact equality");
  command->add_option("--diff", options->diff, "Write a picture of the difference (PNG)")->type_name("FILE.png");
  command->add_flag("--json", options->json, "Print the result as JSON");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing; the exit code gives the result");
  add_thread_option(*command, options->threads);
  command->footer(compare_footer());
  command->callback([options, &context] {
    if (!options->diff.empty() && !options->diff.ends_with(".png"))
      throw CLI::ValidationError("--diff", "needs a file name that ends in .png");
    const ThreadLimit threads(options->threads);
    Json report = report_head("compare");
    const auto work = [&] { return run_compare(*options, context, report); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
