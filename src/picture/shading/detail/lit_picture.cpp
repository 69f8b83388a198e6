#include "picture/shading/detail/lit_picture.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

namespace weald::render {

namespace {

constexpr std::uint32_t kMagic = 0x364C4957;  // WIL6

float power_of_two(int exponent) { return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23); }

// Header in front of the rows. Numbers are in native byte order; the magic number rejects pictures from machines with
// another byte order.
struct Head {
  std::uint32_t magic = kMagic;
  std::int32_t width = 0, height = 0, samples = 0;
  Backdrop backdrop;
};
static_assert(sizeof(Head) == 16 + 15 * sizeof(double) && std::is_trivially_copyable_v<Head>);

constexpr std::size_t kArrays = 14;  // arrays of LitRows

template <class Rows, class Do>
void for_each_array(Rows& rows, const Do& work) {
  work(rows.heads);
  work(rows.lights);
  work(rows.triangles);
  work(rows.weights);
  work(rows.closed);
  work(rows.gloss);
  work(rows.detail);
  work(rows.haze);
  work(rows.wire);
  work(rows.tints);
  work(rows.fog);
  work(rows.shares);
  work(rows.through);
  work(rows.veil);
}

// The bytes of a picture as a list of spans, most of which refer to the picture's own memory.
class Parts {
 public:
  explicit Parts(const LitPicture& picture)
      : head_{kMagic, picture.size.width, picture.size.height, picture.samples, picture.backdrop} {
    parts_.push_back(std::as_bytes(std::span(&head_, 1)));
    sizes_.reserve(picture.rows.size() * kArrays);  // the spans point into it
    for (const LitRows& rows : picture.rows) {
      for_each_array(rows, [&](const auto& array) {
        sizes_.push_back(array.size());
        parts_.push_back(std::as_bytes(std::span(&sizes_.back(), 1)));
        if (!array.empty()) parts_.push_back(std::as_bytes(std::span(array)));
      });
    }
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  std::span<const std::span<const std::byte>> parts() const { return parts_; }

 private:
  Head head_;
  std::vector<std::uint64_t> sizes_;
  std::vector<std::span<const std::byte>> parts_;
};

// Reads an array; fails if it is longer than the remaining bytes.
template <class T>
bool read_array(ByteSource& in, std::vector<T>& values) {
  std::uint64_t size = 0;
  if (!in.read(&size, sizeof size) || size > in.left() / sizeof(T)) return false;
  values.resize(static_cast<std::size_t>(size));
  return in.read(values.data(), values.size() * sizeof(T));
}

// Whether the arrays have the lengths that the heads imply.
bool consistent(const LitRows& rows, std::size_t pixels) {
  std::size_t surfaces = 0, last = 0;
  bool mirrors = false;
  for (const std::uint8_t head : rows.heads) {
    mirrors = mirrors || (head & LitRows::kMirrored) != 0;
    surfaces += (head & LitRows::kBehind) == 0 ? 1 : 0;
    last += (head & LitRows::kLast) != 0 ? 1 : 0;
  }
  return last == pixels && !rows.heads.empty() && (rows.heads.back() & LitRows::kLast) != 0 &&
         rows.lights.size() == rows.heads.size() && rows.triangles.size() == surfaces &&
         rows.weights.size() == surfaces && rows.closed.size() == surfaces && rows.gloss.size() == surfaces &&
         (rows.detail.empty() || rows.detail.size() == surfaces) &&
         (rows.haze.empty() || rows.haze.size() == surfaces) && (rows.wire.empty() || rows.wire.size() == surfaces) &&
         (rows.tints.empty() || rows.tints.size() == surfaces) &&
         (rows.fog.empty() || rows.fog.size() == rows.heads.size()) &&
         (rows.shares.empty() || rows.shares.size() == rows.heads.size()) &&
         (rows.through.empty() || rows.through.size() == rows.heads.size()) &&
         rows.veil.size() == rows.through.size() && (!rows.through.empty() || !mirrors);
}

}  // namespace

std::uint32_t pack_light(const Vec3f& light) {
  const auto usable = [](float v) { return v > 0.0f ? std::min(v, kMostLight) : 0.0f; };
  const Vec3f v{usable(light.x), usable(light.y), usable(light.z)};
  const float largest = std::max({v.x, v.y, v.z});
  const int binary = static_cast<int>(std::bit_cast<std::uint32_t>(largest) >> 23) - 127;
  int exponent = std::max(-kLightBias, binary + 1);
  const auto mantissa = [&](float channel) {
    return static_cast<std::uint32_t>(channel * power_of_two(kLightBits - exponent) + 0.5f);
  };
  if (mantissa(largest) == 1u << kLightBits) ++exponent;
  return mantissa(v.x) | mantissa(v.y) << 9 | mantissa(v.z) << 18 |
         static_cast<std::uint32_t>(exponent + kLightBias) << 27;
}

Vec3f unpack_light(std::uint32_t packed) {
  const float scale = power_of_two(static_cast<int>(packed >> 27) - kLightBias - kLightBits);
  return Vec3f{static_cast<float>(packed & 511u), static_cast<float>(packed >> 9 & 511u),
               static_cast<float>(packed >> 18 & 511u)} *
         scale;
}

LitReader::LitReader(ByteSource& bytes, PixelSize size) : bytes_(bytes), size_(size) {
  Head head;
  good_ =
      bytes.read(&head, sizeof head) && head.magic == kMagic && head.width == size.width && head.height == size.height;
  samples_ = head.samples;
  backdrop_ = head.backdrop;
}

std::optional<LitBand> LitReader::next() {
  std::array<LitRows, kBandRows>& band = bands_[turn_];
  const auto first = static_cast<std::size_t>(y_ / LitRows::kRows);
  std::size_t count = 0;
  for (; good_ && count < band.size() && y_ < size_.height; y_ += LitRows::kRows) {
    LitRows& rows = band[count++];
    for_each_array(rows, [&](auto& array) { good_ = good_ && read_array(bytes_, array); });
    const int height = std::min(LitRows::kRows, size_.height - y_);
    good_ = good_ && consistent(rows, static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(height));
  }
  if (!good_ || count == 0) return std::nullopt;
  turn_ = 1 - turn_;  // the previous band may still be in use
  return LitBand{first, std::span(band).first(count)};
}

void keep_lit_picture(ResultStore& store, const std::string& key, const LitPicture& picture) {
  store.keep_parts(key, Parts(picture).parts());
}

bool shows_only(const LitRows& rows, std::uint32_t triangles) {
  return rows.triangles.empty() || *std::max_element(rows.triangles.begin(), rows.triangles.end()) < triangles;
}

}  // namespace weald::render
