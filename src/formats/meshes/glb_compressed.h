#pragma once
// Views of a GLB file that EXT_meshopt_compression has packed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weald::io {

inline constexpr const char* kMeshoptExtension = "EXT_meshopt_compression";

/// Bytes that a byte of a stream stands for at most, in any mode.
inline constexpr std::uint64_t kMostStreamGrowth = 64;

/// What the extension says of a view.
struct GlbStream {
  std::string_view bytes;
  std::uint64_t stride = 0, count = 0;
  std::string mode, filter;  ///< as in the file; no filter is NONE
};

/// The bytes of the view as they were before; unset where the stream is damaged, or its mode, filter or stride are not
/// those of the extension. Memory: at most kMostStreamGrowth times what the stream takes.
std::optional<std::string> decompressed(const GlbStream& stream);

}  // namespace weald::io
