// The published formulas, against values worked out by hand from the paper's definitions.
#include <cmath>
#include "support/catch.h"

#include "stages/plants/models/detail/weber_penn_formulas.h"

using namespace weald;
using namespace weald::tree;

TEST_CASE("weber_penn formulas: shape ratios at the foot, the middle and the top of the crown") {
  struct Row {
    CrownShape shape;
    double top, middle, foot;
  };
  const double s = std::sqrt(0.5);
  for (const Row& row :
       {Row{CrownShape::conical, 0.2, 0.6, 1.0}, Row{CrownShape::spherical, 0.2, 1.0, 0.2},
        Row{CrownShape::hemispherical, 0.2, 0.2 + 0.8 * s, 1.0}, Row{CrownShape::cylindrical, 1, 1, 1},
        Row{CrownShape::tapered_cylindrical, 0.5, 0.75, 1.0}, Row{CrownShape::flame, 0, 0.5 / 0.7, 0},
        Row{CrownShape::inverse_conical, 1.0, 0.6, 0.2}, Row{CrownShape::tend_flame, 0.5, 0.5 + 0.25 / 0.7, 0.5}}) {
    CHECK(shape_ratio(row.shape, 0) == Approx(row.top).margin(1e-12));
    CHECK(shape_ratio(row.shape, 0.5) == Approx(row.middle).margin(1e-12));
    CHECK(shape_ratio(row.shape, 1) == Approx(row.foot).margin(1e-12));
  }
  CHECK(shape_ratio(CrownShape::flame, 0.7) == Approx(1));
  CHECK(shape_ratio(CrownShape::tend_flame, 0.85) == Approx(0.75));
}

TEST_CASE("weber_penn formulas: the envelope peaks where it says and closes at both ends") {
  const PruneEnvelope envelope{1, 0.4, 0.6, 2, 0.5};  // peak at 0.4 from the top
  CHECK(envelope_width(envelope, 0.4) == Approx(1));
  CHECK(envelope_width(envelope, 0.1) == Approx(0.5));   // (0.1 / 0.4)^0.5
  CHECK(envelope_width(envelope, 0.7) == Approx(0.25));  // (0.3 / 0.6)^2
  CHECK(envelope_width(envelope, 0) == 0);
  CHECK(envelope_width(envelope, 1) == 0);
  CHECK(envelope_width(envelope, 1.01) == 0);
  CHECK(envelope_width(envelope, -0.01) == 0);
  // Height 10, crown from 2 m up: the peak lies at 10 - 0.4 * 8 = 6.8 m, 4 m wide.
  CHECK(inside_envelope(envelope, {3.99, 6.8, 0}, 10, 0.2));
  CHECK_FALSE(inside_envelope(envelope, {0, 6.8, 4.01}, 10, 0.2));
  CHECK_FALSE(inside_envelope(envelope, {0, 1.9, 0}, 10, 0.2));
}

TEST_CASE("weber_penn formulas: taper is a cylinder, a cone, a rounded cylinder, a row of balls") {
  for (const double z : {0.0, 0.3, 0.9}) {
    CHECK(tapered_radius(0, 0.2, 10, z) == Approx(0.2));
    CHECK(tapered_radius(1, 0.2, 10, z) == Approx(0.2 * (1 - z)));
    CHECK(tapered_radius(0.5, 0.2, 10, z) == Approx(0.2 * (1 - 0.5 * z)));
    CHECK(tapered_radius(2, 0.2, 10, z) == Approx(0.2));
  }
  // The end of taper 2 is a half ball of radius 0.2: at 0.1 m from the tip, sqrt(0.2^2 - 0.1^2).
  CHECK(tapered_radius(2, 0.2, 10, 0.99) == Approx(std::sqrt(0.03)));
  CHECK(tapered_radius(2, 0.2, 10, 1) == Approx(0).margin(1e-9));
  // Taper 3: balls of diameter 0.4 from the tip down, touching where 10 - z is a multiple of 0.4.
  for (int ball = 0; ball < 5; ++ball) {
    CHECK(tapered_radius(3, 0.2, 10, 1 - (0.4 * ball + 0.2) / 10) == Approx(0.2).epsilon(1e-6));
    CHECK(tapered_radius(3, 0.2, 10, 1 - 0.4 * ball / 10) == Approx(0).margin(1e-6));
  }
  // Taper 2.25 sinks by a quarter between the balls.
  CHECK(tapered_radius(2.25, 0.2, 10, 1 - 0.8 / 10) == Approx(0.15).epsilon(1e-6));
}

TEST_CASE("weber_penn formulas: flare is 0.99 at the ground and gone at an eighth of the trunk") {
  CHECK(flare_factor(0.6, 0) == Approx(1 + 0.6 * 0.99));
  CHECK(flare_factor(0.6, 0.0625) == Approx(1 + 0.6 * 0.09));  // 100^(1/2) = 10
  CHECK(flare_factor(0.6, 0.125) == Approx(1));
  CHECK(flare_factor(0.6, 0.8) == Approx(1));
}

TEST_CASE("weber_penn formulas: numbers of children and leaves") {
  const StemMeasure trunk{0, 12, 1, 0, 0};
  CHECK(child_count(trunk, 50) == 50);
  const StemMeasure limb{1, 3, 0.5, 12, 4};  // half of what its level allows
  CHECK(child_count(limb, 30) == Approx(30 * (0.2 + 0.8 * 0.5)));
  const StemMeasure twig{2, 1, 0.5, 3, 1.5};
  CHECK(child_count(twig, 20) == Approx(20 * 0.75));
  CHECK(leaf_count(twig, 20) == Approx(20 * 0.75));
  CHECK(leaf_count({2, 1, 0.5, 3, 3}, 20) == Approx(20));
}

TEST_CASE("weber_penn formulas: a negative variation of the down angle goes by height") {
  // The aspen's main branches: 60 with -50 spans 110 at the crown's foot to 30 at its top.
  CHECK(child_down_angle(60, -50, 1, 0.3) == Approx(110));
  CHECK(child_down_angle(60, -50, 0, -0.9) == Approx(30));
  CHECK(child_down_angle(60, 10, 0.5, 0.5) == Approx(65));
}

TEST_CASE("weber_penn formulas: frames stay right-handed and attraction stops at the vertical") {
  lsystem::Frame frame;
  pitch(frame, 60);
  CHECK(declination(frame) == Approx(60));
  roll(frame, 25);
  turn_about(frame, {0, 1, 0}, 80);
  CHECK(declination(frame) == Approx(60));
  CHECK(glm::length(glm::cross(frame.heading, frame.left) - frame.up) < 1e-12);
  // 60 degrees, attraction 0.5 over 5 segments: 0.5 * 60 * sin 60 / 5.
  attract_up(frame, 0.5, 5);
  CHECK(declination(frame) == Approx(60 - 0.5 * 60 * std::sqrt(0.75) / 5));
  attract_up(frame, 100, 1);
  CHECK(declination(frame) == Approx(0).margin(1e-5));
  pitch(frame, 30);
  attract_up(frame, -100, 1);
  CHECK(declination(frame) == Approx(180).margin(1e-5));
}
