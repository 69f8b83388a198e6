#include "stages/plants/lsystem/detail/d0l.h"

#include <algorithm>
#include <optional>
#include <span>

namespace weald::lsystem {

namespace {

// All expansions together stay inside the second-level cache beside the output being written.
constexpr std::uint64_t kTableBytes = 64 * 1024;

using Symbols = std::span<const std::uint8_t>;
using Lengths = std::array<std::uint64_t, kMaxAlphabet>;

void append(std::vector<std::uint8_t>& out, Symbols symbols) { out.insert(out.end(), symbols.begin(), symbols.end()); }

// Appends a part of `out` itself, which has room.
void append_own(std::vector<std::uint8_t>& out, Symbols part) {
  const std::size_t end = out.size();
  out.resize(end + part.size());
  std::copy(part.begin(), part.end(), out.begin() + static_cast<std::ptrdiff_t>(end));
}

// The replacement of every symbol in one step.
class Successors {
 public:
  explicit Successors(const Grammar& grammar) : count_(grammar.alphabet.size()) {
    for (std::size_t i = 0; i < kMaxAlphabet; ++i) {
      self_[i] = static_cast<std::uint8_t>(i);
      of_[i] = Symbols(&self_[i], 1);
      if (i >= count_ || *grammar.steps[0].fixed_production[i] == kCopy) continue;
      of_[i] = grammar.productions[*grammar.steps[0].fixed_production[i]].successor.symbols;
    }
  }
  Successors(const Successors&) = delete;
  Successors& operator=(const Successors&) = delete;

  std::size_t count() const { return count_; }
  Symbols operator[](std::size_t symbol) const { return of_[symbol]; }
  bool is_copied(std::uint8_t symbol) const { return of_[symbol].size() == 1 && of_[symbol][0] == symbol; }

  Lengths grow(const Lengths& lengths) const {
    Lengths next{};
    for (std::size_t i = 0; i < count_; ++i) {
      for (const std::uint8_t symbol : of_[i]) next[i] += lengths[symbol];
    }
    return next;
  }

 private:
  std::size_t count_;
  std::array<std::uint8_t, kMaxAlphabet> self_{};
  std::array<Symbols, kMaxAlphabet> of_{};
};

// The replacement of every symbol in `depth` steps, as many as fit into the table.
struct Expansions {
  int depth = 0;
  std::vector<std::uint8_t> bytes;
  std::array<std::size_t, kMaxAlphabet + 1> begin{};

  Symbols operator[](std::uint8_t symbol) const {
    return Symbols(bytes).subspan(begin[symbol], begin[symbol + 1] - begin[symbol]);
  }
};

std::uint64_t total(const Lengths& lengths, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += lengths[i];
  return sum;
}

Expansions expand_symbols(const Successors& successors, int steps) {
  Expansions result;
  Lengths lengths{};
  std::fill_n(lengths.begin(), successors.count(), 1);
  for (std::size_t i = 0; i < successors.count(); ++i) {
    result.begin[i + 1] = i + 1;
    result.bytes.push_back(static_cast<std::uint8_t>(i));
  }
  for (lengths = successors.grow(lengths); result.depth < steps && total(lengths, successors.count()) <= kTableBytes;
       lengths = successors.grow(lengths)) {
    Expansions next;
    next.depth = result.depth + 1;
    next.bytes.reserve(total(lengths, successors.count()));
    for (std::size_t i = 0; i < successors.count(); ++i) {
      for (const std::uint8_t symbol : successors[i]) append(next.bytes, result[symbol]);
      next.begin[i + 1] = next.bytes.size();
    }
    result = std::move(next);
  }
  return result;
}

std::uint64_t derived_length(const Successors& successors, Symbols axiom, int steps) {
  Lengths lengths{};
  std::fill_n(lengths.begin(), successors.count(), 1);
  for (int step = 0; step < steps; ++step) lengths = successors.grow(lengths);
  std::uint64_t length = 0;
  for (const std::uint8_t symbol : axiom) length += lengths[symbol];
  return length;
}

// Where the expansions of symbols stand in the string that is being made, by symbol and steps left. Short ones alone:
// without them, symbols that only change their names for hundreds of steps would be walked through again and again;
// long ones are made faster from the table than from memory far away.
class Remembered {
 public:
  Remembered(std::size_t symbols, int steps)
      : steps_(static_cast<std::size_t>(steps)), places_(symbols * (steps_ + 1)) {}

  std::optional<Symbols> find(std::uint8_t symbol, int left, Symbols string) const {
    const Place& place = places_[index(symbol, left)];
    return place.known ? std::optional{string.subspan(place.begin, place.length)} : std::nullopt;
  }
  void remember(std::uint8_t symbol, int left, std::size_t begin, std::size_t end) {
    if (end - begin > kLongest) return;
    places_[index(symbol, left)] = {static_cast<std::uint32_t>(begin), static_cast<std::uint16_t>(end - begin), true};
  }

 private:
  static constexpr std::size_t kLongest = 4096;
  struct Place {
    std::uint32_t begin = 0;
    std::uint16_t length = 0;
    bool known = false;
  };
  std::size_t index(std::uint8_t symbol, int left) const {
    return symbol * (steps_ + 1) + static_cast<std::size_t>(left);
  }

  std::size_t steps_;
  std::vector<Place> places_;
};

// A symbol of the derivation tree above the table, and what is left of its successor.
struct Branching {
  Symbols rest;
  std::uint8_t symbol = 0;
  std::size_t begin = 0;  // of its expansion in the string
};

}  // namespace

// Walks the derivation tree from the axiom down to where the table takes over, and copies expansions from it. The walk
// keeps its own stack, at most one entry per step.
LString derive_d0l(const Grammar& grammar, int steps, const RunContext& context) {
  const Successors successors(grammar);
  const Expansions table = expand_symbols(successors, steps);
  Remembered remembered(successors.count(), steps);
  LString out;
  out.alphabet = grammar.alphabet;
  // Nothing moves while the string is made: parts of it are copied to its end.
  out.symbols.reserve(derived_length(successors, grammar.axiom.symbols, steps));
  std::vector<Branching> open{{Symbols(grammar.axiom.symbols)}};
  std::size_t visited = 0;
  while (!open.empty()) {
    const int left = steps - static_cast<int>(open.size() - 1);
    if (open.back().rest.empty()) {
      if (open.size() > 1) remembered.remember(open.back().symbol, left + 1, open.back().begin, out.symbols.size());
      open.pop_back();
      continue;
    }
    const std::uint8_t symbol = open.back().rest.front();
    open.back().rest = open.back().rest.subspan(1);
    if (left <= table.depth || successors.is_copied(symbol)) {
      // At the table's own depth exactly; only copied symbols are met above it.
      append(out.symbols, successors.is_copied(symbol) ? successors[symbol] : table[symbol]);
    } else if (const auto known = remembered.find(symbol, left, out.symbols)) {
      append_own(out.symbols, *known);
    } else {
      open.push_back({successors[symbol], symbol, out.symbols.size()});
    }
    if ((++visited & 0xFFFF) == 0) context.check_stop();
  }
  return out;
}

}  // namespace weald::lsystem
