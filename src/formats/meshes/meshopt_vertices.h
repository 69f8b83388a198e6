#pragma once
// Vertex compression of the mode ATTRIBUTES of EXT_meshopt_compression: each byte of an element is stored as its
// difference from the same byte of the previous element, in groups of sixteen that use as few bits as possible. Source:
// [meshopt-spec].

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weald::io {

/// Number of elements of a block, which can be encoded independently. Pre: `stride` is a multiple of 4 from 4 to 256.
std::size_t meshopt_block_length(std::size_t stride);

/// The bytes before the first block.
std::string meshopt_head();
/// Appends blocks of elements of `stride` bytes each. `before` is the element before the first, or the first itself if
/// there is none. Pre: only the last blocks of a stream may end within a block.
void append_meshopt_blocks(std::string_view elements, std::string_view before, std::string& out);
/// The bytes after the last block. `first` is the first element of the stream.
std::string meshopt_tail(std::string_view first);

/// The decoded elements of a stream; unset if the bytes are not a stream of that many elements. Pre: as
/// meshopt_block_length; the caller has memory for count * stride bytes, which is at most 64 times the stream if it is
/// valid.
std::optional<std::string> decode_meshopt_vertices(std::string_view bytes, std::size_t count, std::size_t stride);

}  // namespace weald::io
