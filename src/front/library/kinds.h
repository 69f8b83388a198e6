#pragma once
// The numbers that kinds of artifacts have in the C interface.

#include <array>
#include <cstddef>
#include <string_view>

#include <weald/weald_c.h>

#include "data/artifact.h"

namespace weald::library {

/// The names of the kinds, as literals: number n is the entry n - 1. Numbers never change.
inline constexpr std::array<std::string_view, 7> kKinds{"heightmap", "image", "curve", "string",
                                                        "skeleton",  "mesh",  "scene"};
static_assert(kKinds[WEALD_HEIGHTMAP - 1] == "heightmap" && kKinds[WEALD_IMAGE - 1] == "image");
static_assert(kKinds[WEALD_CURVE - 1] == "curve" && kKinds[WEALD_STRING - 1] == "string");
static_assert(kKinds[WEALD_SKELETON - 1] == "skeleton" && kKinds[WEALD_MESH - 1] == "mesh");
static_assert(kKinds[WEALD_SCENE - 1] == "scene" && kKinds.size() == std::variant_size_v<pipeline::Artifact>);

/// The number of the kind with this name; 0 if there is none.
constexpr weald_kind kind_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == name) return static_cast<weald_kind>(i + 1);
  }
  return 0;
}

}  // namespace weald::library
