#pragma once
// StageCache: artifacts kept in a ResultStore under keys that say all they depend on.
//
// A key covers the kind of stage and the version of its method, its parameters, its seed, the content of its inputs
// (not how they were made: a change that does not change an input changes nothing after it) and the content of the
// files it reads. Under the key stands a small record: a digest of the artifact and what the stage warned of. The
// artifact itself stands under its digest, so that it is read only where it is looked at, and once where two stages
// make the same. See docs/decisions/0016-stage-cache.md.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result_store.h"
#include "data/artifact.h"
#include "data/artifact_bytes.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The warnings of a stage while it ran.
struct StageWarning {
  std::string stage;  ///< its name; a lazy field's stands with the stage that reads it
  std::string key;    ///< of the parameter it is about
  std::string message;
};

/// Bytes that are kept, by their digest.
struct KeptContent {
  std::string digest;
  std::vector<std::byte> bytes;  ///< where they are few; else empty, and they are kept under their digest
};

/// The cached result of running a stage.
struct KeptStage {
  KeptContent artifact;
  std::vector<KeptContent> meshes;  ///< of a scene: those of its prototypes, which stages before it mostly keep anyway
  std::vector<StageWarning> warnings;
};

/// The properties of a stage on which the keys of others depend.
struct StageIdentity {
  std::string key;      ///< under which its record is kept; empty: it cannot be kept
  std::string content;  ///< digest of its artifact, or the key of a field in windows; empty: not known
};

class StageCache {
 public:
  /// `store` must outlive this.
  explicit StageCache(ResultStore& store) : store_(store) {}

  /// The key of a stage of a graph, from what is known of the stages before it; empty when it cannot be kept. Reads
  /// the files that the stage reads.
  static std::string key(const Graph& graph, std::size_t index, std::span<const StageIdentity> known);
  /// The record under `key`; unset when there is none, or when the artifact is no longer kept.
  std::optional<KeptStage> find(const std::string& key);
  /// The artifact of a record; null when it is no longer kept or is damaged.
  SharedArtifact load(const KeptStage& record);
  /// Keeps an artifact. With an empty `key` the record is only made.
  KeptStage keep(const std::string& key, const Artifact& artifact, std::vector<StageWarning> warnings);

 private:
  bool is_kept(const KeptContent& content);
  std::optional<Artifact> load(const KeptContent& content);
  KeptContent keep(std::string digest, const ArtifactParts& parts, bool is_wanted);

  ResultStore& store_;
};

}  // namespace weald::pipeline
