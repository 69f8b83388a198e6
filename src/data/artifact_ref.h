#pragma once
// ArtifactRef: an artifact that is there, or that is fetched when somebody looks at it.

#include <functional>
#include <string>
#include <utility>

#include "data/artifact.h"

namespace weald::pipeline {

/// What an output is made from. Valid while the call that got it runs.
class ArtifactRef {
 public:
  /// One that is there. It must outlive this.
  ArtifactRef(const Artifact& artifact) : there_(&artifact) {}
  /// One that `fetch` gets when it is needed; `digest` says what is in it, before it is fetched.
  ArtifactRef(std::string digest, std::function<SharedArtifact()> fetch)
      : digest_(std::move(digest)), fetch_(std::move(fetch)) {}

  /// The artifact. Throws what making it throws.
  const Artifact& get() const {
    if (there_ == nullptr) {
      fetched_ = fetch_();
      there_ = fetched_.get();
    }
    return *there_;
  }
  operator const Artifact&() const { return get(); }

  /// Differs for any two artifacts that some stage or writer could tell apart; empty where it is not known.
  const std::string& digest() const { return digest_; }

 private:
  std::string digest_;
  std::function<SharedArtifact()> fetch_;
  mutable SharedArtifact fetched_;
  mutable const Artifact* there_ = nullptr;
};

}  // namespace weald::pipeline
