#include "formats/gltf/detail/compression.h"

#include <cstdint>
#include <mutex>

#include <meshoptimizer.h>

#include "base/check.h"
#include "base/parallel.h"
#include "formats/files/raw_words.h"

namespace weald::gltf {

namespace {

/// Sets the versions of the streams that the extension defines; the library begins with older ones.
void set_versions() {
  static std::once_flag once;
  std::call_once(once, [] {
    meshopt_encodeVertexVersion(0);
    meshopt_encodeIndexVersion(1);
  });
}

std::size_t count_of(const Stream& stream) {
  std::size_t count = 0;
  for (const Stream::Part& part : stream.parts) count += part.count;
  return count;
}

/// The bytes of all arrays.
std::string fetch(const Stream& stream) {
  std::string bytes(count_of(stream) * stream.stride, '\0');
  char* out = bytes.data();
  for (const Stream::Part& part : stream.parts) {
    (*part.fill)(0, part.count, out);
    out += part.count * stream.stride;
  }
  return bytes;
}

std::vector<std::uint32_t> indices_of(const Stream& stream) {
  const std::string bytes = fetch(stream);
  std::vector<std::uint32_t> indices(count_of(stream));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const char* at = bytes.data() + i * stream.stride;
    indices[i] = stream.stride == 2 ? io::word_at<std::uint16_t>(at) : io::word_at<std::uint32_t>(at);
  }
  return indices;
}

unsigned char* raw(std::string& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

std::string pack_triangles(const Stream& stream) {
  const std::vector<std::uint32_t> indices = indices_of(stream);
  constexpr std::size_t kAnyIndex = 0xFFFFFFFF;
  std::string packed(meshopt_encodeIndexBufferBound(indices.size(), kAnyIndex), '\0');
  packed.resize(meshopt_encodeIndexBuffer(raw(packed), packed.size(), indices.data(), indices.size()));
  return packed;
}

std::string pack_vectors(const Stream& stream) {
  const std::string vectors = fetch(stream);
  const std::size_t count = count_of(stream);
  std::string packed(meshopt_encodeVertexBufferBound(count, stream.stride), '\0');
  packed.resize(meshopt_encodeVertexBuffer(raw(packed), packed.size(), vectors.data(), count, stream.stride));
  return packed;
}

}  // namespace

std::vector<std::string> compress(std::span<const Stream> streams, const RunContext& context) {
  set_versions();
  std::vector<std::string> result(streams.size());
  parallel_blocks(streams.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      context.check_stop();
      result[i] = streams[i].is_triangles ? pack_triangles(streams[i]) : pack_vectors(streams[i]);
      WEALD_CHECK(!result[i].empty());  // the bounds leave room for any stream
      result[i].shrink_to_fit();
    }
  });
  return result;
}

}  // namespace weald::gltf
