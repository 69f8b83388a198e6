#pragma once
// Skeleton: the structure that a turtle drew or a tree model grew: segments, polygons, and places for organs (leaves).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "schema/input.h"

namespace weald::lsystem {

/// Orthonormal turtle frame, H x L = U.
struct Frame {
  Vec3 heading{0, 1, 0};
  Vec3 left{-1, 0, 0};
  Vec3 up{0, 0, 1};
};

/// One drawn segment. Lengths in metres.
struct SkeletonSegment {
  Vec3 start{0};
  Vec3 end{0};
  double start_radius = 0;  ///< half the turtle's width at the start of the segment
  double end_radius = 0;
  Frame frame;  ///< the turtle's frame while it drew the segment; heading points from start to end
  std::optional<std::uint32_t> parent;  ///< the segment whose end this one starts at; unset at a root
  std::uint32_t branch = 0;             ///< number of the branch: a chain of segments drawn between [ and ]
  std::uint16_t level = 0;              ///< depth of brackets: 0 on the trunk
  std::uint16_t colour = 0;             ///< the turtle's colour index
};

/// A flat polygon drawn between { and }.
struct SkeletonPolygon {
  std::vector<Vec3> points;
  std::uint16_t level = 0;
  std::uint16_t colour = 0;
};

/// A place where a leaf or another organ is attached. A surface is placed there with its origin at the position, its y
/// axis along the heading, its x axis to the right (opposite to left) and its z axis along up, and scaled by the size.
/// A leaf should therefore be modelled from the origin along +y, with its upper side towards +z.
struct SkeletonOrgan {
  Vec3 position{0};
  Frame frame;
  double size = 1;                      ///< the symbol's first parameter, or the turtle's step
  std::uint16_t kind = 0;               ///< index into Skeleton::organ_names
  std::optional<std::uint32_t> parent;  ///< the segment that it grows from
  std::uint16_t level = 0;
  std::uint16_t colour = 0;
};

/// The structure of a plant, drawn by a turtle or grown by a tree model. Lengths in metres.
struct Skeleton {
  std::vector<SkeletonSegment> segments;
  std::vector<SkeletonPolygon> polygons;
  std::vector<SkeletonOrgan> organs;
  std::vector<std::string> organ_names;  ///< names of the kinds of organs, without the ~; empty: one unnamed kind
  double season = 0.5;  ///< part of the year: 0 midwinter, 0.5 midsummer; controls how leaves unfold, turn and fall
};

}  // namespace weald::lsystem

template <>
struct weald::schema::ArtifactName<weald::lsystem::Skeleton> {
  static constexpr std::string_view value = "skeleton";
};
