// L-systems as text: each line is `KEY rest`, with one letter for the key; then checked and derived within small
// limits.

#include <algorithm>

#include "base/error.h"
#include "harness.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/lsystem.h"

namespace weald::fuzz {

namespace {

constexpr std::size_t kMaxLines = 32;
constexpr int kMaxSymbols = 400;
constexpr int kMaxSteps = 5;

lsystem::ProductionText production(const lsystem::SourceText& text) {
  lsystem::ProductionText result;
  result.whole = text;
  result.where = text.where;
  return result;
}

void add_line(lsystem::LSystemParams& params, std::string_view line, std::uint32_t number) {
  if (line.empty()) return;
  const char key = line[0];
  line.remove_prefix(std::min<std::size_t>(2, line.size()));
  const lsystem::SourceText text{std::string(line), {0, number, 3, 1}};
  switch (key) {
    case 'a': params.axiom = text; break;
    case 'n': params.derivation = static_cast<int>(line.size()) % (kMaxSteps + 1); break;
    case 's': params.symbols.push_back(text); break;
    case 'i': params.ignore = text; break;
    case 'c': params.consider = text; break;
    case 'l': params.order = lsystem::ProductionOrder::listed; break;
    case 't': params.tables.push_back({{2, 3}, 1, {production(text)}}); break;
    case 'd': params.decomposition.push_back(production(text)); break;
    case 'h': params.interpretation.push_back(production(text)); break;
    case 'y': params.age = static_cast<double>(line.size() % 4); break;
    case 'e':
      params.environment.emplace().volume.emplace().sphere.emplace();
      params.environment->light.emplace();
      break;
    case 'w': params.tables.push_back({{1, 4}, 1, {production(text)}, {"step % 2 == 0", text.where, false, {}}}); break;
    case 'k': params.curves.emplace_back(std::string(line), lsystem::CurveParams{{{0, 1}, {2, 0.5}, {3, 0}}}); break;
    case '=': {
      const std::size_t equals = std::min(line.find('='), line.size());
      lsystem::SourceText value = text;
      value.text = line.substr(std::min(equals + 1, line.size()));
      params.define.emplace_back(std::string(line.substr(0, equals)), value);
      break;
    }
    default: params.productions.push_back(production(text));
  }
}

void require_derived(const lsystem::LString& string) {
  require(string.symbols.size() + string.parameters.size() <= kMaxSymbols, "a string stays within its limit");
  std::size_t parameters = 0;
  for (const std::uint8_t symbol : string.symbols) {
    require(symbol < string.alphabet.size(), "every symbol is one of the alphabet");
    parameters += string.alphabet[symbol].parameters;
  }
  require(parameters == string.parameters.size(), "every parameter has its module");
  require(std::all_of(string.parameters.begin(), string.parameters.end(), [](double p) { return p - p == 0; }),
          "parameters are finite");
}

/// Compiles the system, and requires that every mistake has its place within the text; true when there is none.
bool is_sound(const lsystem::LSystemParams& params, std::uint32_t lines, std::size_t size) {
  lsystem::TextIssues issues;
  lsystem::compile(params, issues);
  for (const lsystem::TextIssue& issue : issues.all()) {
    require(!issue.message.empty(), "an error says something");
    require(issue.where.line <= lines && issue.where.column <= size + 4, "an error has its place within the text");
  }
  return !issues.has_errors();
}

}  // namespace

void lsystem(std::string_view input) {
  lsystem::LSystemParams params;
  params.max_symbols = kMaxSymbols;
  std::uint32_t lines = 0;
  for (std::string_view rest = input; !rest.empty() && lines < kMaxLines;) add_line(params, take_line(rest), ++lines);

  if (!is_sound(params, lines, input.size())) return;
  try {
    require_derived(lsystem::derive(params, {}));
  } catch (const StageError& error) {
    require(*error.what() != '\0', "a derivation ends in a string or says why not");
  }
}

}  // namespace weald::fuzz
