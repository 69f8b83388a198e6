// SVG and CSV.

#include <cmath>
#include <string>

#include "support/catch.h"

#include "base/error.h"
#include "formats/tables/segments_csv.h"
#include "formats/tables/svg.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

std::string svg(std::span<const SvgPath> paths) {
  StringSink sink;
  write_svg(paths, sink);
  return sink.text;
}

}  // namespace

TEST_CASE("svg: lines, curves and closed paths are written in order, y upwards") {
  SvgPath square = svg_path({{{0, 0, 9}, {100, 0, 9}, {100, 100, 9}, {0, 100, 9}}, true}, {1, {255, 0, 0, 255}});
  SvgPath curve{{0, 0},
                {{3, {Vec2{0, 50}, {50, 100}, {100, 100}}},
                 {3, {Vec2{1, 2}, {3, 4}, {5, 6}}},
                 {2, {Vec2{7, 8}, {9.5, 10.25}}},
                 {1, {Vec2{0, 0}}}}};
  curve.style = {0.5, {0, 0, 255, 128}, Rgba8{0, 255, 0, 255}};
  const std::string text = svg(std::array{square, curve});
  CHECK_THAT(text, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"1000\" "
                              "viewBox=\"-2.52 -102.52 105.04 105.04\">"));
  CHECK_THAT(text,
             Contains("<path stroke=\"#ff0000\" stroke-width=\"1\" fill=\"none\" d=\"M0 0L100 0 100 -100 0 -100Z\"/>"));
  CHECK_THAT(text, Contains("<path stroke=\"#0000ff\" stroke-width=\"0.5\" fill=\"#00ff00\" stroke-opacity=\"0.502\" "
                            "d=\"M0 0C0 -50 50 -100 100 -100 1 -2 3 -4 5 -6Q7 -8 9.5 -10.25L0 0\"/>"));
  CHECK_THAT(text, EndsWith("</g>\n</svg>\n"));
}

TEST_CASE("svg: neighbours of one style share an element") {
  const SvgPath a = svg_path({{{0, 0, 0}, {1, 0, 0}}, false}, {1});
  const SvgPath b = svg_path({{{0, 1, 0}, {1, 1, 0}}, false}, {1});
  const std::string text = svg(std::array{a, b});
  CHECK_THAT(text, Contains("d=\"M0 0L1 0M0 -1L1 -1\""));
}

TEST_CASE("svg: the order of a river is a class, and parts elements of one width") {
  const SvgPath a = svg_path({{{0, 0, 0}, {10, 0, 0}}, false}, {.width = 2, .order = 3});
  const SvgPath b = svg_path({{{0, 1, 0}, {10, 1, 0}}, false}, {.width = 2, .order = 1});
  const std::string text = svg(std::array{a, b});
  CHECK_THAT(text, Contains("<path class=\"order-3\" stroke=\"#000000\" stroke-width=\"2\""));
  CHECK_THAT(text, Contains("<path class=\"order-1\""));
}

TEST_CASE("svg: the view box is the extent of the curve itself, not of its control points") {
  // y(t) = 3 t (1 - t)^2 * 4 + 3 t^2 (1 - t) * 4 = 12 t (1 - t) peaks at 3.
  const SvgPath arch{{0, 0}, {{3, {Vec2{0, 4}, {10, 4}, {10, 0}}}}, false, {0}};
  CHECK_THAT(svg(std::array{arch}), Contains("viewBox=\"-0.2 -3.2 10.4 3.4\""));
  // A quadratic from (0, 0) by (2, 8) to (4, 0) peaks at 4.
  const SvgPath hill{{0, 0}, {{2, {Vec2{2, 8}, {4, 0}}}}, false, {0}};
  CHECK_THAT(svg(std::array{hill}), Contains("viewBox=\"-0.08 -4.08 4.16 4.16\""));
}

TEST_CASE("svg: small and large drawings keep about six digits") {
  for (const double scale : {1e-6, 1e-3, 1.0, 1e6}) {
    const SvgPath line = svg_path({{{0, 0, 0}, {scale, scale / 3, 0}}, false}, {scale / 100});
    const std::string text = svg(std::array{line});
    const std::size_t at = text.rfind(" -");
    const double y = std::stod(text.substr(at + 2));
    CAPTURE(text);
    CHECK(y == Approx(scale / 3).epsilon(1e-5));
    CHECK(text.substr(at).find('"') < 20);
  }
}

TEST_CASE("svg: nothing to draw gives an empty picture, bad numbers an error") {
  CHECK_THAT(svg({}), EndsWith("</svg>\n"));
  for (const double bad : {std::nan(""), HUGE_VAL, 1e16}) {
    CHECK_THROWS_AS(svg(std::array{svg_path({{{0, 0, 0}, {bad, 0, 0}}, false}, {1})}), StageError);
  }
}

TEST_CASE("segments csv: a header and one line per segment") {
  const std::array rows{SegmentRow{{0, 0, 0}, {0, 1.5, 0}, 0.1, 0.05, 0},
                        SegmentRow{{0, 1.5, 0}, {-0.25, 2, 1e-7}, 0.05, 0, 12}};
  StringSink sink;
  write_segments_csv(rows, sink);
  CHECK(sink.text == "x0,y0,z0,x1,y1,z1,r0,r1,level\n0,0,0,0,1.5,0,0.1,0.05,0\n0,1.5,0,-0.25,2,1e-7,0.05,0,12\n");
  const std::array bad{SegmentRow{}, SegmentRow{{0, std::nan(""), 0}, {0, 0, 0}}};
  CHECK_THROWS_WITH(write_segments_csv(bad, sink), Contains("segment 1"));
}
