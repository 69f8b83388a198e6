#include "picture/render/detail/surface_set.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace weald::render {

namespace {

/// A stand-in has two to four triangles for each pixel of the square around what it stands for.
struct StandInSize {
  std::size_t triangles = 0;
  double pixels = 0;  // along the longest side, at most
};
constexpr std::array kStandIns{StandInSize{2048, 32}, StandInSize{512, 16}, StandInSize{128, 8}, StandInSize{64, 4}};
constexpr double kBesideLevels = 8;  // pixels; meshes with levels of their own show those where they are larger

double sum_of(const CoveredAreas& covered) { return std::accumulate(covered.begin(), covered.end(), 0.0); }

/// A stand-in and what it covers.
struct FittedStandIn {
  StandIn stand_in;
  CoveredAreas covered{};
};

/// A stand-in that covers as much as its source, which covers `wanted` in all. Its triangles overlap more or less than
/// those of the mesh.
FittedStandIn fitted_stand_in(const StandInSource& source, double wanted, std::size_t triangles,
                              const RunContext& context) {
  constexpr int kRounds = 3;
  constexpr double kLeast = 0.25, kMost = 4;
  double growth = 1;
  FittedStandIn result{source.stand_in(triangles, growth)};
  result.covered = covered_areas(result.stand_in.surface, context);
  for (int i = 0; i < kRounds; ++i) {
    const double own = sum_of(result.covered);
    if (!(own > 0.0)) break;
    growth = std::clamp(growth * wanted / own, kLeast, kMost);
    result.stand_in = source.stand_in(triangles, growth);
    result.covered = covered_areas(result.stand_in.surface, context);
  }
  return result;
}

}  // namespace

SurfaceSet::SurfaceSet(std::span<const MeshItem> items, double most_triangles) {
  double triangles = 0;
  for (const MeshItem& item : items) {
    const std::size_t finest = add(*item.mesh);
    triangles += static_cast<double>(surfaces_[finest]->triangles.size());
    items_.push_back({surfaces_[finest], item.world_from_mesh, item.tint});
    for (const scene::LighterLevel& lighter : item.lighter) add(*lighter.mesh);
  }
  can_have_stand_ins_ = triangles > most_triangles;
  // By the finest surface and the list of lighter levels; only used for lookup.
  std::map<std::pair<std::size_t, const scene::LighterLevel*>, std::size_t> chain_of;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const MeshItem& item = items[i];
    if (item.lighter.empty() && !can_have_stand_ins_) continue;
    const std::size_t finest = known_.at(item.mesh);
    const scene::LighterLevel* const list = item.lighter.empty() ? nullptr : item.lighter.data();
    const auto [place, is_new] = chain_of.try_emplace({finest, list}, chains_.size());
    if (is_new) {
      Chain& chain = chains_.emplace_back();
      chain.finest = finest;
      chain.levels.push_back({surfaces_[finest], item.screen_size});
      for (const scene::LighterLevel& lighter : item.lighter)
        chain.levels.push_back({surfaces_[known_.at(lighter.mesh.get())], lighter.screen_size});
    }
    chains_[place->second].items.push_back(i);
  }
}

std::size_t SurfaceSet::add(const mesh::Mesh& mesh) {
  const auto [place, added] = known_.try_emplace(&mesh, owned_.size());
  if (added) {
    owned_.push_back(std::make_unique<Surface>(coloured_surface_of(mesh, textures_)));
    meshes_.push_back(&mesh);
    surfaces_.push_back(owned_.back().get());
  }
  return place->second;
}

void SurfaceSet::measure(Chain& chain, const RunContext& context) {
  if (!chain.measured) chain.measured.emplace(chain.levels, context);
}

// Chains of the same mesh share its stand-ins.
void SurfaceSet::add_stand_ins(const RunContext& context) {
  if (has_stand_ins_) return;
  has_stand_ins_ = true;
  std::map<std::size_t, std::vector<StandInLevel>> known;  // by the finest surface
  for (Chain& chain : chains_) {
    measure(chain, context);
    const auto [place, is_new] = known.try_emplace(chain.finest);
    if (is_new) place->second = stand_ins_of(chain, context);
    std::vector<StandInLevel> shown;
    for (const StandInLevel& stand_in : place->second)
      if (chain.levels.size() == 1 || stand_in.pixels <= kBesideLevels) shown.push_back(stand_in);
    chain.measured->set_stand_ins(std::move(shown));
  }
}

std::vector<StandInLevel> SurfaceSet::stand_ins_of(const Chain& chain, const RunContext& context) {
  std::vector<StandInLevel> result;
  const Surface& finest = *owned_[chain.finest];
  if (finest.triangles.size() <= 2 * kStandIns.back().triangles) return result;
  const StandInSource source(finest);
  const double covered = sum_of(chain.measured->finest_covered());
  for (const StandInSize& size : kStandIns) {
    if (finest.triangles.size() <= 2 * size.triangles) continue;
    context.check_stop();
    FittedStandIn fitted = fitted_stand_in(source, covered, size.triangles, context);
    stand_ins_.push_back({std::make_unique<StandIn>(std::move(fitted.stand_in)), chain.finest});
    surfaces_.push_back(&stand_ins_.back().stand_in->surface);
    result.push_back({surfaces_.back(), size.pixels, fitted.covered});
  }
  return result;
}

void SurfaceSet::complete(std::span<const SurfaceItem> items) {
  const std::vector<const Surface*> shown = distinct_surfaces(items);
  std::set<const Surface*> wanted(shown.begin(), shown.end());  // only used for lookup
  for (const OwnedStandIn& owned : stand_ins_)
    if (wanted.contains(&owned.stand_in->surface)) wanted.insert(owned_[owned.source].get());
  for (std::size_t i = 0; i < owned_.size(); ++i)
    if (wanted.contains(owned_[i].get())) add_normals(*owned_[i], *meshes_[i]);
  for (const OwnedStandIn& owned : stand_ins_)
    if (wanted.contains(&owned.stand_in->surface)) add_normals(*owned.stand_in, *owned_[owned.source]);
}

std::vector<LevelledItem> SurfaceSet::levelled(const RunContext& context) {
  std::vector<LevelledItem> result;
  result.reserve(items_.size());
  for (const SurfaceItem& item : items_) result.push_back({item});
  for (Chain& chain : chains_) {
    if (chain.levels.size() == 1 && !has_stand_ins_) continue;  // there is nothing to choose from
    measure(chain, context);
    for (const std::size_t item : chain.items) result[item].levels = &*chain.measured;
  }
  return result;
}

}  // namespace weald::render
