#pragma once
// Artifacts as bytes and back, exactly: for keeping them between runs. Not a file format: the bytes are read by the
// same build of weald that wrote them, on a machine of the same byte order.

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

/// Everything that the artifact holds. Equal bytes mean artifacts that no stage and no writer can tell apart.
std::vector<std::byte> to_bytes(const Artifact& artifact);

/// The bytes of to_bytes() in parts that follow each other; large ones are the artifact's own memory, which must
/// outlive this.
class ArtifactParts {
 public:
  explicit ArtifactParts(const Artifact& artifact);
  /// The parts of an artifact that is this mesh.
  explicit ArtifactParts(const mesh::Mesh& mesh);
  ~ArtifactParts();
  ArtifactParts(const ArtifactParts&) = delete;
  ArtifactParts& operator=(const ArtifactParts&) = delete;

  std::span<const std::span<const std::byte>> parts() const { return parts_; }
  /// Bytes of all parts.
  std::size_t size() const;
  /// All parts in one.
  std::vector<std::byte> joined() const;

 private:
  std::unique_ptr<ByteWriter> writer_;
  std::vector<std::span<const std::byte>> parts_;
};

/// The artifact that gave these bytes; unset for bytes that no artifact gave, or whose indices, counts or connectivity
/// do not fit together. Whatever the bytes, nothing else happens.
std::optional<Artifact> from_bytes(std::span<const std::byte> bytes);
/// As above, for bytes that lie elsewhere.
std::optional<Artifact> from_bytes(ByteSource& bytes);

}  // namespace weald::pipeline
