#pragma once
// Typed handles of mesh elements: 32-bit indices of different types, so that a face cannot be passed as a vertex.

#include <compare>
#include <cstdint>

namespace weald::mesh {

/// Index of one kind of element.
template <class Tag>
struct Id {
  std::uint32_t index = 0;
  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t i) : index(i) {}
  constexpr auto operator<=>(const Id&) const = default;
};

using VertexId = Id<struct VertexTag>;
using HalfedgeId = Id<struct HalfedgeTag>;
using FaceId = Id<struct FaceTag>;

}  // namespace weald::mesh
