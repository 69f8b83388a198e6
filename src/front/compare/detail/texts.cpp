#include "front/compare/detail/texts.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "front/compare/detail/number_scan.h"

namespace weald::compare {

namespace {

constexpr std::size_t kShownBytes = 200;
constexpr double kLastDigitShare = 1e-3;

/// Compares lines, and adds the figures on numbers to `difference`.
class LineComparison {
 public:
  LineComparison(const TextTolerance& tolerance, TextDifference& difference)
      : tolerance_(tolerance), difference_(difference) {}

  /// True if words are equal and numbers within the tolerance.
  bool same(std::string_view a, std::string_view b) {
    std::size_t i = 0, j = 0;
    bool same = true;
    while (i < a.size() && j < b.size()) {
      const ScannedNumber p = number_at(a, i), q = number_at(b, j);
      if (p.length > 0 && q.length > 0) {
        same = same_numbers(p, q) && same;
        i += p.length;
        j += q.length;
      } else if (p.length > 0 || q.length > 0 || a[i] != b[j]) {
        return false;
      } else {
        ++i;
        ++j;
      }
    }
    return same && i == a.size() && j == b.size();
  }

 private:
  bool same_numbers(const ScannedNumber& p, const ScannedNumber& q) {
    ++difference_.numbers;
    if (p.value == q.value) return true;
    const double change = std::abs(p.value - q.value);
    const double larger = std::max(std::abs(p.value), std::abs(q.value));
    difference_.max_absolute = std::max(difference_.max_absolute, change);
    difference_.max_relative = std::max(difference_.max_relative, change / larger);
    if (p.whole && q.whole) return false;  // counts and indices
    if (change <= std::max(tolerance_.absolute, tolerance_.relative * larger)) return true;
    // Half a unit more, since decimal fractions are not exact in binary.
    const double unit = std::max(unit_of(p), unit_of(q));
    return change <= (tolerance_.last_digit + 0.5) * unit && tolerance_.last_digit >= 1 &&
           change <= larger * kLastDigitShare;
  }

  const TextTolerance& tolerance_;
  TextDifference& difference_;
};

/// The lines of a text, each with its line end, one after another.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool done() const { return rest_.empty(); }
  std::string_view next() {
    const std::string_view line = rest_.substr(0, std::min(rest_.find('\n'), rest_.size() - 1) + 1);
    rest_.remove_prefix(line.size());
    return line;
  }

 private:
  std::string_view rest_;
};

LineDifference show(std::uint64_t number, std::string_view a, std::string_view b) {
  const auto length = std::min(a.size(), b.size());
  const auto at = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(length), b.begin()).first - a.begin());
  const std::size_t from = at > kShownBytes / 2 ? at - kShownBytes / 2 : 0;
  const auto excerpt = [&](std::string_view line) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    return std::string(line.substr(std::min(from, line.size()), kShownBytes));
  };
  return {number, at + 1, excerpt(a), excerpt(b)};
}

}  // namespace

TextDifference compare_texts(std::string_view expected, std::string_view actual, const TextTolerance& tolerance) {
  TextDifference difference;
  LineComparison comparison(tolerance, difference);
  Lines a(expected), b(actual);
  while (!a.done() || !b.done()) {
    const bool both = !a.done() && !b.done();
    difference.expected_lines += a.done() ? 0u : 1u;
    difference.actual_lines += b.done() ? 0u : 1u;
    const std::string_view p = a.done() ? std::string_view{} : a.next(), q = b.done() ? std::string_view{} : b.next();
    const bool same = comparison.same(p, q);
    if (both && p == q) continue;
    const LineDifference shown = show(std::max(difference.expected_lines, difference.actual_lines), p, q);
    ++difference.unequal_lines;
    if (!difference.first) difference.first = shown;
    if (both && same) continue;
    ++difference.changed_lines;
    if (!difference.first_changed) difference.first_changed = shown;
  }
  return difference;
}

}  // namespace weald::compare
