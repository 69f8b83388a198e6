#include "engine/graph/detail/stage_groups.h"

#include "stages/images/contact_sheet.h"
#include "stages/import/image_import.h"
#include "stages/import/mesh_import.h"
#include "stages/plants/cards/billboard.h"
#include "stages/plants/cards/card.h"
#include "stages/plants/cards/impostor.h"
#include "stages/plants/lsystem/lsystem.h"
#include "stages/plants/lsystem/turtle.h"
#include "stages/plants/models/space_colonization.h"
#include "stages/plants/models/weber_penn.h"
#include "stages/plants/skin/branch_organs.h"
#include "stages/plants/skin/collision.h"
#include "stages/plants/skin/plant_lods.h"
#include "stages/plants/skin/plant_mesh.h"
#include "stages/plants/textures/bark_texture.h"
#include "stages/plants/textures/leaf_texture.h"
#include "stages/scenes/array.h"
#include "stages/scenes/compose.h"
#include "stages/scenes/lod_chain.h"
#include "stages/scenes/place.h"
#include "stages/scenes/plant_scene.h"
#include "stages/scenes/scatter.h"
#include "stages/shapes/assign_material.h"
#include "stages/shapes/bezier_curve.h"
#include "stages/shapes/bezier_patch.h"
#include "stages/shapes/displace.h"
#include "stages/shapes/drape.h"
#include "stages/shapes/merge.h"
#include "stages/shapes/mirror.h"
#include "stages/shapes/shapes.h"
#include "stages/shapes/string_art.h"
#include "stages/shapes/subdivide.h"
#include "stages/shapes/sweep.h"
#include "stages/shapes/transform.h"
#include "stages/shapes/triangulate_mesh.h"

namespace weald::pipeline {

std::vector<StageKind> geometry_stages() {
  // clang-format off
  return {  // a line for each: ./dev new-stage adds one
      stage_kind<curve::BezierCurve>("curve"),
      stage_kind<curve::StringArt>("curve"),
      stage_kind<terrain::Drape>("curve"),
      stage_kind<lsystem::LSystem>("lsystem"),
      stage_kind<lsystem::Turtle>("lsystem"),
      stage_kind<tree::WeberPenn>("tree"),
      stage_kind<tree::SpaceColonization>("tree"),
      stage_kind<plant::BranchOrgans>("plant"),
      stage_kind<plant::PlantMesh>("plant"),
      stage_kind<plant::PlantLods>("plant"),
      stage_kind<plant::Collision>("plant"),
      stage_kind<texture::BarkTexture>("plant"),
      stage_kind<texture::LeafTexture>("plant"),
      stage_kind<scene::PlantScene>("scene"),
      stage_kind<mesh::Shapes>("mesh"),
      stage_kind<io::MeshImport>("mesh"),
      stage_kind<scene::Sweep>("mesh"),
      stage_kind<scene::BezierPatch>("mesh"),
      stage_kind<mesh::Subdivide>("mesh"),
      stage_kind<mesh::Displace>("mesh"),
      stage_kind<mesh::Transform>("mesh"),
      stage_kind<mesh::Mirror>("mesh"),
      stage_kind<mesh::Merge>("mesh"),
      stage_kind<mesh::Triangulate>("mesh"),
      stage_kind<mesh::AssignMaterial>("mesh"),
      stage_kind<billboard::Billboard>("mesh"),
      stage_kind<billboard::Card>("mesh"),
      stage_kind<billboard::Impostor>("mesh"),
      stage_kind<io::ImageImport>("mesh"),
      stage_kind<scene::Scatter>("scene"),
      stage_kind<scene::Place>("scene"),
      stage_kind<scene::Array>("scene"),
      stage_kind<scene::Compose>("scene"),
      stage_kind<scene::LodChain>("scene"),
      stage_kind<ContactSheet>("scene"),
  };
  // clang-format on
}

}  // namespace weald::pipeline
