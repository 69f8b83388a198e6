#include "picture/surface/colour.h"

#include <set>
#include "support/catch.h"

using namespace weald;
using namespace weald::render;

TEST_CASE("sRGB: conversion gives the published values", "[render]") {
  const SrgbTable srgb;
  CHECK(srgb.linear(std::uint8_t{0}) == 0.0f);
  CHECK(srgb.linear(std::uint8_t{255}) == 1.0f);
  CHECK(srgb.linear(std::uint8_t{10}) == Approx(10.0 / 255.0 / 12.92));
  CHECK(srgb.linear(std::uint8_t{188}) == Approx(0.502886).epsilon(1e-5));
  CHECK(srgb.linear(Vec3f{0.5f}).y == Approx(0.214041).epsilon(1e-4));
}

TEST_CASE("sRGB: encoding a code's light gives the code back at any threshold", "[render]") {
  const SrgbTable srgb;
  for (int code = 0; code < 256; ++code) {
    const float linear = srgb.linear(static_cast<std::uint8_t>(code));
    for (const float threshold : {0.01f, 0.5f, 0.99f}) CHECK(srgb.encode(linear, threshold) == code);
  }
}

TEST_CASE("sRGB: out-of-range values become black or white", "[render]") {
  const SrgbTable srgb;
  CHECK(srgb.encode(-1.0f, 0.5f) == 0);
  CHECK(srgb.encode(7.0f, 0.5f) == 255);
  CHECK(srgb.encode(std::numeric_limits<float>::quiet_NaN(), 0.5f) == 0);
  CHECK(srgb.encode(std::numeric_limits<float>::infinity(), 0.5f) == 255);
}

TEST_CASE("dither: the mean over a tile is the value between two codes", "[render]") {
  const SrgbTable srgb;
  const float low = srgb.linear(std::uint8_t{100}), high = srgb.linear(std::uint8_t{101});
  int sum = 0;
  std::set<float> thresholds;
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x) {
      sum += srgb.encode(mix(low, high, 0.375f), dither_threshold(x, y)) - 100;
      thresholds.insert(dither_threshold(x, y));
    }
  }
  CHECK(sum == 24);  // 0.375 of 64
  CHECK(thresholds.size() == 64);
}

TEST_CASE("tone map: it rises from 0, is linear in the midtones and never exceeds 1", "[render]") {
  float before = -1.0f;
  for (int i = 0; i <= 1000; ++i) {
    const float light = static_cast<float>(i) * 0.01f;
    const float shown = tone_map(Vec3f{light}).x;
    CHECK(shown >= before);
    CHECK(shown <= 1.0f);
    if (light <= 0.5f) CHECK(shown == Approx(light));
    before = shown;
  }
  CHECK(tone_map(Vec3f{0.0f}).x == 0.0f);
  CHECK(tone_map(Vec3f{10.0f}).x == 1.0f);
}
