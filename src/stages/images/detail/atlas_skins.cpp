#include "stages/images/detail/atlas_skins.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "stages/images/atlas.h"

namespace weald::image {

namespace {

constexpr RectangleSize kPlainTexture{4, 4};  // size of a material without textures

/// A material, and the combined needs of all meshes.
struct Wanted {
  const mesh::Material* material = nullptr;
  Vec2 tiles{0};  ///< 0: no face uses it
  double faces = 0;
};

/// The distinct materials of all meshes, and the index among them of each mesh's materials.
struct WantedList {
  std::vector<Wanted> list;
  std::vector<std::vector<std::size_t>> numbers;
};

WantedList wanted_of(std::span<const mesh::Mesh* const> meshes) {
  WantedList wanted;
  for (const mesh::Mesh* mesh : meshes) {
    const std::vector<Vec2> tiles = tiles_of(*mesh);
    const std::size_t known = wanted.list.size();  // materials of the same mesh are not joined
    std::vector<std::size_t>& numbers = wanted.numbers.emplace_back();
    for (std::size_t i = 0; i < mesh->materials.size(); ++i) {
      const auto end = wanted.list.begin() + static_cast<std::ptrdiff_t>(known);
      const auto found =
          std::find_if(wanted.list.begin(), end, [&](const Wanted& w) { return *w.material == mesh->materials[i]; });
      numbers.push_back(static_cast<std::size_t>(found == end ? std::ssize(wanted.list) : found - wanted.list.begin()));
      if (found == end) wanted.list.push_back({&mesh->materials[i], {}, 0});
      Wanted& own = wanted.list[numbers.back()];
      own.tiles = glm::max(own.tiles, tiles[i]);
    }
    for (std::uint32_t f = 0; f < mesh->face_count(); ++f)
      wanted.list[numbers[mesh->groups[mesh->group_of(mesh::FaceId(f))].material]].faces += 1;
  }
  return wanted;
}

bool repeats_too_often(double tiles, const AtlasParams& params) { return tiles > params.max_repeats + kTileSlack; }

/// The axis along which most faces with too many repeats repeat.
int axis_of_strips(const std::vector<Wanted>& wanted, const AtlasParams& params) {
  double along_u = 0, along_v = 0;
  for (const Wanted& w : wanted) {
    if (repeats_too_often(w.tiles.x, params)) along_u += w.faces;
    if (repeats_too_often(w.tiles.y, params)) along_v += w.faces;
  }
  return along_u > along_v ? 0 : 1;
}

/// The reason why a material cannot be packed, and the parameter responsible.
struct Refusal {
  std::string why;
  std::string_view key;
};

std::optional<Refusal> refusal_of(const Skin& skin, const Skins& skins, const AtlasParams& params) {
  const std::string& name = skin.material->name;
  if (skin.material->opacity != 1.0f)  // no image of the atlas stores opacity
    return Refusal{fmt::format("the material '{}' is transparent: it keeps its own textures", name), "from"};
  const int across = 1 - skins.strips;
  const double most = skin.is_strip ? skin.tiles[across] : std::max(skin.tiles.x, skin.tiles.y);
  if (!repeats_too_often(most, params)) return std::nullopt;
  return Refusal{
      fmt::format("a face with the material '{}' spans {:.4g} repeats of its texture, more than {}{}: the material "
                  "keeps its own textures",
                  name, most, params.max_repeats,
                  skin.is_strip ? (across == 0 ? " along u, across the strips" : " along v, across the strips") : ""),
      "max_repeats"};
}

}  // namespace

RectangleSize Skin::texture() const {
  const std::vector<const mesh::Texture*> all = mesh::textures_of(*material);
  if (all.empty()) return kPlainTexture;
  return {all.front()->image->pixels.width(), all.front()->image->pixels.height()};
}

Skins skins_of(std::span<const mesh::Mesh* const> meshes, const AtlasParams& params, const RunContext& context) {
  const WantedList wanted = wanted_of(meshes);
  Skins skins;
  skins.strips = axis_of_strips(wanted.list, params);
  std::vector<std::optional<std::size_t>> skin_of;  // per distinct material
  for (const Wanted& w : wanted.list) {
    skin_of.emplace_back();
    if (w.tiles.x <= 0) continue;
    Skin skin{w.material, w.tiles, mesh::textures_of(*w.material).empty(), false, w.faces};
    if (skin.is_plain) skin.tiles = Vec2{1};
    skin.is_strip = params.repeats == AtlasRepeats::strips && repeats_too_often(skin.tiles[skins.strips], params);
    if (const auto refusal = refusal_of(skin, skins, params)) {
      context.warn(refusal->why, refusal->key);
      continue;
    }
    skin_of.back() = skins.list.size();
    skins.list.push_back(skin);
  }
  if (skins.list.empty()) throw StageError("no material can be packed", "from");
  for (const std::vector<std::size_t>& numbers : wanted.numbers) {
    SkinsOfMesh& own = skins.meshes.emplace_back();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      own.skins.push_back(skin_of[numbers[i]]);
      if (!own.skins.back() && wanted.list[numbers[i]].tiles.x > 0) own.kept.push_back(i);
    }
  }
  return skins;
}

}  // namespace weald::image
