#pragma once
// StageCache: stores artifacts in a ResultStore under keys that cover everything that they depend on.
//
// A key covers the kind of stage and the version of its method, its parameters, its seed, the content of its inputs and
// the content of the files that it reads. How the inputs were made is not part of the key: if an input is made
// differently with the same content, the stages after it are still found. A small record is stored under the key, with
// a digest of the artifact and the warnings of the stage. The artifact itself is stored under its digest. It is loaded
// only when it is needed, and stored once if two stages make equal artifacts. See docs/decisions/10-cache.md.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result_store.h"
#include "data/artifact.h"
#include "data/artifact_bytes.h"
#include "engine/graph/graph.h"
#include "formats/files/file_digests.h"

namespace weald::pipeline {

/// A warning that a stage gave while it ran.
struct StageWarning {
  std::string stage;  ///< stage that warned; the record of a stage also has the warnings of lazy fields it reads
  std::string key;    ///< of the parameter that it concerns
  std::string message;
};

/// Stored content, identified by its digest.
struct KeptContent {
  std::string digest;
  std::vector<std::byte> bytes;  ///< small content; empty for large content, which is stored under its digest
};

/// The cached result of running a stage.
struct KeptStage {
  KeptContent artifact;
  std::vector<KeptContent> meshes;  ///< of a scene: the meshes of its prototypes, often stored by other stages too
  std::vector<StageWarning> warnings;
};

/// The properties of a stage on which the keys of others depend.
struct StageIdentity {
  std::string key;      ///< key of its record; empty if it cannot be cached
  std::string content;  ///< digest of its artifact, or the key of a field in windows; empty if unknown
};

class StageCache {
 public:
  /// `store` must outlive this, and so must `digests` of the files that stages read; null: none are known yet.
  explicit StageCache(ResultStore& store, io::FileDigests* digests = nullptr)
      : store_(store), digests_(digests != nullptr ? *digests : own_digests_) {}

  /// The key of stage `index` of a graph, from the identities of the stages before it; empty if the stage cannot be
  /// cached. Reads the files that the stage reads.
  std::string key(const Graph& graph, std::size_t index, std::span<const StageIdentity> known);
  /// The record under `key`; unset if there is none, or if the artifact is no longer stored.
  std::optional<KeptStage> find(const std::string& key);
  /// The artifact of a record; null if it is no longer stored or is damaged.
  SharedArtifact load(const KeptStage& record);
  /// Stores an artifact and its record. With an empty `key`, only makes the record and stores nothing.
  KeptStage keep(const std::string& key, const Artifact& artifact, std::vector<StageWarning> warnings);

 private:
  bool is_kept(const KeptContent& content);
  std::optional<Artifact> load(const KeptContent& content);
  KeptContent keep(std::string digest, const ArtifactParts& parts, bool is_wanted);

  ResultStore& store_;
  io::FileDigests own_digests_;
  io::FileDigests& digests_;
};

}  // namespace weald::pipeline
