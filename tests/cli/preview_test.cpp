// weald preview as a user meets it: files, sheets, terminals, and what it refuses.

#include <algorithm>
#include <set>
#include <string>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "support/png.h"
#include "support/run_weald.h"

using namespace weald::test;
using Catch::Contains;
using nlohmann::json;

namespace {

constexpr const char* kPreviewed =
    "weald: 1\nseed: 3\nstages:\n"
    "  hills: {kind: fbm, size: [33, 33], cell_size: 8, octaves: 4, amplitude: 60}\n"
    "  growth: {kind: lsystem, axiom: 'F[+F][-F]', derivation: 0, productions: ['F -> F']}\n"
    "  wood: {kind: turtle, from: growth, angle: 30}\n"
    "outputs:\n  - {from: hills, file: hills.png}\n"
    "  - {from: hills, file: map.png, picture: {size: [64, 48]}}\n  - {from: wood, file: wood.svg}\n";

struct PreviewDesk {
  TemporaryFolder folder;
  PreviewDesk() { write_text(folder / "p.yaml", kPreviewed); }

  Run preview(std::vector<std::string> arguments, const RunOptions& options = {}) const {
    arguments.insert(arguments.begin(), "preview");
    return run_weald(arguments, folder.path(), options);
  }
  DecodedPng picture(const std::string& name) const {
    DecodedPng png = libpng_decode(file_text(folder / name));
    CHECK(png.complaints.empty());
    return png;
  }
};

}  // namespace

TEST_CASE("preview: shows the first output with a picture, or what was asked for") {
  const PreviewDesk desk;
  const Run run = desk.preview({"p.yaml", "-o", "made/a.png"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK_THAT(run.out, Catch::Contains("made/a.png"));
  CHECK(desk.picture("made/a.png").width == 64);
  CHECK(desk.preview({"p.yaml", "-o", "b.png", "--from", "wood", "--size", "80x50"}).exit_code == 0);
  CHECK(desk.picture("b.png").height == 50);
  CHECK(desk.preview({"p.yaml", "-o", "c.png", "--only", "wood.svg", "--picture", "size=[80, 50]"}).exit_code == 0);
  CHECK(file_text(desk.folder / "b.png") == file_text(desk.folder / "c.png"));
  CHECK(desk.preview({"p.yaml", "-o", "-"}).out == file_text(desk.folder / "made/a.png"));
}

TEST_CASE("preview: one number is the longest side, and keeps the shape of drawings, images and maps") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  hills: {kind: fbm, size: [33, 65], cell_size: 8, amplitude: 60}\n"
             "  tinted: {kind: tint, from: hills, palette: alpine}\n  ball: {kind: shapes, shape: icosphere}\n"
             "outputs:\n  - {from: hills, file: map.png, picture: {}}\n  - {from: tinted, file: tinted.png}\n"
             "  - {from: ball, file: ball.png, picture: {size: [120, 90]}}\n");
  const auto sides = [&](const std::string& output, const std::string& size) {
    const Run run = run_weald({"preview", "p.yaml", "--only", output, "--size", size, "-o", "a.png"}, folder.path());
    INFO(output << run.err);
    REQUIRE(run.exit_code == 0);
    const DecodedPng png = libpng_decode(file_text(folder / "a.png"));
    return std::pair<int, int>(png.width, png.height);
  };
  CHECK(sides("ball.png", "60") == std::pair(60, 45));
  CHECK(sides("ball.png", "200") == std::pair(120, 90));  // it is not drawn larger
  CHECK(sides("map.png", "39") == std::pair(20, 39));
  CHECK(sides("tinted.png", "39") == std::pair(20, 39));
  CHECK(sides("tinted.png", "65") == std::pair(33, 65));
}

TEST_CASE("preview: keys for writing the file of an output do not matter for its picture") {
  const TemporaryFolder folder;
  const auto picture = [&](const std::string& keys) {
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  hills: {kind: fbm, size: [33, 33], cell_size: 8, amplitude: 60}\n"
               "  all: {kind: formula, of: {h: hills}, value: h * 0 + 1}\noutputs: [{from: hills, " +
                   keys + "}]\n");
    const Run run = run_weald({"preview", "p.yaml", "--size", "64x48", "-o", "a.png"}, folder.path());
    INFO(keys << run.err);
    CHECK(run.exit_code == 0);
    return file_text(folder / "a.png");
  };
  const std::string plain = picture("file: a.png");
  for (const char* keys : {"file: a.tif, mask: all, no_data: -1", "file: a.tif, crs: EPSG:32633",
                           "file: a.png, range: [-100, 100]", "file: a.r16, byte_order: big"})
    CHECK(picture(keys) == plain);
}

TEST_CASE("preview: an image is shown as it is, with a warning only about settings that it has") {
  const TemporaryFolder folder;
  const std::string stages =
      "weald: 1\nstages:\n  land: {kind: fbm, size: [9, 9], octaves: 1}\n"
      "  tinted: {kind: colour_ramp, from: land, palette: alpine, range: [-1, 1]}\noutputs:\n";
  write_text(folder / "plain.yaml", stages + "  - {from: tinted, file: a.png}\n");
  write_text(folder / "empty.yaml", stages + "  - {from: tinted, file: a.png, picture: {}}\n");
  write_text(folder / "set.yaml", stages + "  - {from: tinted, file: a.png, picture: {palette: desert}}\n");
  for (const char* preset : {"plain.yaml", "empty.yaml"}) {
    const Run run = run_weald({"preview", preset, "-o", "p.png"}, folder.path());
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.err, !Contains("warning"));
  }
  CHECK_THAT(run_weald({"preview", "set.yaml", "-o", "p.png"}, folder.path()).err, Contains("have no effect"));
  CHECK_THAT(run_weald({"preview", "plain.yaml", "--picture", "palette=desert", "-o", "p.png"}, folder.path()).err,
             Contains("have no effect"));
}

TEST_CASE("preview: a part of a stage is shown as a stage is, swept too") {
  const TemporaryFolder folder;
  const std::string head =
      "weald: 1\nstages:\n  hills: {kind: fbm, size: [33, 33], cell_size: 8, amplitude: 60}\n"
      "  filled: {kind: fill_depressions, from: hills}\n  parts: {kind: fill_depressions, from: hills}\noutputs: ";
  write_text(folder / "p.yaml", head + "[{from: filled, file: a.png}]\n");
  write_text(folder / "o.yaml", head + "[{from: filled.depth, file: a.png, picture: {size: [64, 48]}}]\n");
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "preview");
    return run_weald(arguments, folder.path());
  };
  CHECK(run({"p.yaml", "--from", "filled.depth", "--size", "64x48", "-o", "from.png"}).exit_code == 0);
  CHECK(run({"o.yaml", "-o", "output.png"}).exit_code == 0);
  CHECK(file_text(folder / "from.png") == file_text(folder / "output.png"));
  CHECK(run({"p.yaml", "--from", "filled", "--size", "64x48", "-o", "whole.png"}).exit_code == 0);
  CHECK(file_text(folder / "from.png") != file_text(folder / "whole.png"));
  CHECK(run({"p.yaml", "--from", "filled.depth", "--sweep", "hills.seed=1,2", "-o", "sheet.png"}).exit_code == 0);
  const Run wrong = run({"p.yaml", "--from", "filled.dpth", "-o", "x.png"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::Contains("--from:1:1: error") && Catch::Contains("has no part 'dpth'") &&
                            Catch::Contains("did you mean 'depth'?"));
  CHECK_THAT(run({"p.yaml", "--from", "fill.depth", "-o", "x.png"}).err, Catch::Contains("there is no stage 'fill'"));
  CHECK(run({"p.yaml", "--from", "filled.depth.depth", "-o", "x.png"}).exit_code == 2);
  CHECK(run_weald({"__complete", "fish", "weald", "preview", "p.yaml", "--from", "fill"}, folder.path()).out ==
        "filled\nfilled.depth\n");
}

TEST_CASE("preview: a sweep is a sheet with a tile per variant, the same for any number of threads") {
  const PreviewDesk desk;
  const std::vector<std::string> sweep{"p.yaml", "--sweep", "hills.octaves=1,4", "--sweep", "seed=3..5",
                                       "--tile", "40x30"};
  auto arguments = sweep;
  arguments.insert(arguments.end(), {"-o", "a.png", "--json", "-j", "1"});
  const json report = json::parse(desk.preview(arguments).out);
  CHECK(report["ok"] == true);
  CHECK(report["file"] == "a.png");
  REQUIRE(report["tiles"].size() == 6);
  CHECK(report["tiles"][1]["values"] == json{{"hills.octaves", "4"}, {"seed", "3"}});
  CHECK(report["tiles"][2]["values"] == json{{"hills.octaves", "1"}, {"seed", "4"}});
  std::set<std::string> digests;
  for (const json& tile : report["tiles"]) digests.insert(tile["digest"].get<std::string>());
  CHECK(digests.size() == 6);
  CHECK(desk.picture("a.png").width == report["width"]);
  arguments = sweep;
  arguments.insert(arguments.end(), {"-o", "b.png", "-q", "-j", "4"});
  CHECK(desk.preview(arguments).out.empty());
  CHECK(file_text(desk.folder / "a.png") == file_text(desk.folder / "b.png"));
}

TEST_CASE("preview: a setting of the picture can be swept, each tile by itself") {
  const PreviewDesk desk;
  const Run run =
      desk.preview({"p.yaml", "-o", "a.png", "--json", "--sweep", "picture.exaggeration=1,4", "--columns", "1"});
  const json report = json::parse(run.out);
  REQUIRE(report["tiles"].size() == 2);
  CHECK(report["tiles"][0]["digest"] != report["tiles"][1]["digest"]);
}

TEST_CASE("preview: heights, pictures and meshes in files are shown too") {
  const PreviewDesk desk;
  REQUIRE(run_weald({"build", "p.yaml", "-q"}, desk.folder.path()).exit_code == 0);
  write_text(desk.folder / "t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  CHECK(desk.preview({"hills.png", "-o", "a.png", "--picture", "size=[64, 48]"}).exit_code == 0);
  CHECK(desk.picture("a.png").height == 48);
  CHECK(desk.preview({"t.obj", "-o", "b.png", "--size", "32x32"}).exit_code == 0);
  CHECK(desk.picture("b.png").channels == 3);
  write_text(desk.folder / "t.stl",
             "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
             "endsolid\n");
  CHECK(desk.preview({"t.stl", "-o", "s.png", "--size", "32x32"}).exit_code == 0);
  CHECK(desk.picture("s.png").samples == desk.picture("b.png").samples);
  CHECK(desk.preview({"map.png", "-o", "c.png"}).exit_code == 0);
  CHECK(desk.picture("c.png").samples == desk.picture("map.png").samples);
  CHECK(desk.preview({"map.png", "-o", "d.png", "--set", "a.b=1"}).exit_code == 2);
  CHECK(desk.preview({"none.png", "-o", "d.png"}).exit_code == 3);
}

TEST_CASE("preview, view and compare read all files that heights are imported from") {
  if (!weald::io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nseed: 2\ngrid: {size: [17, 17], cell_size: 30}\nstages:\n"
             "  noise: {kind: fbm, octaves: 2, frequency: 0.005, amplitude: 40}\n"
             "  land: {kind: formula, value: 'round(n)', of: {n: noise}}\noutputs:\n"
             "  - {from: land, file: h.r32}\n  - {from: land, file: h.exr}\n  - {from: land, file: h.tif}\n");
  const Run built = run_weald({"build", "p.yaml", "-o", "."}, folder.path());
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto convert = [&](const std::string& driver, const std::string& file) {
    return std::system(("cd '" + folder.path().string() + "' && gdal_translate -q -of " + driver + " h.tif " + file +
                        " 2>/dev/null")
                           .c_str()) == 0;
  };
  std::vector<std::string> files{"h.r32", "h.exr", "h.tif"};
  if (convert("AAIGrid", "h.asc") && convert("EHdr", "h.bil") && convert("HFA", "h.img"))
    files.insert(files.end(), {"h.asc", "h.bil", "h.img"});
  for (const std::string& file : files) {
    CAPTURE(file);
    const Run preview = run_weald({"preview", file, "-o", "p.png", "--size", "64x48"}, folder.path());
    CHECK(preview.exit_code == 0);
    CHECK(preview.err == "");
    CHECK(run_weald({"view", file, "-o", "p.html"}, folder.path()).exit_code == 0);
    const Run compared = run_weald({"compare", "h.r32", file}, folder.path());
    CAPTURE(compared.out, compared.err);
    CHECK(compared.exit_code == 0);
  }
  const std::string head = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n";
  write_text(folder / "void.asc", head + "NODATA_value -9999\n1 2\n-9999 3\n");
  const Run filled = run_weald({"preview", "void.asc", "-o", "p.png"}, folder.path());
  CHECK(filled.exit_code == 0);
  CHECK_THAT(filled.err, Contains("'void.asc' has samples without data"));
  write_text(folder / "other.asc", head + "NODATA_value -1\n1 2\n-1 3\n");
  write_text(folder / "full.asc", head + "1 2\n0 3\n");
  CHECK(run_weald({"compare", "void.asc", "other.asc"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"compare", "void.asc", "full.asc"}, folder.path()).exit_code == 1);
  write_text(folder / "none.asc", head + "NODATA_value -9999\n-9999 -9999\n-9999 -9999\n");
  CHECK(run_weald({"view", "none.asc", "-o", "none.html"}, folder.path()).exit_code != 0);
}

TEST_CASE("preview, view and compare name the files that they read") {
  const TemporaryFolder folder;
  write_text(folder / "a.none", std::string("EHFA\0\xfe", 6));
  const std::string all = ".png, .r16, .r32, .exr, .tif, .asc, .hgt, .bil, .flt, .obj, .ply, .stl or .glb file";
  CHECK_THAT(run_weald({"preview", "a.none", "-o", "p.png"}, folder.path()).err, Contains(all));
  CHECK_THAT(run_weald({"view", "a.none", "-o", "p.html"}, folder.path()).err, Contains(all));
  CHECK_THAT(run_weald({"compare", "a.none", "a.none"}, folder.path()).err, Contains(all));
  const auto help = [&](const std::string& command) {
    std::string text = run_weald({command, "--help"}, folder.path()).out, flat;
    for (const char c : text)
      if (const char one = c == '\n' ? ' ' : c; one != ' ' || !flat.ends_with(' ')) flat += one;
    return flat;
  };
  CHECK_THAT(help("preview"), Contains(all));
  CHECK_THAT(help("view"), Contains(all));
  CHECK_THAT(help("compare"), Contains(".png, .r16, .r32, .exr, .tif, .asc, .hgt, .bil or .flt") &&
                                  Contains(".obj, .ply, .stl or .glb"));
}

TEST_CASE("preview: a terminal is drawn on when asked for, within its size and its colours") {
  const PreviewDesk desk;
  const auto shown = [&](const std::string& how, std::vector<std::pair<std::string, std::string>> environment) {
    environment.insert(environment.end(), {{"COLUMNS", "32"}, {"LINES", "10"}});
    const Run run = desk.preview({"p.yaml", "--terminal", how}, {environment, ""});
    CHECK(run.exit_code == 0);
    return run.out;
  };
  const std::string full = shown("blocks", {{"COLORTERM", "truecolor"}});
  CHECK(std::count(full.begin(), full.end(), '\n') == 8);
  CHECK(full.find("38;2;") != std::string::npos);
  CHECK(shown("blocks", {{"COLORTERM", ""}, {"TERM", "xterm-256color"}}).find("38;5;") != std::string::npos);
  CHECK(shown("blocks", {{"NO_COLOR", "1"}}).find('\x1b') == std::string::npos);
}

TEST_CASE("preview: what cannot be is refused, and nothing is written") {
  const PreviewDesk desk;
  const auto refused = [&](std::vector<std::string> arguments, const std::string& why) {
    const Run run = desk.preview(arguments);
    CAPTURE(run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(run.err.find(why) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(desk.folder / "x.png"));
  };
  refused({"p.yaml"}, "no terminal that can show the picture");
  for (const char* how : {"sixel", "kitty"})
    refused({"p.yaml", "--terminal", how}, "is no longer drawn: use blocks, or -o FILE.png");
  refused({"p.yaml", "--terminal", "chafa"}, "must be auto, blocks or off");
  refused({"p.yaml", "-o", "x.jpg"}, ".png");
  refused({"p.yaml", "-o", "x.png", "--from", "hils"}, "did you mean 'hills'?");
  refused({"p.yaml", "-o", "x.png", "--only", "wood.png"}, "no output 'wood.png'");
  refused({"p.yaml", "-o", "x.png", "--from", "growth"}, "draw it with a turtle stage first");
  refused({"p.yaml", "-o", "x.png", "--picture", "stile=relief"}, "--picture #1:1:1");
  refused({"p.yaml", "-o", "x.png", "--sweep", "hills.octaves=2,99"}, "--sweep #1:1:15");
  refused({"p.yaml", "-o", "x.png", "--sweep", "hils.octaves=2,3"}, "there is no stage 'hils'");
  refused({"p.yaml", "-o", "x.png", "--sweep", "seed=0..99", "--sweep", "hills.octaves=1,2,3"}, "more than 256 tiles");
  refused({"p.yaml", "-o", "x.png", "--sweep", "seed=0..255", "--tile", "4096x4096"}, "smaller pictures");
  refused({"p.yaml", "-o", "x.png", "--turntable"}, "build a picture for each direction");
  refused({"p.yaml", "-o", "x.png", "--columns", "3"}, "--columns");
  refused({"p.yaml", "-o", "x.png", "--size", "3x3"}, "WIDTHxHEIGHT");
  refused({"p.yaml", "-o", "x.png", "--size", "8"}, "one number");
  refused({"p.yaml", "-o", "x.png", "--size", "64", "--sweep", "seed=1,2"}, "--tile");
  refused({"p.yaml", "-o", "x.png", "--tile", "64", "--sweep", "seed=1,2"}, "WIDTHxHEIGHT");
}
