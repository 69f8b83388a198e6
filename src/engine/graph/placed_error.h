#pragma once
// PlacedError: an error of a stage or an output with its location in the preset, propagated out of the evaluation.

#include <new>
#include <string>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/error.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

struct PlacedError {
  SourceLoc where;
  std::string message;
  FailureKind failure = FailureKind::preset;
};

/// Calls `work` and returns its result. An error of the stage, a file that it cannot read and a lack of memory are
/// rethrown as a PlacedError at the stage's location. If there is no memory even for the message, std::bad_alloc
/// propagates.
template <class F>
auto attach_location(const StageDecl& stage, const F& work) {
  try {
    return work();
  } catch (const StageError& e) {
    throw PlacedError{stage.place_of(e.key()),
                      fmt::format("stage '{}' ({}): {}", stage.name, stage.kind->kind, e.what())};
  } catch (const IoError& e) {
    const auto& files = stage.bound->files;
    throw PlacedError{files.empty() ? stage.where : files[0].where, e.what(), FailureKind::file};
  } catch (const std::bad_alloc&) {
    throw PlacedError{stage.where, fmt::format("not enough memory for stage '{}' ({})", stage.name, stage.kind->kind),
                      FailureKind::memory};
  }
}

/// Calls `work` and returns its result, and rethrows an error of the output or a lack of memory as a PlacedError at the
/// output's location.
template <class F>
auto attach_location(const OutputDecl& output, const F& work) {
  try {
    return work();
  } catch (const StageError& e) {
    throw PlacedError{output.place_of(e.key()), fmt::format("output '{}': {}", output.spec.file.value, e.what())};
  } catch (const std::bad_alloc&) {
    throw PlacedError{output.spec.file.where, fmt::format("not enough memory for output '{}'", output.spec.file.value),
                      FailureKind::memory};
  }
}

}  // namespace weald::pipeline
