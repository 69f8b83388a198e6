// Systems from the literature, against words printed there or against a direct simulation of what they model.

#include "support/catch.h"

#include <array>
#include <cmath>
#include <deque>

#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::seeded;
using test::source;
using test::system_of;

TEST_CASE("book: the sloth, a system with one left neighbour that grows by a letter every 2^n steps") {
  // [rozenberg1980] a D(1,0)L system; the columns are the left neighbours none, a, b and c.
  const auto params = [](int steps) {
    return system_of(
        "ad", {"a -> c", "a < a -> a", "b < a -> a", "c < a -> b", "b -> b", "c < b -> c", "c -> a", "c < d -> ad"},
        steps);
  };
  const std::vector<std::string> words{"ad",   "cd",   "aad",  "cad",  "abd",  "cbd",  "acd",  "caad", "abad",
                                       "cbad", "acad", "cabd", "abbd", "cbbd", "acbd", "cacd", "abaad"};
  for (std::size_t n = 0; n < words.size(); ++n) CHECK(derived_text(params(static_cast<int>(n))) == words[n]);
  CHECK(derive(params(1000), {}).size() < 13);
}

TEST_CASE("book: signals run up and down a branching plant") {
  auto up = system_of("J[+I]I[-I]I[+I]I", {"J < I -> J"}, 0);
  up.ignore = source("+-");
  const std::vector<std::string> upwards{"J[+I]I[-I]I[+I]I", "J[+J]J[-I]I[+I]I", "J[+J]J[-J]J[+I]I",
                                         "J[+J]J[-J]J[+J]J"};
  auto down = system_of("I[+I]I[-I]I[+I]J", {"I > J -> J"}, 0);
  down.ignore = source("+-");
  const std::vector<std::string> downwards{"I[+I]I[-I]I[+I]J", "I[+I]I[-I]J[+I]J", "I[+I]J[-I]J[+I]J",
                                           "J[+I]J[-I]J[+I]J"};
  for (int n = 0; n < 4; ++n) {
    up.derivation = down.derivation = n;
    CHECK(derived_text(up) == upwards[static_cast<std::size_t>(n)]);
    CHECK(derived_text(down) == downwards[static_cast<std::size_t>(n)]);
  }
}

TEST_CASE("book: the filament with heterocysts is that of a simulation cell by cell") {
  struct Cell {
    double s = 0, c = 0;
    int t = 0;
  };
  constexpr double kMature = 3.9, kLow = 0.4, kHigh = 900;
  std::vector<Cell> cells{{0, kHigh, 0}, {4, kHigh, 1}, {0, kHigh, 0}};
  auto params =
      system_of("F(0,0,CH)F(4,1,CH)F(0,0,CH)",
                {"F(s,t,c) : t == 1 && s >= 6 -> F(s/3*2,2,c)f(1)F(s/3,1,c)",
                 "F(s,t,c) : t == 2 && s >= 6 -> F(s/3,2,c)f(1)F(s/3*2,1,c)",
                 "F(h,i,k) < F(s,t,c) > F(o,p,r) : s > ST || c > CT -> F(s+.1,t,c+0.25*(k+r-3*c))",
                 "F(h,i,k) < F(s,t,c) > F(o,p,r) : !(s > ST || c > CT) -> F(0,0,CH)H(1)", "H(s) : s < 3 -> H(s*1.1)"});
  params.order = ProductionOrder::listed;  // division comes first although it has no context
  params.ignore = source("f H");
  for (const auto& [name, value] : {std::pair{"CH", "900"}, {"CT", "0.4"}, {"ST", "3.9"}})
    params.define.emplace_back(name, source(value));
  std::size_t heterocysts = 0;
  for (int n = 1; n <= 300; ++n) {
    std::vector<Cell> next;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& cell = cells[i];
      if ((cell.t == 1 || cell.t == 2) && cell.s >= 6) {
        const double larger = cell.s / 3 * 2, smaller = cell.s / 3;
        next.push_back({cell.t == 1 ? larger : smaller, cell.c, 2});
        next.push_back({cell.t == 1 ? smaller : larger, cell.c, 1});
      } else if (i == 0 || i + 1 == cells.size()) {
        next.push_back(cell);
      } else if (cell.s > kMature || cell.c > kLow) {
        next.push_back({cell.s + .1, cell.c + 0.25 * (cells[i - 1].c + cells[i + 1].c - 3 * cell.c), cell.t});
      } else {
        next.push_back({0, kHigh, 0});
        ++heterocysts;
      }
    }
    cells = std::move(next);
    if (n % 75 != 0) continue;
    params.derivation = n;
    const LString string = derive(params, {});
    std::vector<double> found;
    std::size_t parameter = 0;
    for (const std::uint8_t id : string.symbols) {
      const Symbol& symbol = string.alphabet[id];
      for (unsigned p = 0; p < symbol.parameters; ++p, ++parameter) {
        if (symbol.name == "F") found.push_back(string.parameters[parameter]);
      }
    }
    REQUIRE(found.size() == 3 * cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      CHECK(found[3 * i] == Approx(cells[i].s).epsilon(1e-12));
      CHECK(found[3 * i + 1] == cells[i].t);
      CHECK(found[3 * i + 2] == Approx(cells[i].c).epsilon(1e-12).margin(1e-300));
    }
  }
  CHECK(heterocysts > 0);
  CHECK(cells.size() > 20);
}

TEST_CASE("book: florets on a disk stand at the golden angle and at the root of their number") {
  auto params = system_of("A(0)", {"A(n) -> [+(n*137.5)f(n^0.5)~D]A(n+1)"}, 300);
  const LString string = derive(params, {});
  std::size_t parameter = 0;
  double turn = 0, n = 0;
  for (const std::uint8_t id : string.symbols) {
    const Symbol& symbol = string.alphabet[id];
    if (symbol.name == "+") turn = string.parameters[parameter];
    if (symbol.name == "f") {
      CHECK(turn == n * 137.5);
      CHECK(string.parameters[parameter] == Approx(std::sqrt(n)).epsilon(1e-14));
      n += 1;
    }
    parameter += symbol.parameters;
  }
  CHECK(n == 300);
}

TEST_CASE("book: flowering is carried down by a signal, as in the models of inflorescences") {
  // An apex makes internodes with lateral buds, and turns into a flower when its time is up; the signal S then runs
  // down the axis, one internode a step, and every bud it passes flowers too.
  auto params =
      system_of("IA(0)", {"A(t) : t < 4 -> [L]IA(t+1)", "A(t) : t >= 4 -> SK", "I > S -> SI", "S ->", "S < L -> K"}, 0);
  params.consider = source("I S L A");
  std::deque<std::string> axis;
  for (int n = 0; n <= 12; ++n) {
    params.derivation = n;
    const std::string text = derived_text(params);
    const int internodes = std::min(n, 4) + 1;
    CHECK(std::count(text.begin(), text.end(), 'I') == internodes);
    CHECK(std::count(text.begin(), text.end(), 'S') == (n >= 5 && n < 5 + internodes + 1 ? 1 : 0));
  }
}

TEST_CASE("book: weights hold in every class of contexts by themselves") {
  // A behind L takes X or Y as 3 : 7, a free A as 1 : 1, an A before R that is not behind L as 2 : 1.
  std::string axiom;
  constexpr int kEach = 20'000;
  for (int i = 0; i < kEach; ++i) axiom += "[LA][A][AR]";
  const auto params = system_of(
      axiom, {"L < A -> X : 3", "L < A -> Y : 7", "A > R -> X : 2", "A > R -> Y : 1", "A -> X : 0.5", "A -> Y : 0.5"});
  for (const std::uint64_t seed : {1, 2, 3}) {
    const std::string text = derived_text(params, seed);
    std::array<double, 3> x{};
    for (std::size_t i = 0; i + 3 < text.size();) {
      x[0] += text[i + 2] == 'X' ? 1 : 0;
      x[1] += text[i + 5] == 'X' ? 1 : 0;
      x[2] += text[i + 8] == 'X' ? 1 : 0;
      i += 11;
    }
    double chi = 0;
    const std::array<double, 3> share{0.3, 0.5, 2.0 / 3};
    for (std::size_t k = 0; k < 3; ++k) {
      const double expected = kEach * share[k];
      chi += (x[k] - expected) * (x[k] - expected) / (expected * (1 - share[k]));
    }
    INFO(x[0] << " " << x[1] << " " << x[2]);
    CHECK(chi < 16.3);  // 0.1 % of all seeds lie above it (three degrees of freedom)
  }
}
