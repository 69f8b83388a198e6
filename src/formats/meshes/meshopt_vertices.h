#pragma once
// Elements of one size, such as vertices, as the mode ATTRIBUTES of EXT_meshopt_compression packs them: a byte of an
// element is stored as its difference from the same byte of the element before, in groups of sixteen that take as few
// bits as they need. Source: [meshopt-spec].

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weald::io {

/// Number of elements of a block, which can be packed by itself. Pre: `stride` is a multiple of 4 from 4 to 256.
std::size_t meshopt_block_length(std::size_t stride);

/// The bytes before the first block.
std::string meshopt_head();
/// Appends blocks of elements of `stride` bytes each. `before` is the element before the first, or the first itself
/// where nothing is before it. Pre: only the last blocks of a stream may end within a block.
void append_meshopt_blocks(std::string_view elements, std::string_view before, std::string& out);
/// The bytes after the last block. `first` is the first element of the stream.
std::string meshopt_tail(std::string_view first);

/// The elements of a stream; unset where the bytes are no stream of that many elements. Pre: as meshopt_block_length;
/// the caller has room for count * stride bytes, which is at most 64 times the stream where it is a stream.
std::optional<std::string> decode_meshopt_vertices(std::string_view bytes, std::size_t count, std::size_t stride);

}  // namespace weald::io
