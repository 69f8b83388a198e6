// Cache entries: the first byte chooses between an artifact and a stage's record. What is taken for an artifact must be
// written as the bytes it was read from, and be fit for use.

#include <array>

#include "base/error.h"
#include "data/artifact_bytes.h"
#include "engine/outputs/digest.h"
#include "engine/run/detail/stage_cache.h"
#include "formats/meshes/obj_writer.h"
#include "harness.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"

namespace weald::fuzz {

namespace {

/// A store that has one entry.
class OneEntry final : public ResultStore {
 public:
  explicit OneEntry(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    return key == kKey ? std::optional(std::vector(bytes_.begin(), bytes_.end())) : std::nullopt;
  }
  void keep(std::string_view, std::span<const std::byte>) override {}
  static constexpr std::string_view kKey = "entry";

 private:
  std::span<const std::byte> bytes_;
};

void use(const mesh::Mesh& mesh) {
  // The checksum of an entry keeps damage out; that a mesh is sound is not tested again when it is read.
  if (!mesh::check(mesh).ok()) return;
  require(mesh::to_soup(mesh).face_count() == mesh.face_count(), "a mesh has the faces that it says");
  io::StringSink sink;
  try {
    io::write_obj(std::array{io::ObjPart{&mesh}}, "", sink);
  } catch (const StageError& error) {
    require(*error.what() != '\0', "an error says something");
  }
}

void use(const pipeline::Artifact& artifact) {
  require(pipeline::content_digest(artifact).size() == 32, "an artifact has a digest");
  if (const auto* mesh = std::get_if<mesh::Mesh>(&artifact)) use(*mesh);
}

void read_artifact(std::span<const std::byte> bytes) {
  const auto artifact = pipeline::from_bytes(bytes);
  if (!artifact) return;
  use(*artifact);
  const std::vector<std::byte> written = pipeline::to_bytes(*artifact);
  require(std::equal(written.begin(), written.end(), bytes.begin(), bytes.end()),
          "an artifact is written as the bytes that it was read from");
}

void read_record(std::span<const std::byte> bytes) {
  OneEntry store(bytes);
  pipeline::StageCache cache(store);
  const auto record = cache.find(std::string(OneEntry::kKey));
  if (!record) return;
  if (const auto artifact = cache.load(*record)) use(*artifact);
}

}  // namespace

void cache(std::string_view input) {
  const std::size_t choice = take_choice(input, 2);
  const auto bytes = std::as_bytes(std::span(input));
  if (choice == 0)
    read_artifact(bytes);
  else
    read_record(bytes);
}

}  // namespace weald::fuzz
