#pragma once
// LitPicture: what the pixels of a picture show and how much light falls there, without any colour of the things shown.
// It depends on shapes, camera, sun and the finish of materials, and serves all pictures that differ in colours only.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result_store.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// The fragments of kRows rows of pixels. A fragment is what some samples of one pixel see: a triangle, or nothing.
/// Pixels follow each other in squares of kRows pixels from left to right, row by row inside a square.
struct LitRows {
  static constexpr int kRows = 8;
  static constexpr std::uint8_t kSamples = 0x1F;  ///< bits of a head: number of samples
  static constexpr std::uint8_t kLast = 0x20;     ///< bit of a head: the pixel's last fragment
  static constexpr std::uint8_t kBehind = 0x40;   ///< bit of a head: nothing, but the background or the ground
  /// Bit of a head: seen mirrored in the water before the next fragment that is not; its light is added to that one's.
  static constexpr std::uint8_t kMirrored = 0x80;

  std::vector<std::uint8_t> heads;    ///< per fragment
  std::vector<std::uint32_t> lights;  ///< per fragment: pack_light() of the light, or of the ground's share of light
  // Per fragment that is not behind.
  std::vector<std::uint32_t> triangles;  ///< number of a triangle, counted over the distinct surfaces
  std::vector<std::uint32_t> weights;    ///< of the triangle's second (lower 16 bits) and third corner, of 65535
  std::vector<std::uint8_t> closed;      ///< share of 255 of the sky that is blocked
  std::vector<std::uint8_t> gloss;       ///< square root of the sun's mirrored share, of 255
  std::vector<std::uint8_t> detail;      ///< sixteenths of the level that a texture is seen at; empty: no textures
  std::vector<std::uint16_t> haze;       ///< share of 65535 of the haze's colour; empty: no haze
  std::vector<std::uint8_t> wire;        ///< share of 255 that lines along edges cover; empty: no lines
  std::vector<std::uint16_t> fog;        ///< per fragment: share of 65535 that fog hides; empty: no fog
  std::vector<std::uint16_t> shares;     ///< per fragment: its share of 65535 of what its samples show; empty: all
  // Per fragment; empty: no water.
  std::vector<std::uint32_t> through;  ///< pack_light() of the share of its light that comes out of the water
  std::vector<std::uint32_t> veil;     ///< pack_light() of the light of the water before it

  bool operator==(const LitRows&) const = default;
};

/// A whole picture.
struct LitPicture {
  PixelSize size;
  int samples = 1;
  std::vector<LitRows> rows;
};

/// Three channels of light, 0 to 65000, with a common exponent and 9 bits each.
std::uint32_t pack_light(const Vec3f& light);
/// The light that was packed: the largest channel to 1 in 512, the others to the same amount.
Vec3f unpack_light(std::uint32_t packed);

/// Consecutive rows of a lit picture.
struct LitBand {
  std::size_t first = 0;      ///< number of the first one of `rows` in the picture
  std::span<LitRows> rows{};  ///< some 2 MB for wide pictures
};

/// Reads a picture that keep_lit_picture() kept, band by band from the top.
class LitReader {
 public:
  /// `bytes` must outlive this. Checks nothing but the head: its size must be `size`.
  LitReader(ByteSource& bytes, PixelSize size);

  /// Per pixel.
  int samples() const { return samples_; }
  /// The next band, which is valid until the call after the next; unset at the end, or where the bytes go wrong.
  std::optional<LitBand> next();
  /// Whether the bytes were such a picture, no more and no less. Pre: next() gave no band.
  bool is_whole() const { return good_ && bytes_.left() == 0; }

 private:
  static constexpr std::size_t kBandRows = 8;

  ByteSource& bytes_;
  PixelSize size_;
  int samples_ = 1;
  bool good_ = false;
  int y_ = 0;
  std::array<std::array<LitRows, kBandRows>, 2> bands_;  // in turn; their memory serves again
  std::size_t turn_ = 0;
};

/// The whole picture that keep_lit_picture() kept as these bytes; unset where they are not such a picture of this size.
std::optional<LitPicture> lit_picture_from(std::span<const std::byte> bytes, PixelSize size);

/// Keeps a picture under `key`.
void keep_lit_picture(ResultStore& store, const std::string& key, const LitPicture& picture);

/// Whether every triangle of `rows` is one of the first `triangles`.
bool shows_only(const LitRows& rows, std::uint32_t triangles);

}  // namespace weald::render
