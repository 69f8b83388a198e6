#pragma once
// Artifact: the value that a stage makes and other stages read. The only list of artifact types.

#include <array>
#include <memory>
#include <string_view>
#include <variant>

#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "data/lstring.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "data/skeleton.h"

namespace weald::pipeline {

using Artifact =
    std::variant<Heightmap, Image, curve::Curve, lsystem::LString, lsystem::Skeleton, mesh::Mesh, scene::Scene>;

namespace detail {
template <class Variant>
struct PointersTo;
template <class... Ts>
struct PointersTo<std::variant<Ts...>> {
  using type = std::variant<const Ts*...>;
};
}  // namespace detail

/// A reference to an artifact; never null.
using ArtifactView = detail::PointersTo<Artifact>::type;

/// Views `artifact`, which must outlive the view.
inline ArtifactView view_of(const Artifact& artifact) {
  return std::visit([](const auto& value) { return ArtifactView{&value}; }, artifact);
}

/// The name of the artifact's type, as presets, errors and the reference spell it.
inline std::string_view name_of(const Artifact& artifact) {
  return std::visit([](const auto& value) { return schema::ArtifactName<std::remove_cvref_t<decltype(value)>>::value; },
                    artifact);
}

/// Artifacts are shared by the stages that read them and never change.
using SharedArtifact = std::shared_ptr<const Artifact>;

}  // namespace weald::pipeline
