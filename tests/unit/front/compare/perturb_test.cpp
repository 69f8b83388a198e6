// Under the default tolerances a rounding step passes and a visible change fails, whatever the content.

#include <string>
#include <vector>

#include "support/catch.h"

#include "base/math/math.h"
#include "base/rng.h"
#include "front/compare/perturb.h"
#include "front/compare/verdict_text.h"
#include "methods/mesh/icosphere.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::compare;

namespace {

template <class Content, class Judge>
void check_both(const Content& content, const Judge& verdict_of, std::uint64_t seeds = 6) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    INFO("seed " << seed);
    const Verdict step = verdict_of(content, perturb(content, Perturbation::one_step, seed));
    INFO("one step: " << summary_text(step) << '\n' << gates_text(step));
    CHECK(step.outcome == Outcome::within);
    const Verdict visible = verdict_of(content, perturb(content, Perturbation::visible, seed));
    INFO("visible: " << summary_text(visible) << '\n' << gates_text(visible));
    CHECK(visible.outcome == Outcome::different);
  }
}

Verdict verdict_of(const Heightmap& a, const Heightmap& b) { return judge(compare_heights(a, b), HeightTolerance{}); }
Verdict verdict_of(const Image& a, const Image& b) { return judge(compare_images(a, b), ImageTolerance{}); }
Verdict verdict_of(const mesh::Mesh& a, const mesh::Mesh& b) { return judge(compare_meshes(a, b), MeshTolerance{}); }
Verdict verdict_of(const std::string& a, const std::string& b) { return judge(compare_texts(a, b), TextTolerance{}); }

/// Of meshes without their pictures, which take long.
const auto kJudgeFigures = [](const mesh::Mesh& a, const mesh::Mesh& b) {
  MeshTolerance tolerance;
  tolerance.flip_max = tolerance.flip_p99 = std::nullopt;
  return judge(compare_meshes(a, b, tolerance), tolerance);
};
const auto kJudge = [](const auto& a, const auto& b) { return verdict_of(a, b); };

Heightmap land(int width, int height, double base, double amplitude, double roughness) {
  const Rng rng(11);
  Heightmap map(GridSpec{width, height, 4});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double grain = rng.uniform_in(-1, 1, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
      const double hills = math::sin_deg(x * 9.0) + math::cos_deg(y * 7.0);
      map.heights.at(x, y) = static_cast<float>(base + amplitude * (hills + roughness * grain));
    }
  }
  return map;
}

TEST_CASE("perturb: a rounding step of a heightmap passes and a bump fails") {
  check_both(land(64, 48, 0, 100, 0.3), kJudge);
  check_both(land(65, 65, 3000, 5, 1), kJudge);
  check_both(land(33, 20, -1, 0.01, 0), kJudge);
  check_both(land(16, 16, 250, 0, 0), kJudge);  // flat
  check_both(land(5, 3, 10, 1, 0), kJudge);
  check_both(Heightmap(GridSpec{8, 8, 1}), kJudge);  // all 0
}

Image picture(int width, int height, int kind) {
  const Rng rng(4);
  Image image{Grid<Rgba8>(width, height)};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto bits = rng.bits(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y))[0];
      const auto level = static_cast<std::uint8_t>((x * 255) / width);
      Rgba8& p = image.pixels.at(x, y);
      if (kind == 0) p = {level, static_cast<std::uint8_t>(255 - level), 90, 255};
      if (kind == 1)
        p = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
             static_cast<std::uint8_t>(bits >> 16), 255};
      if (kind == 2) p = {0, 0, 0, 255};
      if (kind == 3) p = {255, 255, 255, 255};
      if (kind == 4) p = {0, 0, 0, 0};
    }
  }
  return image;
}

TEST_CASE("perturb: a rounding step of a picture passes and a patch of another colour fails") {
  for (int kind = 0; kind < 4; ++kind) {
    INFO("kind " << kind);
    check_both(picture(64, 48, kind), kJudge);
    check_both(picture(8, 8, kind), kJudge);
  }
  check_both(picture(40, 40, 4), kJudge);  // transparent
}

TEST_CASE("perturb: a rounding step of a mesh passes and a dent fails") {
  check_both(mesh::make_icosphere(3, 2), kJudgeFigures, 2);
  check_both(mesh::build_checked(test::torus(20, 12)), kJudge, 1);
  check_both(mesh::build_checked(test::quad_grid(12)), kJudge, 1);
  check_both(mesh::build_checked(test::cube()), kJudgeFigures, 2);
  mesh::Mesh far = mesh::build_checked(test::torus(20, 12));
  for (Vec3f& p : far.positions) p += Vec3f{800, 20, -500};
  check_both(far, kJudgeFigures, 2);
}

TEST_CASE("perturb: a last digit of a text passes and another number fails") {
  check_both(std::string("<path d=\"M 10.123456 20.654321 L 3.25 4\"/>\n<g id=\"a12\"/>\n"), kJudge);
  check_both(std::string("x,y,z\n0.1254,0.2387,1.3e-05\n1.5,2.5,3.5\n"), kJudge);
}

TEST_CASE("perturb: a text without numbers has no rounding step, and a changed symbol") {
  const std::string text = "F[+F]F[-F]F";
  CHECK(perturb(text, Perturbation::one_step, 1) == text);
  CHECK(verdict_of(text, perturb(text, Perturbation::visible, 1)).outcome == Outcome::different);
}

TEST_CASE("perturb: the same seed changes the same, another seed other places; what is empty stays") {
  const Heightmap map = land(40, 40, 0, 10, 1);
  CHECK(perturb(map, Perturbation::visible, 1).heights == perturb(map, Perturbation::visible, 1).heights);
  CHECK_FALSE(perturb(map, Perturbation::visible, 1).heights == perturb(map, Perturbation::visible, 2).heights);
  CHECK(perturb(Heightmap{}, Perturbation::visible, 1).heights.empty());
  CHECK(perturb(Image{}, Perturbation::one_step, 1).pixels.empty());
  CHECK(perturb(mesh::Mesh{}, Perturbation::visible, 1).face_count() == 0);
  CHECK(perturb("", Perturbation::visible, 1).empty());
}

}  // namespace
