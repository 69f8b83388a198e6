#pragma once
// Binary: the binary data of a glTF file, and the views and accessors that describe them.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/gltf/detail/compression.h"
#include "formats/gltf/gltf_params.h"

namespace weald::gltf {

using Json = nlohmann::ordered_json;

/// The use of an array. All arrays with the same use are in one view of the buffer; views are in this order.
enum class Use {
  positions,
  normals,
  tangents,
  uvs,
  colours,
  wind,
  translations,
  rotations,
  scales,
  tints,
  data,
  indices16,
  indices32,
};
inline constexpr std::size_t kUses = 13;

/// The type of the components of an array, by glTF's numbers.
enum class Component { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

/// One array of vectors.
struct Array {
  Use use{};
  Component component{};
  bool normalized = false;  ///< integers stand for 0 to 1, or -1 to 1
  std::string_view type;    ///< SCALAR, VEC2, VEC3 or VEC4
  std::size_t count = 0;    ///< of vectors
  std::size_t stride = 0;   ///< bytes from one vector to the next, the same for all arrays of a use
  Fill fill;                ///< its data must exist until the binary is written
  /// The filter of the vectors that `fill` writes, the same for all arrays of a use; filters other than none are for
  /// compression.
  Filter filter = Filter::none;
};

/// Collects arrays and pictures, and writes them one after the other.
class Binary {
 public:
  explicit Binary(Compression compression = Compression::none) : compression_(compression) {}

  /// Returns the index of the accessor of a new array. `least` and `most` are the bounds of its components, or empty.
  std::size_t add(const Array& array, std::span<const double> least = {}, std::span<const double> most = {});
  /// Returns the index of the view of a picture file; its bytes must exist until the binary is written. Pictures follow
  /// all arrays. Pre: no array is added afterwards.
  std::size_t add_picture(std::string_view bytes);

  /// Compresses the arrays, if requested, and keeps the result in memory. Pre: everything has been added. Errors:
  /// Interrupted.
  void compress(const RunContext& context);
  /// Whether there are compressed arrays.
  bool is_compressed() const;

  /// Number of bytes, a multiple of four. Pre: compress() has been called before this and the functions below.
  std::uint64_t size() const;
  /// `buffers`, `bufferViews` and `accessors` of the file. `uri` names the file of the bytes; empty: they follow in the
  /// same file.
  Json buffers(const std::string& uri) const;
  Json views() const;
  Json accessors() const;
  /// Writes size() bytes. Errors: those of the sink; Interrupted.
  void write(io::Sink& sink, const RunContext& context) const;

 private:
  struct Section {
    std::vector<std::size_t> accessors;  // in the order of their arrays
    std::uint64_t size = 0;              // each array starts at a multiple of four
    std::size_t stride = 0;
    std::string packed;  // the compressed arrays
  };
  struct Accessor {
    Array array;
    std::uint64_t offset = 0;  // in its section
    std::vector<double> least, most;
  };
  std::array<std::size_t, kUses> view_numbers() const;
  std::uint64_t stored_size(const Section& section) const;
  Json extension_of(std::size_t use, std::uint64_t offset) const;
  void write_arrays(io::Sink& sink, const RunContext& context) const;
  void write_packed(io::Sink& sink) const;

  Compression compression_;
  std::array<Section, kUses> sections_;
  std::vector<Accessor> accessors_;
  std::vector<std::string_view> pictures_;
};

}  // namespace weald::gltf
