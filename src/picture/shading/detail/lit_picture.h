#pragma once
// LitPicture: the visible fragments of a picture and the light on them, without the surfaces' colours. It depends on
// shapes, camera, sun and the finish of materials, and is reused for all pictures that differ only in colours.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result_store.h"
#include "data/scene.h"
#include "picture/camera/picture_params.h"
#include "picture/shading/detail/cloud_sky.h"

namespace weald::render {

/// The fragments of kRows rows of pixels. A fragment is the set of samples of a pixel that see the same triangle, or
/// nothing. Pixels are stored in squares of kRows by kRows pixels from left to right, row by row within a square.
struct LitRows {
  static constexpr int kRows = 8;
  static constexpr std::uint8_t kSamples = 0x1F;  ///< bits of a head: number of samples
  static constexpr std::uint8_t kLast = 0x20;     ///< bit of a head: last fragment of the pixel
  static constexpr std::uint8_t kBehind = 0x40;   ///< bit of a head: no surface, only the background or the ground
  /// Bit of a head: a reflection in the water of the next fragment without this bit, to whose light its own is added.
  static constexpr std::uint8_t kMirrored = 0x80;

  std::vector<std::uint8_t> heads;  ///< per fragment
  /// Per fragment: pack_light() of the light, or of the light's share on the ground.
  std::vector<std::uint32_t> lights;
  // Per fragment that shows a surface:
  std::vector<std::uint32_t> triangles;  ///< triangle number, counted over the distinct surfaces
  std::vector<std::uint32_t> weights;    ///< barycentric, of the second (low 16 bits) and third corner, 65535 = 1
  std::vector<std::uint8_t> closed;      ///< occluded share of the sky, 255 = 1
  std::vector<std::uint8_t> gloss;       ///< square root of the sun's specular share, 255 = 1
  std::vector<std::uint8_t> detail;      ///< mip level of the texture in sixteenths; empty: no textures
  std::vector<std::uint16_t> haze;       ///< share of the haze's colour, 65535 = 1; empty: no haze
  std::vector<std::uint8_t> wire;        ///< share covered by wireframe lines, 255 = 1; empty: no lines
  std::vector<std::uint32_t> tints;      ///< pack_tint() of the tint of the item; empty: no tints
  std::vector<std::uint16_t> fog;        ///< per fragment: share hidden by fog, 65535 = 1; empty: no fog
  std::vector<std::uint16_t> shares;     ///< per fragment: share of its samples' contribution, 65535 = 1; empty: all 1
  // Per fragment; empty: no water.
  std::vector<std::uint32_t> through;  ///< pack_light() of the share of its light that leaves the water
  std::vector<std::uint32_t> veil;     ///< pack_light() of the light that the water in front of it adds

  bool operator==(const LitRows&) const = default;
};

/// A whole lit picture.
struct LitPicture {
  PixelSize size;
  int samples = 1;
  std::vector<LitRows> rows;
  Backdrop backdrop{};
};

/// Packs a tint: red in the lowest 8 bits, then green and blue.
inline std::uint32_t pack_tint(const scene::Tint& tint) {
  return std::uint32_t{tint.red} | std::uint32_t{tint.green} << 8 | std::uint32_t{tint.blue} << 16;
}

/// Parts of a packed light: bits per channel, the bias of the exponent, and the most that a channel may have.
inline constexpr int kLightBits = 9, kLightBias = 15;
inline constexpr float kMostLight = 65000.0f;

/// Packs three channels of light, 0 to 65000, with a shared exponent and 9 bits each.
std::uint32_t pack_light(const Vec3f& light);
/// Unpacks the light; every channel is exact to 1/512 of the largest channel.
Vec3f unpack_light(std::uint32_t packed);

/// Consecutive rows of a lit picture.
struct LitBand {
  std::size_t first = 0;      ///< index of the first of `rows` in the picture
  std::span<LitRows> rows{};  ///< about 2 MB for wide pictures
};

/// Reads a picture stored by keep_lit_picture(), band by band from the top.
class LitReader {
 public:
  /// `bytes` must outlive the reader. Checks only the header; the picture's size in it must equal `size`.
  LitReader(ByteSource& bytes, PixelSize size);

  /// Samples per pixel.
  int samples() const { return samples_; }
  /// The view of the picture.
  const Backdrop& backdrop() const { return backdrop_; }
  /// Returns the next band, which stays valid until the call after the next one; nothing at the end or if the bytes are
  /// invalid.
  std::optional<LitBand> next();
  /// Whether the bytes were exactly one such picture. Pre: next() has returned nothing.
  bool is_whole() const { return good_ && bytes_.left() == 0; }

 private:
  static constexpr std::size_t kBandRows = 8;

  ByteSource& bytes_;
  PixelSize size_;
  int samples_ = 1;
  Backdrop backdrop_;
  bool good_ = false;
  int y_ = 0;
  std::array<std::array<LitRows, kBandRows>, 2> bands_;  // used in turn; their memory is reused
  std::size_t turn_ = 0;
};

/// Stores a picture under `key`.
void keep_lit_picture(ResultStore& store, const std::string& key, const LitPicture& picture);

/// Whether every triangle of `rows` has a number below `triangles`.
bool shows_only(const LitRows& rows, std::uint32_t triangles);

}  // namespace weald::render
