// Series of pictures as a user meets them: numbered files, animations, and what is known of them before a build.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/png.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
using nlohmann::json;

namespace {

const std::string kStages =
    "weald: 1\nstages:\n  post: {kind: shapes, shape: box, size: [1, 3, 1]}\n"
    "  bar: {kind: transform, from: post, translate: [2, 0, 1]}\n  both: {kind: scene, parts: [post, bar]}\n"
    "  way: {kind: bezier, points: [[-9, 2, 0], [0, 2, 9], [9, 4, 0]]}\n";

/// A flight of `count` frames, as files and as an animation.
std::string flight(const std::string& count) {
  return kStages +
         "views: {flight: {size: [32, 24], samples: 2, camera: {along: way, target: [0, 1, 0]}, frames: {count: " +
         count +
         "}}}\noutputs:\n  - {from: both, file: 'flight_{frame}.png', picture: {view: flight}}\n"
         "  - {from: both, file: flight.png, picture: {view: flight, frames: {per_second: 12.5}}}\n";
}

std::string errors_of(const std::string& outputs) {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kStages + "outputs: [" + outputs + "]\n");
  return run_weald({"check", "p.yaml"}, folder.path()).err;
}

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("frames: the files of a series are known before the build", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", flight("11"));
  const Run listed = run_weald({"build", "p.yaml", "--list-outputs"}, folder.path());
  CHECK(times_in(listed.out, "flight_") == 11);
  CHECK_THAT(listed.out, Contains("flight_00.png") && Contains("flight_10.png") && Contains("flight.png\n"));
  CHECK_THAT(run_weald({"build", "p.yaml", "-n"}, folder.path()).out, Contains("file   flight_07.png  ("));
}

TEST_CASE("frames: numbered files and an animation show the same", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", flight("3"));
  const Run run = run_weald({"build", "p.yaml", "--depfile", "p.d", "--json"}, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(json::parse(run.out)["presets"][0]["outputs"].size() == 4);
  CHECK_THAT(file_text(folder / "p.d"), Contains("flight_2.png"));
  const std::string animation = file_text(folder / "flight.png");
  CHECK(animation.find(std::string("acTL\0\0\0\3\0\0\0\0", 12)) != std::string::npos);
  CHECK(times_in(animation, "fcTL") == 3);
  CHECK(times_in(animation, std::string("\3\350\60\324\0\0", 6)) == 3);  // 1000 / 12500 of a second
  // A reader without animation sees the first frame.
  const DecodedPng first = libpng_decode(animation);
  CHECK(first.samples == libpng_decode(file_text(folder / "flight_0.png")).samples);
  CHECK_FALSE(first.samples == libpng_decode(file_text(folder / "flight_2.png")).samples);
}

TEST_CASE("frames: their digests do not depend on threads, and change with the curve", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", flight("2"));
  const std::string one = run_weald({"digest", "p.yaml", "--threads", "1"}, folder.path()).out;
  CHECK(one == run_weald({"digest", "p.yaml", "--threads", "5"}, folder.path()).out);
  CHECK_THAT(one, Contains("p:flight_{frame}.png") && Contains("p:flight.png"));
  const Run other = run_weald({"digest", "p.yaml", "--set", "way.points=[[-9,2,0],[0,2,9],[9,5,0]]"}, folder.path());
  CHECK(one.substr(0, 32) != other.out.substr(0, 32));
}

TEST_CASE("frames: one frame chosen by its name brings the whole series", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", flight("11"));
  const Run run = run_weald({"build", "p.yaml", "--only", "flight_03.png", "--list-outputs"}, folder.path());
  CHECK(times_in(run.out, "flight_") == 11);
  CHECK_THAT(run.out, !Contains("flight.png"));
}

TEST_CASE("frames: settings that contradict each other are refused", "[cli]") {
  CHECK_THAT(errors_of("{from: both, file: 'a_{frame}.png', picture: {}}"), Contains("needs 'frames' of its picture"));
  CHECK_THAT(errors_of("{from: both, file: 'a_{frame}.obj'}"), Contains("needs 'frames' of its picture"));
  CHECK_THAT(errors_of("{from: both, file: a.png, picture: {frames: {turn: 90}, camera: {along: way}}}"),
             Contains("'turn' has no meaning for a camera that moves 'along' a curve"));
  CHECK_THAT(errors_of("{from: both, file: a.png, picture: {camera: {along: post}}}"),
             Contains("'camera.along' of this output") && Contains("curve"));
  CHECK_THAT(errors_of("{from: both, file: a.png, picture: {camera: {above: 2}}}"), Contains("'above' needs 'along'"));
  CHECK_THAT(errors_of("{from: both, file: a.png, picture: {camera: {along: way, position: [1, 2, 3]}}}"),
             Contains("stands at 'position' or on 'along', not at both"));
  CHECK_THAT(errors_of("{from: both, file: a.png, picture: {azimuth: 4, camera: {along: way}}}"),
             Contains("follows from where it stands"));
  CHECK_THAT(errors_of("{from: both, file: a.png, picture: {focus: 4}}"), Contains("'focus' needs 'aperture'"));
}

TEST_CASE("frames: a preview shows all of them, as the animation of a build or side by side", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", flight("4"));
  REQUIRE(run_weald({"build", "p.yaml", "--only", "flight.png"}, folder.path()).exit_code == 0);
  const Run run = run_weald({"preview", "p.yaml", "--only", "flight.png", "-o", "shown.png", "--json"}, folder.path());
  INFO(run.err);
  CHECK(json::parse(run.out)["frames"].size() == 4);
  CHECK(file_text(folder / "shown.png") == file_text(folder / "flight.png"));
  const auto rows_of = [&](const std::string& count) {
    write_text(folder / "p.yaml", flight(count));
    return times_in(run_weald({"preview", "p.yaml", "--only", "flight.png", "--size", "16x16", "--terminal", "blocks"},
                              folder.path())
                        .out,
                    "\n");
  };
  CHECK(rows_of("4") == 2 * rows_of("1"));  // two rows of frames
  const Run swept = run_weald(
      {"preview", "p.yaml", "--only", "flight.png", "--sweep", "seed=1..2", "-o", "s.png", "--json"}, folder.path());
  CHECK(json::parse(swept.out)["tiles"].size() == 2);
}
