// Published systems with random mistakes: whatever is read ends in a grammar or in errors with a place, and what is
// derived stays within its limits.

#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "unit/stages/plants/lsystem/published.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;

namespace {

// Compiling a system takes 60 times as long with the address sanitizer.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEALD_SLOW_TESTS
#endif
#endif
#ifdef WEALD_SLOW_TESTS
constexpr std::uint64_t kSpoilt = 4'000;
#else
constexpr std::uint64_t kSpoilt = 60'000;
#endif

constexpr std::string_view kBytes = "[](){}<>:-+*/%^&|!=.,;_ @?~\\#$'\"0129aFxyA\n\t\x80\xff";
constexpr std::string_view kWords[] = {"->", "-->", "<", ">", ":", "rand()", "min(", "[[", "]]", "A(x)", "&&", "1e9"};

// One to three edits: a byte changed, taken away or put in, a word put in, a piece doubled or cut off.
void mutate(std::string& text, const Rng& rng, std::uint64_t number) {
  std::uint64_t draw = 0;
  const auto below = [&](std::size_t count) {
    return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(count), number, ++draw));
  };
  std::size_t edits = 1 + below(3);
  while (edits-- > 0) {
    const std::size_t place = below(text.size() + 1);
    switch (below(6)) {
      case 0:
        if (place < text.size()) text[place] = kBytes[below(kBytes.size())];
        break;
      case 1: text.erase(place, 1); break;
      case 2: text.insert(place, 1, kBytes[below(kBytes.size())]); break;
      case 3: text.insert(place, kWords[below(std::size(kWords))]); break;
      case 4: text.insert(place, text.substr(below(text.size() + 1), 12)); break;
      case 5: text.erase(place); break;
    }
  }
}

std::vector<SourceText*> texts_of(LSystemParams& params) {
  std::vector<SourceText*> texts{&params.axiom, &params.ignore};
  const auto add = [&](std::vector<ProductionText>& productions) {
    for (ProductionText& production : productions) {
      if (!production.whole.text.empty()) {
        texts.push_back(&production.whole);
        continue;
      }
      for (SourceText* part : {&production.predecessor, &production.successor, &production.condition,
                               &production.probability, &production.left, &production.right})
        texts.push_back(part);
    }
  };
  add(params.productions);
  add(params.decomposition);
  add(params.interpretation);
  for (TableText& table : params.tables) add(table.productions);
  for (auto& define : params.define) texts.push_back(&define.second);
  for (SourceText& name : params.symbols) texts.push_back(&name);
  return texts;
}

std::vector<LSystemParams> systems() {
  std::vector<LSystemParams> result;
  for (const test::Published& entry : test::read_published()) {
    result.push_back(test::params_of(entry.strings, 3));
    result.push_back(test::params_of(entry.maps, 3));
  }
  // One that uses everything.
  LSystemParams all =
      test::system_of("Apex(age)?P(0,0,0)", {"Apex(a) > ?P(x,y,z) : inside(x,y,z) -> I(a)[~leaf]Apex(a+1)",
                                             "I(a) : a % 2 == 0 -> I(rand(1,2)) : 0.5", "I(a) -> J : .5"});
  all.symbols = {test::source("Apex"), test::source("~leaf")};
  all.tables = {{{2, 3}, 1, test::system_of("A", {"~leaf -> %", "J < I(a) > [~leaf] -> J"}).productions}};
  all.decomposition = test::system_of("A", {"J -> K[+K]K"}).productions;
  all.interpretation = test::system_of("A", {"K -> F(0.3)", "I(a) -> F(a)"}).productions;
  all.age = 3;
  all.derivation = 3;
  all.environment.emplace().volume.emplace().sphere.emplace();
  result.push_back(all);
  for (LSystemParams& params : result) params.max_symbols = 2000;
  return result;
}

}  // namespace

TEST_CASE("mutations: spoilt systems end in grammars or in errors with a place") {
  const std::vector<LSystemParams> originals = systems();
  const Rng rng(20);
  std::size_t read = 0, refused = 0, derived = 0, stopped = 0;
  for (std::uint64_t i = 0; i < kSpoilt; ++i) {
    LSystemParams params = originals[i % originals.size()];
    const auto texts = texts_of(params);
    SourceText& text = *texts[rng.below(static_cast<std::uint32_t>(texts.size()), i, 1u << 20)];
    mutate(text.text, rng, i);
    TextIssues issues;
    const Grammar grammar = compile(params, issues);
    if (issues.has_errors()) {
      ++refused;
      for (const TextIssue& issue : issues.all()) {
        if (issue.where.length < 1 || issue.message.empty()) FAIL(issue.message);
      }
      continue;
    }
    ++read;
    if (read % 8 != 0) continue;
    try {
      const LString string = derive(params, test::seeded(i));
      if (string.size() + string.parameters.size() > 2000) FAIL("longer than its limit");
      ++derived;
    } catch (const StageError&) {
      ++stopped;
    }
  }
  CHECK(read > kSpoilt / 6);
  CHECK(refused > kSpoilt / 6);
  CHECK(derived > kSpoilt / 60);
  CHECK(stopped > kSpoilt / 1200);
}
