// Views: settings of pictures that a preset gives names to.

#include <string>

#include "support/catch.h"

#include "unit/engine/decoded.h"

using namespace weald;

namespace {

const std::string kStart =
    "weald: 1\nparameters: {away: {default: 20, unit: m}}\nstages:\n  post: {kind: shapes, shape: box}\n"
    "  ring: {kind: bezier, points: [[0, 0], [1, 1]]}\n";

render::PictureParams picture_in(const std::string& rest) {
  const test::Decoded decoded = test::decode(kStart + rest);
  INFO(format_all(decoded.diagnostics, decoded.sources, false));
  REQUIRE(decoded.preset);
  return *decoded.preset->graph.outputs.front().decl.spec.picture;
}

std::string view_errors(const std::string& rest) {
  const test::Decoded decoded = test::decode(kStart + rest);
  CHECK_FALSE(decoded.preset);
  return format_all(decoded.diagnostics, decoded.sources, false);
}

}  // namespace

TEST_CASE("views: a picture has the settings of its view where it has none of its own") {
  const auto picture = picture_in(
      "views:\n  front: {azimuth: 180, elevation: 5, look: dusk, camera: {target: [0, 1, 0], distance: = 2 * away}}\n"
      "outputs: [{from: post, file: a.png, picture: {view: front, elevation: 30, camera: {target: [1, 2, 3]}}}]\n");
  CHECK(picture.azimuth == 180.0);
  CHECK(picture.elevation == 30.0);
  CHECK(picture.look == render::Look::dusk);
  CHECK(picture.camera->target == Vec3{1, 2, 3});
  CHECK(picture.camera->distance == 40.0);
}

TEST_CASE("views: a null in a picture leaves out a setting of its view") {
  const auto picture = picture_in(
      "views:\n  front: {azimuth: 180, camera: {target: [0, 1, 0], distance: 9}}\n"
      "outputs: [{from: post, file: a.png, picture: {view: front, camera: ~}}]\n");
  CHECK(picture.azimuth == 180.0);
  CHECK_FALSE(picture.camera.has_value());
}

TEST_CASE("views: one output makes a file for each of several views") {
  const test::Decoded decoded = test::decode(
      kStart +
      "views: {front: {azimuth: 180}, top: {elevation: 90}}\n"
      "outputs: [{for: {view: [front, top]}, from: post, file: 'post_{view}.png', picture: {view: = view}}]\n");
  REQUIRE(decoded.preset);
  REQUIRE(decoded.preset->graph.outputs.size() == 2);
  CHECK(decoded.preset->graph.outputs[1].decl.spec.file.value == "post_top.png");
  CHECK(decoded.preset->graph.outputs[1].decl.spec.picture->elevation == 90.0);
}

TEST_CASE("views: stages with a picture use them too") {
  const test::Decoded decoded =
      test::decode(kStart +
                   "  sheet: {kind: contact_sheet, from: [post], picture: {view: front}}\n"
                   "views: {front: {azimuth: 1234}}\noutputs: [{from: sheet, file: a.png}]\n");
  const std::string errors = format_all(decoded.diagnostics, decoded.sources, false);
  CHECK_THAT(errors, Catch::Contains("'azimuth'"));  // the value is out of range
  CHECK_THAT(errors, Catch::Contains("t.yaml:7:"));
  CHECK(decoded.diagnostics.error_count() == 1);
}

TEST_CASE("views: errors are found at their place, in views that no picture uses too") {
  const std::string outputs = "outputs: [{from: post, file: a.png, picture: {view: frnt}}]\n";
  CHECK_THAT(
      view_errors("views: {front: {azimuth: 180}}\n" + outputs),
      Catch::Contains("t.yaml:7:53: error: the preset has no view 'frnt'") && Catch::Contains("did you mean 'front'?"));
  CHECK_THAT(view_errors(outputs), Catch::Contains("the preset has no view 'frnt'") && Catch::Contains("'views'"));
  CHECK_THAT(view_errors("views: {front: {azimut: 180}}\noutputs: [{from: post, file: a.obj}]\n"),
             Catch::Contains("t.yaml:6:17: error: unknown key 'azimut' in view 'front'"));
  CHECK_THAT(view_errors("views: {front: {view: back}}\noutputs: [{from: post, file: a.obj}]\n"),
             Catch::Contains("a view cannot name another view"));
  CHECK_THAT(view_errors("views: [front]\noutputs: [{from: post, file: a.obj}]\n"),
             Catch::Contains("'views' needs a map of names to settings of pictures, not a list"));
  CHECK_THAT(view_errors("views: {front: 3}\noutputs: [{from: post, file: a.obj}]\n"),
             Catch::Contains("view 'front' needs a map of settings of a picture"));
}

TEST_CASE("views: settings of a camera that contradict each other are refused") {
  const auto with = [](const std::string& camera, const std::string& more = "") {
    return view_errors("outputs: [{from: post, file: a.png, picture: {camera: {" + camera + "}" + more + "}}]\n");
  };
  CHECK_THAT(with("position: [0, 1, 2], distance: 4"), Catch::Contains("'distance' has no meaning with 'position'"));
  CHECK_THAT(with("distance: 4"), Catch::Contains("'distance' needs 'target' or 'about'"));
  CHECK_THAT(with("target: [0, 0, 0]"), Catch::Contains("'target' needs 'position' or 'distance'"));
  CHECK_THAT(with("target: [0, 0, 0], about: post"), Catch::Contains("at 'target' or at 'about', not at both"));
  CHECK_THAT(with("position: [1, 2, 3], target: [1, 2, 3]"), Catch::Contains("the place where it stands"));
  CHECK_THAT(with("position: [1, 2, 3], target: [0, 0, 0]", ", azimuth: 20"),
             Catch::Contains("the direction of the camera follows from where it stands"));
  CHECK_THAT(with("about: post", ", focus: 4"), Catch::Contains("'focus' needs 'aperture'"));
  CHECK_THAT(with("about: pst"), Catch::Contains("'camera.about' of this output reads stage 'pst'") &&
                                     Catch::Contains("did you mean 'post'?"));
  CHECK_THAT(with("prototype: post"), Catch::Contains("'prototype' needs 'instance'"));
  CHECK_THAT(with("about: post, relative_to: part"), Catch::Contains("'relative_to' needs 'group' or 'instance'"));
  CHECK_THAT(with("target: [0, 0, 0], group: a"), Catch::Contains("at 'target' or at 'group', not at both"));
  CHECK_THAT(with("position: [1, 2, 3], group: a, relative_to: part"),
             Catch::Contains("'relative_to' has no meaning for a camera that stands at a given place"));
  CHECK_THAT(with("group: a"), Catch::Contains("'camera.group' needs a scene, but 'post' is a mesh") &&
                                   Catch::Contains("name a scene with 'about'"));
}
