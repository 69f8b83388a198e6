#pragma once
// Decodes views of a GLB file that are compressed by EXT_meshopt_compression.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weald::io {

inline constexpr const char* kMeshoptExtension = "EXT_meshopt_compression";

/// Largest decompression ratio of a stream, in any mode.
inline constexpr std::uint64_t kMaxStreamGrowth = 64;

/// The extension's description of a view.
struct GlbStream {
  std::string_view bytes;
  std::uint64_t stride = 0, count = 0;
  std::string mode, filter;  ///< as in the file; "NONE" for no filter
};

/// The decompressed bytes of the view; unset if the stream is damaged, or its mode, filter or stride are not those of
/// the extension. Memory: at most kMaxStreamGrowth times that of the stream.
std::optional<std::string> decompressed(const GlbStream& stream);

}  // namespace weald::io
