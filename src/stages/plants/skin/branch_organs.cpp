#include "stages/plants/skin/branch_organs.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"

namespace weald::plant {
namespace {

using lsystem::Frame;
using lsystem::Skeleton;
using lsystem::SkeletonOrgan;
using lsystem::SkeletonSegment;

constexpr std::uint32_t kNoSegment = 0xFFFFFFFFu;

double metres_of(const SkeletonSegment& segment) { return glm::length(segment.end - segment.start); }

/// A branch that may become an organ.
struct Branch {
  std::vector<std::uint32_t> line;  ///< segments of its main line, starting at the foot
  std::size_t stalk = 0;            ///< number of segments that stay
  double length = 0;                ///< length of the segments that are removed, metres

  std::uint32_t first_gone() const { return line[stalk]; }
};

/// Per segment: the segment that continues its main line, or kNoSegment.
std::vector<std::uint32_t> main_lines(const Skeleton& skeleton) {
  const auto& segments = skeleton.segments;
  std::vector<std::uint32_t> next(segments.size(), kNoSegment);
  const auto better = [&](std::uint32_t candidate, std::uint32_t current, std::uint32_t parent) {
    const bool stays = segments[candidate].branch == segments[parent].branch;
    if (stays != (segments[current].branch == segments[parent].branch)) return stays;
    return segments[candidate].start_radius > segments[current].start_radius;
  };
  for (std::uint32_t i = 0; i < segments.size(); ++i) {
    if (!segments[i].parent) continue;
    const std::uint32_t parent = *segments[i].parent;
    if (next[parent] == kNoSegment || better(i, next[parent], parent)) next[parent] = i;
  }
  return next;
}

/// The branch that starts at `foot`; unset if its length is out of range.
std::optional<Branch> branch_from(const Skeleton& skeleton, std::uint32_t foot, const std::vector<std::uint32_t>& next,
                                  const BranchOrgansParams& params) {
  Branch branch;
  double length = 0;
  for (std::uint32_t i = foot; i != kNoSegment; i = next[i]) {
    branch.line.push_back(i);
    length += metres_of(skeleton.segments[i]);
  }
  if (!(length > 0) || length < params.shortest || length > params.longest.value_or(length)) return std::nullopt;
  double arc = 0;
  while (branch.stalk + 1 < branch.line.size()) {
    const double end = arc + metres_of(skeleton.segments[branch.line[branch.stalk]]);
    if (end > params.stalk * length) break;
    arc = end;
    ++branch.stalk;
  }
  branch.length = length - arc;
  return branch.length > 0 ? std::optional(std::move(branch)) : std::nullopt;
}

std::vector<Branch> find_branches(const Skeleton& skeleton, const BranchOrgansParams& params) {
  const std::vector<std::uint32_t> next = main_lines(skeleton);
  std::vector<Branch> branches;
  for (std::uint32_t i = 0; i < skeleton.segments.size(); ++i) {
    const SkeletonSegment& segment = skeleton.segments[i];
    const bool begins =
        segment.level >= params.level && (!segment.parent || skeleton.segments[*segment.parent].level < params.level);
    if (!begins || segment.colour != params.colour.value_or(segment.colour)) continue;
    if (std::optional<Branch> branch = branch_from(skeleton, i, next, params)) branches.push_back(std::move(*branch));
  }
  return branches;
}

/// Per segment: number of the branch with which it is removed, or kNoSegment.
std::vector<std::uint32_t> what_goes(const Skeleton& skeleton, const std::vector<Branch>& branches) {
  std::vector<std::uint32_t> goes(skeleton.segments.size(), kNoSegment);
  for (std::uint32_t b = 0; b < branches.size(); ++b) goes[branches[b].first_gone()] = b;
  for (std::size_t i = 0; i < goes.size(); ++i) {
    const auto& parent = skeleton.segments[i].parent;
    if (goes[i] == kNoSegment && parent) goes[i] = goes[*parent];
  }
  return goes;
}

/// Index of the branch of median length; the first one on ties.
std::uint32_t typical_of(const std::vector<Branch>& branches) {
  std::vector<std::pair<double, std::uint32_t>> lengths;
  for (std::uint32_t b = 0; b < branches.size(); ++b) lengths.emplace_back(branches[b].length, b);
  std::sort(lengths.begin(), lengths.end());
  return lengths[lengths.size() / 2].second;
}

SkeletonOrgan organ_for(const Branch& branch, const Skeleton& skeleton, double typical_length) {
  const SkeletonSegment& first = skeleton.segments[branch.first_gone()];
  SkeletonOrgan organ;
  organ.position = first.start;
  const Vec3 along = normalized_or(skeleton.segments[branch.line.back()].end - first.start, first.frame.heading);
  const auto across = [&](const Vec3& v) { return v - along * glm::dot(v, along); };
  const Vec3 up = normalized_or(across(first.frame.up), normalized_or(across(-first.frame.heading), first.frame.up));
  organ.frame = {along, glm::cross(up, along), up};
  organ.size = branch.length / typical_length;
  organ.parent = first.parent;
  organ.level = first.level;
  organ.colour = first.colour;
  return organ;
}

/// The skeleton without the removed segments, renumbered.
Skeleton without(const Skeleton& skeleton, const std::vector<std::uint32_t>& goes) {
  Skeleton result;
  result.season = skeleton.season;
  result.polygons = skeleton.polygons;
  result.organ_names = skeleton.organ_names;
  std::vector<std::uint32_t> number(skeleton.segments.size(), kNoSegment);
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    if (goes[i] != kNoSegment) continue;
    number[i] = static_cast<std::uint32_t>(result.segments.size());
    SkeletonSegment& segment = result.segments.emplace_back(skeleton.segments[i]);
    if (segment.parent) segment.parent = number[*segment.parent];
  }
  for (SkeletonOrgan organ : skeleton.organs) {
    if (organ.parent && goes[*organ.parent] != kNoSegment) continue;
    if (organ.parent) organ.parent = number[*organ.parent];
    result.organs.push_back(organ);
  }
  return result;
}

std::uint16_t kind_named(Skeleton& skeleton, const std::string& name) {
  auto& names = skeleton.organ_names;
  if (names.empty() && !skeleton.organs.empty()) names.emplace_back();  // for organs that had no name
  const auto known = std::find(names.begin(), names.end(), name);
  if (known != names.end()) return static_cast<std::uint16_t>(known - names.begin());
  if (names.size() > 65535) throw StageError("the skeleton already has 65536 kinds of organs", "organ");
  names.push_back(name);
  return static_cast<std::uint16_t>(names.size() - 1);
}

/// Maps a part of the typical branch to its position after the main line is straightened.
struct Move {
  Vec3 from{0};      ///< metres
  Frame axes{};      ///< its left maps to -x, its heading to -z and its up to y
  double reach = 0;  ///< metres along -z

  Vec3 direction(const Vec3& v) const {
    return {-glm::dot(v, axes.left), glm::dot(v, axes.up), -glm::dot(v, axes.heading)};
  }
  Vec3 place(const Vec3& p) const { return direction(p - from) - Vec3{0, 0, reach}; }
  Frame frame(const Frame& f) const { return {direction(f.heading), direction(f.left), direction(f.up)}; }
};

/// The segments and organs removed with branch `b`, with its main line straightened along -z from the origin. Anything
/// that grows from a segment of the line moves with that segment.
Skeleton straightened(const Skeleton& skeleton, const std::vector<std::uint32_t>& goes, const Branch& branch,
                      std::uint32_t b) {
  Skeleton result;
  result.season = skeleton.season;
  result.organ_names = skeleton.organ_names;
  std::vector<std::uint32_t> number(skeleton.segments.size(), kNoSegment);
  std::vector<Move> moves(skeleton.segments.size());
  double reach = 0;
  std::size_t next = branch.stalk;
  const std::uint16_t level = skeleton.segments[branch.first_gone()].level;
  for (std::size_t i = branch.first_gone(); i < skeleton.segments.size(); ++i) {
    if (goes[i] != b) continue;
    const SkeletonSegment& segment = skeleton.segments[i];
    if (next < branch.line.size() && branch.line[next] == i) {
      moves[i] = {segment.start, segment.frame, reach};
      reach += metres_of(segment);
      ++next;
    } else {
      moves[i] = moves[*segment.parent];
    }
    number[i] = static_cast<std::uint32_t>(result.segments.size());
    SkeletonSegment& moved = result.segments.emplace_back(segment);
    moved.start = moves[i].place(segment.start);
    moved.end = moves[i].place(segment.end);
    moved.frame = moves[i].frame(segment.frame);
    moved.level = static_cast<std::uint16_t>(segment.level - level);
    moved.parent = i == branch.first_gone() ? std::nullopt : std::optional(number[*segment.parent]);
  }
  for (const SkeletonOrgan& organ : skeleton.organs) {
    if (!organ.parent || goes[*organ.parent] != b) continue;
    const Move& move = moves[*organ.parent];
    SkeletonOrgan& moved = result.organs.emplace_back(organ);
    moved.position = move.place(organ.position);
    moved.frame = move.frame(organ.frame);
    moved.level = static_cast<std::uint16_t>(std::max(organ.level - level, 0));
    moved.parent = number[*organ.parent];
  }
  return result;
}

}  // namespace

BranchOrganSet with_branch_organs(const Skeleton& skeleton, const BranchOrgansParams& params) {
  const std::vector<Branch> branches = find_branches(skeleton, params);
  if (branches.empty())
    throw StageError(fmt::format("no matching branch begins at level {} of the skeleton", params.level), "level");
  const std::vector<std::uint32_t> goes = what_goes(skeleton, branches);
  const std::uint32_t typical = typical_of(branches);
  BranchOrganSet result{without(skeleton, goes), straightened(skeleton, goes, branches[typical], typical)};
  const std::uint16_t kind = kind_named(result.skeleton, params.organ);
  std::vector<std::uint32_t> number(skeleton.segments.size(), kNoSegment);
  for (std::uint32_t i = 0, kept = 0; i < skeleton.segments.size(); ++i) {
    if (goes[i] == kNoSegment) number[i] = kept++;
  }
  for (const Branch& branch : branches) {
    SkeletonOrgan organ = organ_for(branch, skeleton, branches[typical].length);
    organ.kind = kind;
    if (organ.parent) organ.parent = number[*organ.parent];
    result.skeleton.organs.push_back(organ);
  }
  return result;
}

BranchOrgans::Result BranchOrgans::run(const Params& params, const schema::Inputs& inputs, const RunContext&) {
  BranchOrganSet made = with_branch_organs(inputs[params.from], params);
  Result result{std::move(made.skeleton), {}};
  result.parts.emplace_back(kParts[0].name, std::move(made.branch));
  return result;
}

}  // namespace weald::plant
