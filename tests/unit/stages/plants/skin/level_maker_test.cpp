#include "support/catch.h"

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "methods/mesh/build.h"
#include "stages/plants/skin/detail/level_maker.h"
#include "support/sanitized.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// Budgets over the whole range of a plant with `all` triangles, and pairs that differ by one, ascending.
std::vector<std::size_t> many_budgets(std::size_t all, const Rng& rng) {
  std::vector<std::size_t> budgets{1, all - 1, all, all + 1};
  for (std::uint64_t i = 0; i < 24; i += weald::test::kSeedStep) {
    const double share = math::pow(0.01, rng.uniform(i, 0));  // as many of 1 to 10 % as of 10 to 100 %
    const auto budget = static_cast<std::size_t>(share * static_cast<double>(all));
    budgets.insert(budgets.end(), {budget, budget + 1});
  }
  std::sort(budgets.begin(), budgets.end());
  return budgets;
}

/// Plants of one seed: leafy and welded, bare, and of needles within a tight silhouette.
std::vector<PlantMeshParams> kinds_of_plants() {
  std::vector<PlantMeshParams> kinds(3);
  for (PlantMeshParams& params : kinds) params.silhouette = 0.1;
  kinds[0].leaves.spacing = 0.1;
  kinds[0].leaves.shape = LeafShape::folded_card;
  kinds[0].stem.joint = JointKind::weld;
  kinds[1].leaves.spacing.reset();
  kinds[2].leaves.spacing = 0.05;
  kinds[2].leaves.shape = LeafShape::rhombus;
  kinds[2].silhouette = 0.03;
  return kinds;
}

}  // namespace

TEST_CASE("levels: a larger budget never gives fewer triangles, and none gives more than it allows") {
  int within = 0, filled = 0, over = 0;
  for (std::uint64_t seed = 1; seed <= 3; seed += weald::test::kSeedStep) {
    const lsystem::Skeleton skeleton = random_tree(seed, 4);
    for (const PlantMeshParams& params : kinds_of_plants()) {
      RunContext context;
      context.seed = seed;
      int warnings = 0;
      context.on_warning = [&](const std::string&, std::string_view) { ++warnings; };
      const PlantSupplies supplies;  // none, but it has to outlive the maker
      LevelMaker maker(skeleton, params, supplies, context);
      const std::size_t all = maker.full().triangles;
      std::size_t before = 0, lightest = 0;
      for (const std::size_t budget : many_budgets(all, Rng(seed))) {
        INFO("seed " << seed << ", budget " << budget << " of " << all << ", " << before << " before");
        warnings = 0;
        const Level level = maker.within({budget, "triangles", "the mesh"});
        const mesh::Soup soup = mesh::to_soup(level.mesh);
        CHECK(level.triangles == soup.corners.size() - 2 * std::size_t{soup.face_count()});
        CHECK(level.triangles >= before);
        CHECK((level.triangles > budget) == (warnings > 0));
        if (warnings > 0) {  // then no mesh within the silhouette has so few, whatever the budget
          if (lightest == 0) lightest = level.triangles;
          CHECK(level.triangles == lightest);
        }
        before = level.triangles;
        ++(warnings > 0 ? over : within);
        filled += warnings == 0 && 10 * level.triangles >= 9 * budget ? 1 : 0;
      }
      CHECK(before == all);
    }
  }
  CHECK(over > 0);
  CHECK(3 * filled > 2 * within);  // it is no answer to give the lightest to all
}
