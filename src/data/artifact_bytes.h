#pragma once
// Exact serialization of artifacts, for the cache. Not a file format: the bytes are read by the same build of weald
// that wrote them, on a machine of the same byte order.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result_store.h"
#include "data/artifact.h"

namespace weald::pipeline {

class ByteWriter;  // data/byte_archive.h

/// The complete content of the artifact. No stage and no writer can distinguish two artifacts with equal bytes.
std::vector<std::byte> to_bytes(const Artifact& artifact);

/// The bytes of to_bytes() as consecutive parts; large ones are the artifact's own memory, which must outlive this.
class ArtifactParts {
 public:
  explicit ArtifactParts(const Artifact& artifact);
  /// The parts of an artifact that consists of this mesh.
  explicit ArtifactParts(const mesh::Mesh& mesh);
  ~ArtifactParts();
  ArtifactParts(const ArtifactParts&) = delete;
  ArtifactParts& operator=(const ArtifactParts&) = delete;

  std::span<const std::span<const std::byte>> parts() const { return parts_; }
  /// Total size of all parts in bytes.
  std::size_t size() const;
  /// All parts concatenated.
  std::vector<std::byte> joined() const;

 private:
  std::unique_ptr<ByteWriter> writer_;
  std::vector<std::span<const std::byte>> parts_;
};

/// The artifact that was serialized to these bytes. Unset if they are not an artifact, or if indices, counts or
/// connectivity are inconsistent. Safe for any input.
std::optional<Artifact> from_bytes(std::span<const std::byte> bytes);
/// Like from_bytes above, for bytes from a source.
std::optional<Artifact> from_bytes(ByteSource& bytes);

}  // namespace weald::pipeline
