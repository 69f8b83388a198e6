#include "render/lit_picture.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace weald::render {

namespace {

constexpr std::uint32_t kMagic = 0x334C4957;  // WIL3
constexpr int kMantissaBits = 9, kExponentBias = 15;

float power_of_two(int exponent) { return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23); }

// Numbers are written in the machine's own order; the first one tells other machines apart.
class Writer {
 public:
  template <class T>
  void value(T v) {
    append(&v, sizeof v);
  }
  template <class T>
  void array(const std::vector<T>& values) {
    value(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size() * sizeof(T));
  }
  std::vector<std::byte> bytes;

 private:
  void append(const void* data, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <class T>
  T value() {
    T v{};
    if (take(sizeof v)) std::memcpy(&v, at_, sizeof v);
    return v;
  }
  template <class T>
  std::vector<T> array() {
    const auto count = value<std::uint64_t>();
    if (count > rest_.size() / sizeof(T)) good_ = false;
    if (!good_) return {};
    take(count * sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), at_, count * sizeof(T));
    return values;
  }
  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

 private:
  bool take(std::size_t size) {
    if (size > rest_.size()) good_ = false;
    if (!good_) return false;
    at_ = rest_.data();
    rest_ = rest_.subspan(size);
    return true;
  }
  std::span<const std::byte> rest_;
  const std::byte* at_ = nullptr;
  bool good_ = true;
};

// Whether the arrays have the lengths that the heads ask for.
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
         (rows.fog.empty() || rows.fog.size() == rows.heads.size()) &&
         (rows.through.empty() || rows.through.size() == rows.heads.size()) &&
         rows.veil.size() == rows.through.size() && (!rows.through.empty() || !mirrors);
}

bool below(const LitPicture& picture, std::uint32_t triangles) {
  return std::all_of(picture.rows.begin(), picture.rows.end(), [&](const LitRows& rows) {
    return rows.triangles.empty() || *std::max_element(rows.triangles.begin(), rows.triangles.end()) < triangles;
  });
}

}  // namespace

std::uint32_t pack_light(const Vec3f& light) {
  const auto usable = [](float v) { return v > 0.0f ? std::min(v, 65000.0f) : 0.0f; };
  const Vec3f v{usable(light.x), usable(light.y), usable(light.z)};
  const float largest = std::max({v.x, v.y, v.z});
  const int binary = static_cast<int>(std::bit_cast<std::uint32_t>(largest) >> 23) - 127;
  int exponent = std::max(-kExponentBias, binary + 1);
  const auto mantissa = [&](float channel) {
    return static_cast<std::uint32_t>(channel * power_of_two(kMantissaBits - exponent) + 0.5f);
  };
  if (mantissa(largest) == 1u << kMantissaBits) ++exponent;
  return mantissa(v.x) | mantissa(v.y) << 9 | mantissa(v.z) << 18 |
         static_cast<std::uint32_t>(exponent + kExponentBias) << 27;
}

Vec3f unpack_light(std::uint32_t packed) {
  const float scale = power_of_two(static_cast<int>(packed >> 27) - kExponentBias - kMantissaBits);
  return Vec3f{static_cast<float>(packed & 511u), static_cast<float>(packed >> 9 & 511u),
               static_cast<float>(packed >> 18 & 511u)} *
         scale;
}

std::vector<std::byte> to_bytes(const LitPicture& picture) {
  Writer out;
  std::size_t size = 64;
  for (const LitRows& rows : picture.rows) size += 64 + rows.heads.size() * 7 + rows.triangles.size() * 13;
  out.bytes.reserve(size);
  out.value(kMagic);
  out.value(static_cast<std::int32_t>(picture.size.width));
  out.value(static_cast<std::int32_t>(picture.size.height));
  out.value(static_cast<std::int32_t>(picture.samples));
  for (const LitRows& rows : picture.rows) {
    out.array(rows.heads);
    out.array(rows.lights);
    out.array(rows.triangles);
    out.array(rows.weights);
    out.array(rows.closed);
    out.array(rows.gloss);
    out.array(rows.detail);
    out.array(rows.haze);
    out.array(rows.wire);
    out.array(rows.fog);
    out.array(rows.through);
    out.array(rows.veil);
  }
  return std::move(out.bytes);
}

std::optional<LitPicture> lit_picture_from(std::span<const std::byte> bytes, PixelSize size) {
  Reader in(bytes);
  if (in.value<std::uint32_t>() != kMagic) return std::nullopt;
  LitPicture picture;
  picture.size.width = in.value<std::int32_t>();
  picture.size.height = in.value<std::int32_t>();
  picture.samples = in.value<std::int32_t>();
  if (picture.size.width != size.width || picture.size.height != size.height) return std::nullopt;
  for (int y = 0; y < size.height && in.good(); y += LitRows::kRows) {
    LitRows& rows = picture.rows.emplace_back();
    rows.heads = in.array<std::uint8_t>();
    rows.lights = in.array<std::uint32_t>();
    rows.triangles = in.array<std::uint32_t>();
    rows.weights = in.array<std::uint32_t>();
    rows.closed = in.array<std::uint8_t>();
    rows.gloss = in.array<std::uint8_t>();
    rows.detail = in.array<std::uint8_t>();
    rows.haze = in.array<std::uint16_t>();
    rows.wire = in.array<std::uint8_t>();
    rows.fog = in.array<std::uint16_t>();
    rows.through = in.array<std::uint32_t>();
    rows.veil = in.array<std::uint32_t>();
    const int height = std::min(LitRows::kRows, size.height - y);
    if (!in.good() || !consistent(rows, static_cast<std::size_t>(size.width) * static_cast<std::size_t>(height)))
      return std::nullopt;
  }
  if (!in.good() || !in.at_end()) return std::nullopt;
  return picture;
}

LitPicture find_or_make(const std::string& key, PixelSize size, std::span<const Surface* const> surfaces,
                        const RunContext& context, const std::function<LitPicture()>& make) {
  if (context.store == nullptr) return make();
  std::uint32_t triangles = 0;
  for (const Surface* surface : surfaces) triangles += surface->triangle_count();
  if (const auto bytes = context.store->find(key)) {
    if (auto found = lit_picture_from(*bytes, size); found && below(*found, triangles)) return std::move(*found);
  }
  LitPicture picture = make();
  context.store->keep(key, to_bytes(picture));
  return picture;
}

}  // namespace weald::render
