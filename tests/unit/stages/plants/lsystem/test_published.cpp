// Every published system, every variant, both spellings of productions, against independently computed values.

#include <cmath>

#include "support/catch.h"

#include "unit/stages/plants/lsystem/published.h"
#include "unit/stages/plants/lsystem/sha256.h"

using namespace weald;
using namespace weald::lsystem;
using test::Published;

namespace {

const std::vector<Published>& all_published() {
  static const std::vector<Published> entries = test::read_published();
  return entries;
}

double scene_size(const Bounds& bounds) {
  const Vec3 size = bounds.size();
  return std::max({size.x, size.y, size.z});
}

Bounds bounds_of(const Skeleton& skeleton) {
  Bounds bounds;
  for (const SkeletonSegment& segment : skeleton.segments) {
    bounds.add(segment.start);
    bounds.add(segment.end);
  }
  return bounds;
}

double total_length(const Skeleton& skeleton) {
  double sum = 0;
  for (const SkeletonSegment& segment : skeleton.segments) sum += glm::length(segment.end - segment.start);
  return sum;
}

}  // namespace

TEST_CASE("sha256: the standard's own examples") {
  CHECK(test::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(test::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("published: the file holds all classes of systems") {
  std::map<std::string, int> kinds;
  for (const Published& entry : all_published()) ++kinds[entry.kind];
  CHECK((kinds == std::map<std::string, int>{{"D0L", 16}, {"stochastic", 1}, {"context", 3}, {"parametric", 20}}));
}

TEST_CASE("published: lengths and symbol counts at every listed step") {
  constexpr int kLargest = 6'000'000;  // larger strings are checked by count alone, in test_derive.cpp
  for (const Published& entry : all_published()) {
    for (const test::ExpectedCounts& expected : entry.counts) {
      if (*expected.length > kLargest) continue;
      INFO(entry.name << " at n = " << expected.n);
      const LString string = derive(test::params_of(entry.strings, expected.n), {});
      CHECK(string.size() == *expected.length);
      CHECK(test::count_symbols(string) == expected.symbols);
    }
  }
}

TEST_CASE("published: the text of every variant has the published digest, in both spellings of productions") {
  int checked = 0;
  for (const Published& entry : all_published()) {
    if (!entry.geometry) continue;
    INFO(entry.name);
    for (const schema::Node* preset : {&entry.strings, &entry.maps}) {
      const LString string = derive(test::params_of(*preset, entry.geometry->n), {});
      CHECK(string.size() == entry.geometry->length);
      CHECK(test::count_symbols(string) == entry.geometry->symbols);
      CHECK(test::sha256(to_text(string)) == entry.geometry->sha256);
    }
    ++checked;
  }
  CHECK(checked == 39);
}

TEST_CASE("published: the turtle draws every variant to the published size") {
  for (const Published& entry : all_published()) {
    if (!entry.geometry) continue;
    INFO(entry.name);
    const test::ExpectedGeometry& expected = *entry.geometry;
    const Skeleton skeleton = interpret(derive(test::params_of(entry.strings, expected.n), {}), entry.turtle, {});
    CHECK(skeleton.segments.size() == expected.segments);
    CHECK(skeleton.polygons.size() == expected.polygons);
    CHECK(total_length(skeleton) == Approx(expected.total_length).epsilon(1e-7).margin(1e-9));
    if (!expected.bounds) {
      CHECK(skeleton.segments.empty());
      continue;
    }
    // The values for tropism are those of a turtle with another twist rule.
    const double tolerance = (entry.turtle.tropism.empty() ? 1e-5 : 0.02) * scene_size(*expected.bounds);
    const Bounds bounds = bounds_of(skeleton);
    for (int axis = 0; axis < 3; ++axis) {
      CHECK(std::abs(bounds.min[axis] - expected.bounds->min[axis]) <= tolerance);
      CHECK(std::abs(bounds.max[axis] - expected.bounds->max[axis]) <= tolerance);
    }
  }
}
