#pragma once
// ArtifactRef: an artifact that is available, or that is fetched on first access.

#include <functional>
#include <string>
#include <utility>

#include "data/artifact.h"
#include "data/height_rows.h"

namespace weald::pipeline {

/// The artifact of an output. Valid only during the call that receives it.
class ArtifactRef {
 public:
  /// An artifact that is available. It must outlive this.
  ArtifactRef(const Artifact& artifact) : there_(&artifact) {}
  /// An artifact that `fetch` loads or makes on demand; `digest` identifies its content before it is fetched.
  /// `rows`, unless it is null, reads the rows of a heightmap that is too large to be fetched without need; it must
  /// outlive this.
  ArtifactRef(std::string digest, std::function<SharedArtifact()> fetch, HeightRows* rows = nullptr)
      : digest_(std::move(digest)), fetch_(std::move(fetch)), rows_(rows) {}

  /// The artifact. Throws any error of `fetch`.
  const Artifact& get() const {
    if (there_ == nullptr) {
      fetched_ = fetch_();
      there_ = fetched_.get();
    }
    return *there_;
  }
  operator const Artifact&() const { return get(); }

  /// The rows of a large heightmap that need not be in memory as a whole; null for all other artifacts, which get()
  /// returns.
  HeightRows* rows() const { return rows_; }

  /// Differs between any two artifacts that some stage or writer could distinguish; empty if unknown.
  const std::string& digest() const { return digest_; }

 private:
  std::string digest_;
  std::function<SharedArtifact()> fetch_;
  HeightRows* rows_ = nullptr;
  mutable SharedArtifact fetched_;
  mutable const Artifact* there_ = nullptr;
};

}  // namespace weald::pipeline
