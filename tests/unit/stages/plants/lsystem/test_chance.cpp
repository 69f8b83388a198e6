// Chance by place: whatever is done to the productions of one branch, the other branches stay letter by letter.

#include "support/catch.h"

#include "base/rng.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::list_of;
using test::system_of;

namespace {

// Random productions over a few letters of their own.
class Family {
 public:
  Family(std::string letters, std::uint64_t seed) : letters_(std::move(letters)), rng_(seed) {}

  std::vector<std::string> productions() {
    std::vector<std::string> result;
    for (const char letter : letters_) {
      for (std::uint32_t i = 0; i <= below(3); ++i)
        result.push_back(std::string{letter} + "(t)" + condition() + " -> " + successor() + weight());
    }
    return result;
  }

 private:
  std::uint32_t below(std::uint32_t count) { return rng_.below(count, ++draws_); }
  std::string letter() { return {letters_[below(static_cast<std::uint32_t>(letters_.size()))]}; }
  std::string condition() {
    static const std::vector<std::string> conditions{"", "", " : t < 3", " : rand() < 0.5", " : rand(t) > 1 && t > 1"};
    return conditions[below(static_cast<std::uint32_t>(conditions.size()))];
  }
  std::string weight() { return below(3) == 0 ? "" : " : 0." + std::to_string(1 + below(9)); }
  std::string successor() {
    static const std::vector<std::string> growth{"G(rand())", "+", "[+G(t)]", ""};
    std::string result;
    for (int i = 0; i < 2; ++i) {
      result += growth[below(static_cast<std::uint32_t>(growth.size()))];
      result += below(2) == 0 ? letter() + "(t+1)" : "[" + letter() + "(t*rand(0.5,1.5))]";
    }
    return result;
  }

  std::string letters_;
  Rng rng_;
  std::uint64_t draws_ = 0;
};

constexpr std::size_t kFamilies = 3;
const std::array<std::string, kFamilies> kLetters{"abc", "pqr", "xyz"};

LSystemParams plant_of(const std::array<std::uint64_t, kFamilies>& seeds) {
  LSystemParams params = system_of("T[1a(1)]F[2p(1)][3x(1)]", {"T -> TF"}, 6);
  for (std::size_t i = 0; i < kFamilies; ++i) {
    for (const std::string& text : Family(kLetters[i], seeds[i]).productions())
      params.productions.push_back(list_of({text})[0]);
    // What is drawn is left to chance as well.
    const std::string letter = kLetters[i].substr(0, 1);
    const auto drawn = list_of({letter + "(t) -> F(rand()) : 1", letter + "(t) -> f(t) : " + std::to_string(seeds[i])});
    params.interpretation.insert(params.interpretation.end(), drawn.begin(), drawn.end());
  }
  return params;
}

// What stands behind the mark of a branch, up to the next mark or the end.
std::string branch_of(const std::string& text, std::size_t number) {
  const std::size_t begin = text.find("[" + std::to_string(number + 1));
  REQUIRE(begin != std::string::npos);
  int depth = 0;
  std::size_t end = begin;
  do {
    depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
    ++end;
  } while (depth > 0);
  return text.substr(begin, end - begin);
}

}  // namespace

TEST_CASE("chance: whatever the productions of one branch become, the others stay as they were") {
  int changed = 0;
  constexpr std::uint64_t kRounds = 120;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const std::array<std::uint64_t, kFamilies> seeds{3 * round + 1, 3 * round + 2, 3 * round + 3};
    const std::string before = derived_text(plant_of(seeds), round);
    const std::size_t edited = round % kFamilies;
    auto others = seeds;
    others[edited] += 1000;
    const std::string after = derived_text(plant_of(others), round);
    INFO("round " << round);
    for (std::size_t i = 0; i < kFamilies; ++i) {
      if (i != edited) CHECK((branch_of(after, i) == branch_of(before, i)));
    }
    changed += branch_of(after, edited) != branch_of(before, edited) ? 1 : 0;
  }
  CHECK(changed > 110);
}
