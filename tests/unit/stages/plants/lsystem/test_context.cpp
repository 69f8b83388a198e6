#include "support/catch.h"

#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::system_of;

TEST_CASE("context: the book's example of a bracketed context") {
  // S has B C on its path to the left, and G [H..] M to the right across lateral branches.
  CHECK(derived_text(system_of("ABC[DE][SG[HI[JK]L]MNO]", {"BC < S > G[H]M -> X"})) == "ABC[DE][XG[HI[JK]L]MNO]");
  CHECK(derived_text(system_of("ABC[DE][SG[HI[JK]L]MNO]", {"BC < S > G[I]M -> X"})) == "ABC[DE][SG[HI[JK]L]MNO]");
  CHECK(derived_text(system_of("ABC[DE][SG[HI[JK]L]MNO]", {"BC < S > GM -> X"})) == "ABC[DE][XG[HI[JK]L]MNO]");
  CHECK(derived_text(system_of("ABC[DE][SG[HI[JK]L]MNO]", {"BC < S > GMNO -> X"})) == "ABC[DE][XG[HI[JK]L]MNO]");
  CHECK(derived_text(system_of("ABC[DE][SG[HI[JK]L]MNO]", {"BC < S > G[HI]MN -> X"})) == "ABC[DE][XG[HI[JK]L]MNO]");
  CHECK(derived_text(system_of("ABC[DE][SG[HI[JK]L]MNO]", {"BC < S > G[HI[JK]L]M -> X"})) == "ABC[DE][XG[HI[JK]L]MNO]");
  CHECK(derived_text(system_of("ABC[DE][SG[HI[JK]L]MNO]", {"BC < S > G[HIL]M -> X"})) == "ABC[DE][XG[HI[JK]L]MNO]");
}

TEST_CASE("context: a left context climbs out of branches and jumps over finished ones") {
  CHECK(derived_text(system_of("A[B]C", {"A < C -> X"})) == "A[B]X");
  CHECK(derived_text(system_of("A[B]C", {"B < C -> X"})) == "A[B]C");
  CHECK(derived_text(system_of("A[[[C]]]", {"A < C -> X"})) == "A[[[X]]]");
  CHECK(derived_text(system_of("A[B][C]", {"A < C -> X"})) == "A[B][X]");
  CHECK(derived_text(system_of("C", {"A < C -> X"})) == "C");
}

TEST_CASE("context: a right context ends with its branch") {
  CHECK(derived_text(system_of("A[B]C", {"A > C -> X"})) == "X[B]C");
  CHECK(derived_text(system_of("A[B]C", {"A > B -> X"})) == "A[B]C");
  CHECK(derived_text(system_of("A[B]C", {"A > [B] -> X"})) == "X[B]C");
  CHECK(derived_text(system_of("A[B]C", {"A > [B]C -> X"})) == "X[B]C");
  CHECK(derived_text(system_of("A[B]C", {"B > C -> X"})) == "A[B]C");
  CHECK(derived_text(system_of("A[B][D]C", {"A > [B][D]C -> X"})) == "X[B][D]C");
  CHECK(derived_text(system_of("A[B][D]C", {"A > C -> X"})) == "X[B][D]C");
  CHECK(derived_text(system_of("AB", {"A > [B] -> X"})) == "AB");
}

TEST_CASE("context: ignored symbols are skipped, in branches too") {
  auto params = system_of("A+F[-B]+C", {"A < B -> X", "A > C -> Y", "+ < C -> Z"});
  CHECK(derived_text(params) == "A+F[-B]+Z");
  params.ignore = test::source("+-F");
  CHECK(derived_text(params) == "Y+F[-X]+C");
}

TEST_CASE("context: parameters of the contexts can be used") {
  const auto params =
      system_of("A(1)B(2)[C(3)]D(4)", {"A(a) < B(b) > D(d) : a + b == 3 -> B(a*100+b*10+d)", "B(b) < C(c) -> C(b-c)"});
  CHECK(derived_text(params) == "A(1)B(124)[C(-1)]D(4)");
}

TEST_CASE("context: specific productions come first unless they are tried as listed") {
  auto params = system_of("AB", {"B -> X", "A < B -> Y"});
  CHECK(derived_text(params) == "AY");
  params.order = ProductionOrder::listed;
  CHECK(derived_text(params) == "AX");
}

TEST_CASE("context: the three further bracketed 2L-systems of Hogeweg and Hesper have the published lengths") {
  struct System {
    std::string axiom;
    std::vector<std::string> successors;  // of 000, 001, 010, 011, 100, 101, 110, 111: left, self, right
    int steps;
    std::size_t length;
  };
  const std::vector<System> systems{
      {"F1F1F1", {"1", "1[-F1F1]", "1", "1", "0", "1F1", "1", "0"}, 30, 19199},
      {"F1F1F1", {"1", "1[-F1F1]", "1", "1", "0", "1F1", "1", "0"}, 40, 549056},
      {"F0F1F1", {"1", "0", "0", "1F1", "1", "1[+F1F1]", "1", "0"}, 24, 5789},
      {"F1F1F1", {"0", "1[-F1F1]", "1", "1", "0", "1F1", "1", "0"}, 26, 2428},
  };
  for (const System& system : systems) {
    std::vector<std::string> productions{"+ -> -", "- -> +"};
    for (std::size_t i = 0; i < 8; ++i) {
      const auto bit = [&](std::size_t shift) { return std::string(1, i >> shift & 1 ? '1' : '0'); };
      productions.push_back(bit(2) + " < " + bit(1) + " > " + bit(0) + " -> " + system.successors[i]);
    }
    auto params = system_of(system.axiom, productions, system.steps);
    params.ignore = test::source("+-F");
    INFO(system.steps);
    CHECK(derive(params, {}).size() == system.length);
  }
}
