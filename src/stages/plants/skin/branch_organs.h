#pragma once
// The stage `branch_organs`: replaces branches with organs, so that each can be shown by one simple mesh.

#include <array>
#include <optional>
#include <string>

#include "base/run_context.h"
#include "data/skeleton.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::plant {

struct BranchOrgansParams {
  schema::Input<lsystem::Skeleton> from;
  int level = 1;
  std::string organ = "branch";
  double shortest = 0;  ///< metres
  std::optional<double> longest;
  std::optional<int> colour;
  double stalk = 0;  ///< share of a branch's length
};

/// A skeleton with organs instead of branches, and one of those branches.
struct BranchOrganSet {
  lsystem::Skeleton skeleton;
  lsystem::Skeleton branch;  ///< horizontal, from the origin along -z, with its upper side towards y; metres
};

/// Removes every branch that begins at level `params.level` of brackets, has a length within the limits, and begins
/// with the colour index `params.colour` if that is set, together with everything it carries. Its stalk is kept: the
/// lowest segments of its main line, up to the share `stalk` of its length. (The main line continues within its
/// brackets, otherwise along the thickest segment.) An organ is placed where the removed part began. It points at the
/// end of the main line, and its upper side is that of the first removed segment. Its size is the length of the removed
/// line relative to that of the branch of median length. This typical branch, with its main line straightened, is
/// returned as `branch`; a card of its mesh can represent all removed branches as the surface of the organ. Polygons of
/// the turtle are kept, because they belong to no segment. Throws StageError (key "level") if there is no such branch.
BranchOrganSet with_branch_organs(const lsystem::Skeleton& skeleton, const BranchOrgansParams& params);

/// The stage.
struct BranchOrgans {
  using Params = BranchOrgansParams;
  using Result = schema::WithParts<lsystem::Skeleton, lsystem::Skeleton>;
  static constexpr std::array kParts{
      schema::part<lsystem::Skeleton>("branch", "",
                                      "The branch of median length among those that became organs, without its "
                                      "stalk, straightened and laid from the origin along -z with its upper side up. "
                                      "Covered by plant_mesh and shown by 'card' with 'side: top', it becomes the "
                                      "surface of the organs.")};
  static Result run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::plant

template <>
struct weald::schema::Schema<weald::plant::BranchOrgansParams> {
  using P = weald::plant::BranchOrgansParams;
  static constexpr std::string_view kind = "branch_organs";
  static constexpr std::string_view summary =
      "Replaces branches with organs, so that plant_mesh can show each as a card or another simple mesh.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Skeleton whose branches become organs.", "", {}, Presence::required},
             Field{&P::level, "level",
                   "Level at which the branches begin, 0 on the trunk; all that they carry is replaced too, except "
                   "for polygons of the turtle.",
                   "", Range{0, 65535}},
             Field{&P::organ, "organ", "Name of the organs, used in 'surfaces' of plant_mesh.", "", Range{1, 200}},
             Field{&P::shortest, "shortest", "Branches shorter than this are kept.", "m", Range{0, 1e6}},
             Field{&P::longest, "longest", "Branches longer than this are kept; unset: no limit.", "m", Range{0, 1e6}},
             Field{&P::colour, "colour",
                   "Colour index of the turtle that a branch must begin with to be replaced; unset: any.", "",
                   Range{0, 65535}},
             Field{&P::stalk, "stalk", "Share of its length that is kept as wood at the foot of each branch.", "",
                   Range{0, 0.95}}};
  /// Checks that the limits are in order.
  static void check(const P& p, Checker& checker) {
    if (p.longest && *p.longest < p.shortest)
      checker.error("longest", "'longest' is less than 'shortest', so no branch can become an organ");
  }
};
