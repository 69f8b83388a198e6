#include "lsystem/growth.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace weald::lsystem {

namespace {

using Counts = std::array<std::uint64_t, kMaxAlphabet>;

// A row of the growth matrix: how often each symbol occurs in what one symbol becomes.
using Row = std::vector<std::pair<std::uint8_t, std::uint64_t>>;

Row row_of(const std::vector<std::uint8_t>& symbols) {
  std::map<std::uint8_t, std::uint64_t> counts;
  for (const std::uint8_t symbol : symbols) ++counts[symbol];
  return {counts.begin(), counts.end()};
}

std::uint64_t size_of(const Grammar& grammar, const Counts& counts) {
  std::uint64_t size = 0;
  for (std::size_t symbol = 0; symbol < grammar.alphabet.size(); ++symbol) {
    size += counts[symbol] * (1u + grammar.alphabet[symbol].parameters);
  }
  return size;
}

}  // namespace

// No overflow: a step starts from at most `limit` <= 1e9 symbols, and a successor has at most a few million.
std::optional<Excess> find_excess(const Grammar& grammar, int steps, std::uint64_t limit) {
  std::vector<Row> rows;
  for (std::size_t symbol = 0; symbol < grammar.alphabet.size(); ++symbol) {
    const std::uint16_t production = *grammar.fixed_production[symbol];
    rows.push_back(production == kCopy ? Row{{static_cast<std::uint8_t>(symbol), 1}}
                                       : row_of(grammar.productions[production].successor.symbols));
  }
  Counts counts{};
  for (const auto& entry : row_of(grammar.axiom.symbols)) counts[entry.first] = entry.second;
  std::uint64_t size = size_of(grammar, counts);
  if (size > limit) return Excess{0, size, 0};
  for (int step = 1; step <= steps; ++step) {
    Counts next{};
    for (std::size_t symbol = 0; symbol < rows.size(); ++symbol) {
      if (counts[symbol] == 0) continue;
      for (const auto& entry : rows[symbol]) next[entry.first] += entry.second * counts[symbol];
    }
    const std::uint64_t grown = size_of(grammar, next);
    if (grown > limit) return Excess{step, grown, size};
    counts = next;
    size = grown;
  }
  return std::nullopt;
}

namespace {

using MeanCounts = std::array<double, kMaxAlphabet>;

double size_of(const Grammar& grammar, const MeanCounts& counts) {
  double size = 0;
  for (std::size_t symbol = 0; symbol < grammar.alphabet.size(); ++symbol) {
    size += counts[symbol] * (1.0 + grammar.alphabet[symbol].parameters);
  }
  return size;
}

// What one symbol becomes on average: a sum over its productions, weighted by their probabilities.
std::vector<std::pair<std::uint8_t, double>> mean_row(const Grammar& grammar, std::size_t symbol) {
  std::map<std::uint8_t, double> counts;
  const auto add = [&](std::uint16_t production, double share) {
    if (production == kCopy)
      counts[static_cast<std::uint8_t>(symbol)] += share;
    else
      for (const std::uint8_t next : grammar.productions[production].successor.symbols) counts[next] += share;
  };
  if (grammar.fixed_production[symbol]) {
    add(*grammar.fixed_production[symbol], 1);
  } else {
    const Lottery& lottery = grammar.lottery[symbol];
    double before = 0;
    for (const Chance& chance : lottery) {
      add(chance.production, (chance.sum - before) / lottery.back().sum);
      before = chance.sum;
    }
  }
  return {counts.begin(), counts.end()};
}

}  // namespace

std::optional<Excess> find_expected_excess(const Grammar& grammar, int steps, std::uint64_t limit) {
  std::vector<std::vector<std::pair<std::uint8_t, double>>> rows;
  for (std::size_t symbol = 0; symbol < grammar.alphabet.size(); ++symbol) rows.push_back(mean_row(grammar, symbol));
  MeanCounts counts{};
  for (const std::uint8_t symbol : grammar.axiom.symbols) counts[symbol] += 1;
  double size = size_of(grammar, counts);
  for (int step = 1; step <= steps; ++step) {
    MeanCounts next{};
    for (std::size_t symbol = 0; symbol < rows.size(); ++symbol) {
      for (const auto& entry : rows[symbol]) next[entry.first] += entry.second * counts[symbol];
    }
    const double grown = size_of(grammar, next);
    if (grown > static_cast<double>(limit)) {
      return Excess{step, static_cast<std::uint64_t>(std::min(grown, 1e18)), static_cast<std::uint64_t>(size)};
    }
    counts = next;
    size = grown;
  }
  return std::nullopt;
}

std::string describe_expected_excess(const Excess& excess, std::uint64_t limit) {
  return fmt::format("step {} would on average make a string of {} symbols and parameters, more than max_symbols = {}",
                     excess.step, excess.size, limit);
}

std::string describe_excess(const Excess& excess, std::uint64_t limit) {
  if (excess.step == 0)
    return fmt::format("the axiom has {} symbols and parameters, more than max_symbols = {}", excess.size, limit);
  return fmt::format("step {} would make a string of {} symbols and parameters, more than max_symbols = {}",
                     excess.step, excess.size, limit);
}

std::string excess_help(const Excess& excess) {
  if (excess.step == 0) return "raise max_symbols";
  return fmt::format("after {} steps it has {}; lower derivation to {} or raise max_symbols", excess.step - 1,
                     excess.before, excess.step - 1);
}

}  // namespace weald::lsystem
