#include "formats/meshes/glb_compressed.h"

#include <vector>

#include "formats/files/raw_words.h"
#include "formats/meshes/meshopt_filters.h"
#include "formats/meshes/meshopt_indices.h"
#include "formats/meshes/meshopt_vertices.h"

namespace weald::io {

namespace {

bool is_vector_stride(std::uint64_t stride) { return stride >= 4 && stride <= 256 && stride % 4 == 0; }

bool fits(std::string_view filter, std::uint64_t stride) {
  if (filter == "OCTAHEDRAL") return stride == 4 || stride == 8;
  if (filter == "QUATERNION") return stride == 8;
  return filter == "NONE" || filter == "EXPONENTIAL";
}

std::optional<std::string> vectors_of(const GlbStream& stream) {
  if (!is_vector_stride(stream.stride) || !fits(stream.filter, stream.stride)) return std::nullopt;
  auto vectors = decode_meshopt_vertices(stream.bytes, stream.count, stream.stride);
  if (!vectors || stream.filter == "NONE") return vectors;
  for (std::size_t at = 0; at < vectors->size(); at += stream.stride) {
    char* element = vectors->data() + at;
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
  const auto indices = is_triangles ? decode_meshopt_triangles(stream.bytes, stream.count)
                                    : decode_meshopt_indices(stream.bytes, stream.count);
  if (!indices) return std::nullopt;
  std::string bytes(indices->size() * stream.stride, '\0');
  char* out = bytes.data();
  for (const std::uint32_t index : *indices)
    out = stream.stride == 2 ? put_word(out, static_cast<std::uint16_t>(index)) : put_word(out, index);
  return bytes;
}

}  // namespace

std::optional<std::string> decompressed(const GlbStream& stream) {
  if (stream.stride == 0 || stream.count > kMaxStreamGrowth * stream.bytes.size() / stream.stride) return std::nullopt;
  if (stream.mode == "ATTRIBUTES") return vectors_of(stream);
  if (stream.mode == "TRIANGLES" || stream.mode == "INDICES") return indices_of(stream);
  return std::nullopt;
}

}  // namespace weald::io
