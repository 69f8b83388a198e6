#include "formats/gltf/detail/compression.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/meshopt_indices.h"
#include "formats/meshes/meshopt_vertices.h"

namespace weald::gltf {

namespace {

/// Blocks of vectors that one task encodes: so many that fetching the vector before them again costs little.
constexpr std::size_t kBlocksInPiece = 32;

/// Triangles that are fetched at a time.
constexpr std::size_t kTrianglesAtOnce = 8192;

std::size_t count_of(const Stream& stream) {
  std::size_t count = 0;
  for (const Stream::Part& part : stream.parts) count += part.count;
  return count;
}

/// The bytes of the vectors [begin, end) of all arrays.
std::string fetch(const Stream& stream, std::size_t begin, std::size_t end) {
  std::string bytes((end - begin) * stream.stride, '\0');
  char* out = bytes.data();
  std::size_t first = 0;  // of the part
  for (const Stream::Part& part : stream.parts) {
    const std::size_t from = std::max(begin, first), to = std::min(end, first + part.count);
    if (from < to) {
      (*part.fill)(from - first, to - first, out);
      out += (to - from) * stream.stride;
    }
    first += part.count;
  }
  return bytes;
}

/// The vectors [begin, end) of a stream.
struct StreamPiece {
  std::size_t stream = 0, begin = 0, end = 0;  // vectors
};

std::string pack_vectors(const Stream& stream, const StreamPiece& piece, std::size_t count) {
  const bool is_first = piece.begin == 0;
  const std::size_t begin = is_first ? 0 : piece.begin - 1;
  const std::string vectors = fetch(stream, begin, piece.end);
  const std::string_view before = std::string_view(vectors).substr(0, stream.stride);
  std::string bytes = is_first ? io::meshopt_head() : std::string{};
  io::append_meshopt_blocks(std::string_view(vectors).substr(is_first ? 0 : stream.stride), before, bytes);
  if (piece.end == count) bytes += io::meshopt_tail(is_first ? before : std::string_view(fetch(stream, 0, 1)));
  bytes.shrink_to_fit();
  return bytes;
}

std::uint32_t index_at(const std::string& bytes, std::size_t number, std::size_t stride) {
  const char* at = bytes.data() + number * stride;
  return stride == 2 ? io::word_at<std::uint16_t>(at) : io::word_at<std::uint32_t>(at);
}

std::vector<std::string> pack_triangles(const Stream& stream, std::size_t count, const RunContext& context) {
  io::MeshoptTriangleEncoder encoder;
  for (std::size_t begin = 0; begin < count; begin += 3 * kTrianglesAtOnce) {
    context.check_stop();
    const std::size_t size = std::min(count - begin, 3 * kTrianglesAtOnce);
    const std::string bytes = fetch(stream, begin, begin + size);
    for (std::size_t i = 0; i < size; i += 3)
      encoder.add({index_at(bytes, i, stream.stride), index_at(bytes, i + 1, stream.stride),
                   index_at(bytes, i + 2, stream.stride)});
  }
  std::array<std::string, 2> parts = encoder.take();
  return {std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end())};
}

/// All pieces. Streams of triangles come first: each is a single piece, and these take longest.
std::vector<StreamPiece> pieces_of(std::span<const Stream> streams) {
  std::vector<StreamPiece> pieces, vectors;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const std::size_t count = count_of(streams[i]);
    if (streams[i].is_triangles) {
      pieces.push_back({i, 0, count});
      continue;
    }
    const std::size_t step = kBlocksInPiece * io::meshopt_block_length(streams[i].stride);
    for (std::size_t begin = 0; begin < count; begin += step)
      vectors.push_back({i, begin, std::min(begin + step, count)});
  }
  pieces.insert(pieces.end(), vectors.begin(), vectors.end());
  return pieces;
}

}  // namespace

std::vector<std::vector<std::string>> compress(std::span<const Stream> streams, const RunContext& context) {
  const std::vector<StreamPiece> pieces = pieces_of(streams);
  std::vector<std::vector<std::string>> packed(pieces.size());
  parallel_blocks(pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      context.check_stop();
      const Stream& stream = streams[pieces[i].stream];
      const std::size_t count = count_of(stream);
      if (stream.is_triangles)
        packed[i] = pack_triangles(stream, count, context);
      else
        packed[i].push_back(pack_vectors(stream, pieces[i], count));
    }
  });
  std::vector<std::vector<std::string>> result(streams.size());
  for (std::size_t i = 0; i < pieces.size(); ++i)
    std::ranges::move(packed[i], std::back_inserter(result[pieces[i].stream]));
  return result;
}

}  // namespace weald::gltf
