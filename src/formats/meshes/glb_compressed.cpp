#include "formats/meshes/glb_compressed.h"

#include <meshoptimizer.h>

#include "formats/meshes/meshopt_filters.h"

namespace weald::io {

namespace {

bool is_vector_stride(std::uint64_t stride) { return stride >= 4 && stride <= 256 && stride % 4 == 0; }

bool fits(std::string_view filter, std::uint64_t stride) {
  if (filter == "OCTAHEDRAL") return stride == 4 || stride == 8;
  if (filter == "QUATERNION") return stride == 8;
  return filter == "NONE" || filter == "EXPONENTIAL";
}

const unsigned char* raw(std::string_view bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

std::optional<std::string> vectors_of(const GlbStream& stream) {
  if (!is_vector_stride(stream.stride) || !fits(stream.filter, stream.stride)) return std::nullopt;
  std::string vectors(stream.count * stream.stride, '\0');
  const int fault =
      meshopt_decodeVertexBuffer(vectors.data(), stream.count, stream.stride, raw(stream.bytes), stream.bytes.size());
  if (fault != 0) return std::nullopt;
  if (stream.filter == "NONE") return vectors;
  for (std::size_t at = 0; at < vectors.size(); at += stream.stride) {
    char* element = vectors.data() + at;
    if (stream.filter == "OCTAHEDRAL")
      decode_octahedral(element, stream.stride);
    else if (stream.filter == "QUATERNION")
      decode_quaternion(element);
    else
      decode_exponential(element, stream.stride);
  }
  return vectors;
}

std::optional<std::string> indices_of(const GlbStream& stream) {
  if ((stream.stride != 2 && stream.stride != 4) || stream.filter != "NONE") return std::nullopt;
  const bool is_triangles = stream.mode == "TRIANGLES";
  if (is_triangles && stream.count % 3 != 0) return std::nullopt;
  std::string indices(stream.count * stream.stride, '\0');
  const unsigned char* const bytes = raw(stream.bytes);
  const int fault =
      is_triangles
          ? meshopt_decodeIndexBuffer(indices.data(), stream.count, stream.stride, bytes, stream.bytes.size())
          : meshopt_decodeIndexSequence(indices.data(), stream.count, stream.stride, bytes, stream.bytes.size());
  if (fault != 0) return std::nullopt;
  return indices;
}

}  // namespace

std::optional<std::string> decompressed(const GlbStream& stream) {
  if (stream.stride == 0 || stream.count > kMaxStreamGrowth * stream.bytes.size() / stream.stride) return std::nullopt;
  if (stream.mode == "ATTRIBUTES") return vectors_of(stream);
  if (stream.mode == "TRIANGLES" || stream.mode == "INDICES") return indices_of(stream);
  return std::nullopt;
}

}  // namespace weald::io
