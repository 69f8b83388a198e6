#include "picture/render/detail/surface_set.h"

#include <algorithm>
#include <array>
#include <set>

namespace weald::render {

namespace {

/// A stand-in has about two triangles for each pixel of the square around what it stands for.
struct StandInSize {
  std::size_t triangles = 0;
  double pixels = 0;  // along the longest side, at most
};
constexpr std::array kStandIns{StandInSize{2048, 32}, StandInSize{512, 16}, StandInSize{128, 8}, StandInSize{64, 4}};
constexpr double kBesideLevels = 8;  // pixels; meshes with levels of their own show those where they are larger

/// The sum of the areas that a surface covers from different elevations.
double covered_by(const Surface& surface, const RunContext& context) {
  double sum = 0;
  for (const double area : covered_areas(surface, context)) sum += area;
  return sum;
}

/// A stand-in that covers as much as `source`. Its triangles overlap more or less than those of the mesh.
StandIn fitted_stand_in(const Surface& source, double covered, std::size_t triangles, const RunContext& context) {
  constexpr int kRounds = 3;
  constexpr double kLeast = 0.25, kMost = 4;
  double growth = 1;
  StandIn result = stand_in_for(source, triangles, growth);
  for (int i = 0; i < kRounds; ++i) {
    const double own = covered_by(result.surface, context);
    if (!(own > 0.0)) break;
    growth = std::clamp(growth * covered / own, kLeast, kMost);
    result = stand_in_for(source, triangles, growth);
  }
  return result;
}

}  // namespace

SurfaceSet::SurfaceSet(std::span<const MeshItem> items, double most_triangles, const RunContext& context) {
  double triangles = 0;
  for (const MeshItem& item : items) {
    const std::size_t finest = add(*item.mesh);
    triangles += static_cast<double>(surfaces_[finest]->triangles.size());
    items_.push_back({surfaces_[finest], item.world_from_mesh, item.tint});
    for (const scene::LighterLevel& lighter : item.lighter) add(*lighter.mesh);
  }
  const bool has_many = triangles > most_triangles;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const MeshItem& item = items[i];
    if (item.lighter.empty() && !has_many) continue;
    const std::size_t finest = known_.at(item.mesh);
    const scene::LighterLevel* const list = item.lighter.empty() ? nullptr : item.lighter.data();
    const auto [place, is_new] = chain_of_.try_emplace({finest, list}, chains_.size());
    if (is_new) {
      Chain& chain = chains_.emplace_back();
      chain.levels.push_back({surfaces_[finest], item.screen_size});
      for (const scene::LighterLevel& lighter : item.lighter)
        chain.levels.push_back({surfaces_[known_.at(lighter.mesh.get())], lighter.screen_size});
    }
    chains_[place->second].items.push_back(i);
  }
  if (has_many) add_stand_ins(context);
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

// Chains of the same mesh share its stand-ins.
void SurfaceSet::add_stand_ins(const RunContext& context) {
  std::map<const Surface*, std::vector<StandInLevel>> known;  // only used for lookup
  for (Chain& chain : chains_) {
    const Surface* const finest = chain.levels.front().surface;
    const auto [place, is_new] = known.try_emplace(finest);
    if (is_new) {
      const auto source = std::find(surfaces_.begin(), surfaces_.end(), finest) - surfaces_.begin();
      place->second = stand_ins_of(static_cast<std::size_t>(source), context);
    }
    for (const StandInLevel& stand_in : place->second)
      if (chain.levels.size() == 1 || stand_in.pixels <= kBesideLevels) chain.stand_ins.push_back(stand_in);
  }
}

std::vector<StandInLevel> SurfaceSet::stand_ins_of(std::size_t source, const RunContext& context) {
  std::vector<StandInLevel> result;
  const Surface& finest = *owned_[source];
  if (finest.triangles.size() <= 2 * kStandIns.back().triangles) return result;
  const double covered = covered_by(finest, context);
  for (const StandInSize& size : kStandIns) {
    if (finest.triangles.size() <= 2 * size.triangles) continue;
    context.check_stop();
    const StandIn stand_in = fitted_stand_in(finest, covered, size.triangles, context);
    stand_ins_.push_back({std::make_unique<StandIn>(stand_in), source});
    surfaces_.push_back(&stand_ins_.back().stand_in->surface);
    result.push_back({surfaces_.back(), size.pixels});
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
    if (!chain.measured) chain.measured.emplace(chain.levels, context, chain.stand_ins);
    for (const std::size_t item : chain.items) result[item].levels = &*chain.measured;
  }
  return result;
}

}  // namespace weald::render
