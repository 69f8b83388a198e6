#include "pipeline/stage_groups.h"

#include "billboard/billboard.h"
#include "billboard/card.h"
#include "billboard/impostor.h"
#include "curve/bezier_curve.h"
#include "curve/string_art.h"
#include "io/image_import.h"
#include "io/mesh_import.h"
#include "lsystem/lsystem.h"
#include "lsystem/turtle.h"
#include "mesh/assign_material.h"
#include "mesh/displace.h"
#include "mesh/merge.h"
#include "mesh/shapes.h"
#include "mesh/subdivide.h"
#include "mesh/transform.h"
#include "mesh/triangulate_mesh.h"
#include "pipeline/contact_sheet.h"
#include "plant/branch_organs.h"
#include "plant/collision.h"
#include "plant/plant_lods.h"
#include "plant/plant_mesh.h"
#include "scene/bezier_patch.h"
#include "scene/compose.h"
#include "scene/lod_chain.h"
#include "scene/plant_scene.h"
#include "scene/scatter.h"
#include "scene/sweep.h"
#include "terrain/drape.h"
#include "texture/bark_texture.h"
#include "texture/leaf_texture.h"
#include "tree/space_colonization.h"
#include "tree/weber_penn.h"

namespace weald::pipeline {

std::vector<StageKind> geometry_stages() {
  return {
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
      stage_kind<mesh::Merge>("mesh"),
      stage_kind<mesh::Triangulate>("mesh"),
      stage_kind<mesh::AssignMaterial>("mesh"),
      stage_kind<billboard::Billboard>("mesh"),
      stage_kind<billboard::Card>("mesh"),
      stage_kind<billboard::Impostor>("mesh"),
      stage_kind<io::ImageImport>("mesh"),
      stage_kind<scene::Scatter>("scene"),
      stage_kind<scene::Compose>("scene"),
      stage_kind<scene::LodChain>("scene"),
      stage_kind<ContactSheet>("scene"),
  };
}

}  // namespace weald::pipeline
