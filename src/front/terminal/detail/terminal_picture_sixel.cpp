// Sixels: a palette by median cut, error diffusion, and bands of six rows.

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "front/terminal/detail/terminal_picture.h"

namespace weald::render {

namespace {

constexpr std::size_t kColours = 256;
constexpr int kBits = 5;  // bits per channel in the histogram

// A colour in sixel notation: percent of each channel.
struct Percent {
  std::array<int, 3> channel{};
  Rgba8 rgba() const {
    const auto byte = [](int v) { return static_cast<std::uint8_t>((v * 255 + 50) / 100); };
    return {byte(channel[0]), byte(channel[1]), byte(channel[2]), 255};
  }
};

// Pixels of one colour of the histogram.
struct Bin {
  std::array<int, 3> channel{};  // 0 to 255, middle of the bin
  std::int64_t count = 0;
};

// A box of colours: bins [first, last) of the list.
struct Box {
  std::size_t first = 0, last = 0;
  std::int64_t weight = 0;  // pixels times the longest side; the heaviest box is divided first
  std::size_t axis = 0;
};

class MedianCut {
 public:
  explicit MedianCut(const Image& image) {
    constexpr int kShift = 8 - kBits;
    std::vector<std::int64_t> counts(std::size_t{1} << (3 * kBits));
    for (const Rgba8& p : image.pixels.values())
      ++counts[static_cast<std::size_t>(p.r >> kShift << 2 * kBits | p.g >> kShift << kBits | p.b >> kShift)];
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      const auto middle = [&](int shift) {
        return (static_cast<int>(i >> shift) & ((1 << kBits) - 1)) * 255 / ((1 << kBits) - 1);
      };
      bins_.push_back({{middle(2 * kBits), middle(kBits), middle(0)}, counts[i]});
    }
  }

  std::vector<Percent> palette() {
    std::vector<Box> boxes{measured(0, bins_.size())};
    while (boxes.size() < kColours) {
      const auto largest =
          std::max_element(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.weight < b.weight; });
      if (largest->weight == 0) break;
      const Box box = *largest;
      const std::size_t middle = divide(box);
      *largest = measured(box.first, middle);
      boxes.push_back(measured(middle, box.last));
    }
    std::vector<Percent> result;
    for (const Box& box : boxes) result.push_back(mean(box));
    return result;
  }

 private:
  Box measured(std::size_t first, std::size_t last) const {
    Box box{first, last, 0, 0};
    std::array<int, 3> low{255, 255, 255}, high{0, 0, 0};
    std::int64_t count = 0;
    for (std::size_t i = first; i < last; ++i) {
      count += bins_[i].count;
      for (std::size_t c = 0; c < 3; ++c) {
        low[c] = std::min(low[c], bins_[i].channel[c]);
        high[c] = std::max(high[c], bins_[i].channel[c]);
      }
    }
    for (std::size_t c = 1; c < 3; ++c)
      if (high[c] - low[c] > high[box.axis] - low[box.axis]) box.axis = c;
    box.weight = first < last ? count * (high[box.axis] - low[box.axis]) : 0;
    return box;
  }

  // Sorts the box along its axis and returns the position that splits its pixels in half.
  std::size_t divide(const Box& box) {
    const auto begin = bins_.begin() + static_cast<std::ptrdiff_t>(box.first);
    std::stable_sort(begin, bins_.begin() + static_cast<std::ptrdiff_t>(box.last),
                     [&](const Bin& a, const Bin& b) { return a.channel[box.axis] < b.channel[box.axis]; });
    std::int64_t count = 0, before = 0;
    for (std::size_t i = box.first; i < box.last; ++i) count += bins_[i].count;
    std::size_t middle = box.first;
    while (middle + 1 < box.last && (before + bins_[middle].count) * 2 <= count) before += bins_[middle++].count;
    return std::max(middle, box.first + 1);
  }

  Percent mean(const Box& box) const {
    std::array<std::int64_t, 3> sum{};
    std::int64_t count = 0;
    for (std::size_t i = box.first; i < box.last; ++i) {
      count += bins_[i].count;
      for (std::size_t c = 0; c < 3; ++c) sum[c] += bins_[i].channel[c] * bins_[i].count;
    }
    Percent result;
    for (std::size_t c = 0; c < 3; ++c)
      result.channel[c] = count > 0 ? static_cast<int>((sum[c] * 100 + 127 * count) / (255 * count)) : 0;
    return result;
  }

  std::vector<Bin> bins_;
};

// The nearest colour of a palette, cached by the upper bits of the query.
class NearestColour {
 public:
  explicit NearestColour(const std::vector<Percent>& palette) : known_(std::size_t{1} << (3 * kKnownBits), -1) {
    for (const Percent& colour : palette) colours_.push_back(colour.rgba());
  }

  std::size_t operator()(const std::array<int, 3>& wanted) {
    constexpr int kShift = 8 - kKnownBits;
    int& known = known_[static_cast<std::size_t>(wanted[0] >> kShift << 2 * kKnownBits |
                                                 wanted[1] >> kShift << kKnownBits | wanted[2] >> kShift)];
    if (known < 0) known = search(wanted, kShift);
    return static_cast<std::size_t>(known);
  }

  const Rgba8& colour(std::size_t i) const { return colours_[i]; }

 private:
  static constexpr int kKnownBits = 6;

  // Searches from the centre of the cell, so the result does not depend on the order of the queries.
  int search(const std::array<int, 3>& wanted, int shift) const {
    const auto middle = [shift](int v) { return (v >> shift << shift) + (1 << shift) / 2; };
    int best = 0, least = 1 << 30;
    for (std::size_t i = 0; i < colours_.size(); ++i) {
      const int r = middle(wanted[0]) - colours_[i].r, g = middle(wanted[1]) - colours_[i].g,
                b = middle(wanted[2]) - colours_[i].b;
      const int distance = 2 * r * r + 4 * g * g + b * b;
      if (distance >= least) continue;
      least = distance;
      best = static_cast<int>(i);
    }
    return best;
  }

  std::vector<Rgba8> colours_;
  std::vector<int> known_;
};

// Palette indices of the pixels. Errors are kept in sixteenths, so that all arithmetic is integer.
Grid<std::uint8_t> dithered(const Image& image, const std::vector<Percent>& palette) {
  const int width = image.pixels.width(), height = image.pixels.height();
  NearestColour nearest(palette);
  Grid<std::uint8_t> numbers(width, height);
  using Row = std::vector<std::array<int, 3>>;
  Row here(static_cast<std::size_t>(width) + 2), below(here.size());  // errors; that of pixel x is at x + 1
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Rgba8& p = image.pixels.at(x, y);
      const std::array<int, 3> pixel{p.r, p.g, p.b};
      const auto at = static_cast<std::size_t>(x) + 1;
      std::array<int, 3> wanted{};
      for (std::size_t c = 0; c < 3; ++c) wanted[c] = std::clamp(pixel[c] + here[at][c] / 16, 0, 255);
      const std::size_t number = nearest(wanted);
      numbers.at(x, y) = static_cast<std::uint8_t>(number);
      const Rgba8& got = nearest.colour(number);
      const std::array<int, 3> shown{got.r, got.g, got.b};
      for (std::size_t c = 0; c < 3; ++c) {
        const int error = wanted[c] - shown[c];
        here[at + 1][c] += error * 7;
        below[at - 1][c] += error * 3;
        below[at][c] += error * 5;
        below[at + 1][c] += error;
      }
    }
    here.swap(below);
    std::fill(below.begin(), below.end(), std::array<int, 3>{});
  }
  return numbers;
}

void append_run(std::string& out, char sixel, int count) {
  if (count > 3)
    out += '!' + std::to_string(count) + sixel;
  else
    out.append(static_cast<std::size_t>(count), sixel);
}

// Rows [y, y + 6): one line of sixels for each colour that occurs.
void append_band(const Grid<std::uint8_t>& numbers, int y, std::string& out) {
  std::array<bool, kColours> used{};
  const int end = std::min(y + 6, numbers.height());
  for (int row = y; row < end; ++row)
    for (const std::uint8_t number : numbers.row(row)) used[number] = true;
  bool first = true;
  for (std::size_t colour = 0; colour < kColours; ++colour) {
    if (!used[colour]) continue;
    if (!first) out += '$';
    first = false;
    out += '#' + std::to_string(colour);
    char current = 0;
    int run = 0;
    for (int x = 0; x < numbers.width(); ++x) {
      int bits = 0;
      for (int row = y; row < end; ++row) bits |= static_cast<int>(numbers.at(x, row) == colour) << (row - y);
      const auto sixel = static_cast<char>('?' + bits);
      if (run > 0 && sixel != current) append_run(out, current, std::exchange(run, 0));
      current = sixel;
      ++run;
    }
    if (current != '?') append_run(out, current, run);
  }
  out += '-';
}

}  // namespace

std::string sixels(const Image& image) {
  const std::vector<Percent> palette = MedianCut(image).palette();
  const Grid<std::uint8_t> numbers = dithered(image, palette);
  std::string out = "\x1bP0;1;0q\"1;1;" + std::to_string(numbers.width()) + ';' + std::to_string(numbers.height());
  for (std::size_t i = 0; i < palette.size(); ++i) {
    out += '#' + std::to_string(i) + ";2";
    for (const int channel : palette[i].channel) out += ';' + std::to_string(channel);
  }
  for (int y = 0; y < numbers.height(); y += 6) append_band(numbers, y, out);
  return out + "\x1b\\";
}

}  // namespace weald::render
