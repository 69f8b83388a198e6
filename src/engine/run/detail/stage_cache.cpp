#include "engine/run/detail/stage_cache.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/hash.h"
#include "data/artifact_bytes.h"
#include "data/byte_archive.h"
#include "engine/graph/stage_record.h"
#include "schema/canonical_text.h"

namespace weald::pipeline {

template <>
inline constexpr bool kIsPlain<std::byte> = true;

template <class A>
void describe(A& a, Ref<A, StageWarning>& warning) {
  a(warning.stage, warning.key, warning.message);
}

template <class A>
void describe(A& a, Ref<A, KeptContent>& content) {
  a(content.digest, content.bytes);
}

template <class A>
void describe(A& a, Ref<A, KeptStage>& record) {
  a(record.artifact, record.meshes, record.warnings);
}

namespace {

constexpr std::uint64_t kKeyVersion = 1;  // version of the content of a key, and of the record
constexpr std::size_t kMaxContentInRecord = 16 * 1024;

std::string content_key(const std::string& digest) {
  Hasher hasher;
  hasher.add("weald artifact");
  hasher.add(digest);
  return hasher.hex();
}

std::string digest_of(const ArtifactParts& content) {
  Hasher hasher;
  for (const auto part : content.parts()) hasher.add_bytes(part);
  return hasher.hex();
}

/// The digest of a scene whose meshes are stored separately.
std::string digest_of(const ArtifactParts& scene, std::span<const KeptContent> meshes) {
  Hasher hasher;
  hasher.add(digest_of(scene));
  for (const KeptContent& mesh : meshes) hasher.add(mesh.digest);
  return hasher.hex();
}

/// The scene with an empty mesh in place of each of its meshes.
scene::Scene without_meshes(const scene::Scene& scene) {
  scene::Scene result = scene;
  scene::set_meshes(result, std::vector(scene::meshes_of(scene).size(), std::make_shared<const mesh::Mesh>()));
  return result;
}

}  // namespace

namespace {

/// Digest of the names and contents of files; that a file is missing is hashed too. Unset if a file exists but cannot
/// be read.
std::optional<std::string> digest_of_files(std::span<const std::string> paths, io::FileDigests& digests) {
  Hasher hasher;
  for (const std::string& path : paths) {
    hasher.add(path);
    std::error_code error;
    const bool is_there = std::filesystem::exists(path, error);
    hasher.add(static_cast<std::uint64_t>(is_there));
    if (!is_there) continue;
    const std::optional<io::FileDigest> content = digests.of(path);
    if (!content) return std::nullopt;
    hasher.add(content->bytes);
    hasher.add(content->digest);
  }
  return hasher.hex();
}

}  // namespace

std::string StageCache::key(const Graph& graph, std::size_t index, std::span<const StageIdentity> known) {
  const auto& [stage, inputs] = graph.stages[index];
  // A part depends on how its stage was run, not on the main artifact.
  const bool is_part = stage.bound->part() != nullptr;
  Hasher hasher;
  hasher.add("weald stage");
  hasher.add(kKeyVersion);
  const StageRecord record = record_of(stage);
  hasher.add(record.kind);
  hasher.add(static_cast<std::uint64_t>(record.version));
  hasher.add(schema::canonical_text(record.parameters));
  hasher.add(record.seed);
  hasher.add(static_cast<std::uint64_t>(inputs.size()));
  for (const std::size_t input : inputs) {
    const std::string& content = is_part ? known[input].key : known[input].content;
    if (content.empty()) return {};
    hasher.add(graph.stages[input].decl.name);
    hasher.add(content);
  }
  const std::optional<std::string> files =
      is_part ? std::string{} : digest_of_files(stage.bound->files_read(), digests_);
  if (!files) return {};
  hasher.add(*files);
  return hasher.hex();
}

std::optional<KeptStage> StageCache::find(const std::string& key) {
  KeptStage record;
  const auto read_record = [&](ByteSource& source) {
    ByteReader reader(source);
    reader(record);
  };
  if (!store_.read(key, read_record)) return std::nullopt;
  bool all_kept = is_kept(record.artifact);  // called for each of them, since this marks them as used
  for (const KeptContent& mesh : record.meshes) all_kept = is_kept(mesh) && all_kept;
  return all_kept ? std::optional(std::move(record)) : std::nullopt;
}

bool StageCache::is_kept(const KeptContent& content) {
  return !content.bytes.empty() || store_.contains(content_key(content.digest));
}

std::optional<Artifact> StageCache::load(const KeptContent& content) {
  if (!content.bytes.empty()) return from_bytes(content.bytes);
  std::optional<Artifact> artifact;
  if (!store_.read(content_key(content.digest), [&](ByteSource& source) { artifact = from_bytes(source); }))
    return std::nullopt;
  return artifact;
}

SharedArtifact StageCache::load(const KeptStage& record) {
  auto artifact = load(record.artifact);
  if (!artifact) return nullptr;
  if (auto* scene = std::get_if<scene::Scene>(&*artifact)) {
    if (scene::meshes_of(*scene).size() != record.meshes.size()) return nullptr;
    std::vector<std::shared_ptr<const mesh::Mesh>> meshes;
    for (const KeptContent& content : record.meshes) {
      auto mesh = load(content);
      if (!mesh || !std::holds_alternative<mesh::Mesh>(*mesh)) return nullptr;
      meshes.push_back(std::make_shared<const mesh::Mesh>(std::get<mesh::Mesh>(std::move(*mesh))));
    }
    scene::set_meshes(*scene, meshes);
  }
  return std::make_shared<const Artifact>(std::move(*artifact));
}

KeptContent StageCache::keep(std::string digest, const ArtifactParts& parts, bool is_wanted) {
  KeptContent content{std::move(digest), {}};
  if (!is_wanted) return content;
  if (parts.size() <= kMaxContentInRecord)
    content.bytes = parts.joined();
  else if (!store_.contains(content_key(content.digest)))
    store_.keep_parts(content_key(content.digest), parts.parts());
  return content;
}

KeptStage StageCache::keep(const std::string& key, const Artifact& artifact, std::vector<StageWarning> warnings) {
  KeptStage record;
  record.warnings = std::move(warnings);
  if (const auto* scene = std::get_if<scene::Scene>(&artifact)) {
    for (const auto& mesh : scene::meshes_of(*scene)) {
      const ArtifactParts parts(*mesh);
      record.meshes.push_back(keep(digest_of(parts), parts, !key.empty()));
    }
    const Artifact rest = without_meshes(*scene);
    const ArtifactParts parts(rest);
    record.artifact = keep(digest_of(parts, record.meshes), parts, !key.empty());
  } else {
    const ArtifactParts parts(artifact);
    record.artifact = keep(digest_of(parts), parts, !key.empty());
  }
  if (key.empty()) return record;
  ByteWriter writer;
  writer(std::as_const(record));
  store_.keep_parts(key, writer.parts());
  return record;
}

}  // namespace weald::pipeline
