#include "pipeline/stage_cache.h"

#include <filesystem>
#include <system_error>

#include "core/error.h"
#include "core/hash.h"
#include "io/read_file.h"
#include "pipeline/artifact_bytes.h"
#include "pipeline/byte_archive.h"

namespace weald::pipeline {

template <>
inline constexpr bool kIsPlain<std::byte> = true;

template <class A>
void describe(A& a, Ref<A, StageWarning>& warning) {
  a(warning.stage, warning.key, warning.message);
}

template <class A>
void describe(A& a, Ref<A, StageRecord>& record) {
  a(record.digest, record.warnings, record.content);
}

namespace {

constexpr std::uint64_t kKeyVersion = 1;  // of what a key covers, and of the record
constexpr std::size_t kMaxContentInRecord = 16 * 1024;
constexpr std::size_t kMaxFileBytes = std::size_t{4} << 30;

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

}  // namespace

std::string StageCache::key(const StageDecl& stage, std::span<const StageInput> inputs, const std::string& files) {
  Hasher hasher;
  hasher.add("weald stage");
  hasher.add(kKeyVersion);
  hasher.add(stage.kind->kind);
  hasher.add(static_cast<std::uint64_t>(stage.bound->version()));
  hasher.add(stage.bound->print(false));
  hasher.add(stage.seed);
  hasher.add(static_cast<std::uint64_t>(inputs.size()));
  for (const StageInput& input : inputs) {
    hasher.add(input.stage);
    hasher.add(input.content);
  }
  hasher.add(files);
  return hasher.hex();
}

std::optional<StageRecord> StageCache::find(const std::string& key) {
  StageRecord record;
  const auto read_record = [&](ByteSource& source) {
    ByteReader reader(source);
    reader(record);
  };
  if (!store_.read(key, read_record)) return std::nullopt;
  if (record.content.empty() && !store_.contains(content_key(record.digest))) return std::nullopt;
  return record;
}

SharedArtifact StageCache::load(const StageRecord& record) {
  std::optional<Artifact> artifact;
  if (!record.content.empty())
    artifact = from_bytes(record.content);
  else if (!store_.read(content_key(record.digest), [&](ByteSource& source) { artifact = from_bytes(source); }))
    artifact.reset();
  return artifact ? std::make_shared<const Artifact>(std::move(*artifact)) : nullptr;
}

StageRecord StageCache::keep(const std::string& key, const Artifact& artifact, std::vector<StageWarning> warnings) {
  const ArtifactParts content(artifact);
  StageRecord record;
  record.digest = digest_of(content);
  record.warnings = std::move(warnings);
  if (key.empty()) return record;
  if (content.size() <= kMaxContentInRecord)
    record.content = content.joined();
  else
    store_.keep_parts(content_key(record.digest), content.parts());
  ByteWriter writer;
  writer(std::as_const(record));
  store_.keep_parts(key, writer.parts());
  return record;
}

std::optional<std::string> digest_of_files(std::span<const std::string> paths) {
  Hasher hasher;
  for (const std::string& path : paths) {
    hasher.add(path);
    std::error_code error;
    const bool is_there = std::filesystem::exists(path, error);
    hasher.add(static_cast<std::uint64_t>(is_there));
    if (!is_there) continue;
    try {
      hasher.add(io::read_file(path, kMaxFileBytes));
    } catch (const IoError&) {
      return std::nullopt;
    }
  }
  return hasher.hex();
}

}  // namespace weald::pipeline
