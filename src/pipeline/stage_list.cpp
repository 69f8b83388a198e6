#include "pipeline/stage_list.h"

#include <array>

#include "billboard/billboard.h"
#include "curve/bezier_curve.h"
#include "curve/string_art.h"
#include "hydrology/fill_depressions.h"
#include "hydrology/flow.h"
#include "hydrology/fluvial.h"
#include "hydrology/lakes.h"
#include "hydrology/rivers.h"
#include "hydrology/water_mesh.h"
#include "io/heightmap_import.h"
#include "io/image_import.h"
#include "io/mesh_import.h"
#include "lsystem/lsystem.h"
#include "lsystem/turtle.h"
#include "maps/albedo.h"
#include "maps/aspect.h"
#include "maps/colour_ramp.h"
#include "maps/curvature.h"
#include "maps/hillshade.h"
#include "maps/normal_map.h"
#include "maps/sky_view.h"
#include "maps/slope.h"
#include "maps/splat.h"
#include "mesh/assign_material.h"
#include "mesh/displace.h"
#include "mesh/merge.h"
#include "mesh/shapes.h"
#include "mesh/subdivide.h"
#include "mesh/transform.h"
#include "mesh/triangulate.h"
#include "noise/billow.h"
#include "noise/cellular_noise.h"
#include "noise/combine.h"
#include "noise/falloff.h"
#include "noise/fbm.h"
#include "noise/gradient_noise.h"
#include "noise/heterogeneous.h"
#include "noise/hybrid.h"
#include "noise/marble.h"
#include "noise/ping_pong.h"
#include "noise/remap.h"
#include "noise/ridged.h"
#include "noise/simplex_noise.h"
#include "noise/value_noise.h"
#include "pipeline/contact_sheet.h"
#include "plant/plant_lods.h"
#include "plant/plant_mesh.h"
#include "scene/bezier_patch.h"
#include "scene/compose.h"
#include "scene/plant_scene.h"
#include "scene/scatter.h"
#include "scene/sweep.h"
#include "terrain/carve.h"
#include "terrain/drape.h"
#include "terrain/dunes.h"
#include "terrain/heightmap_lods.h"
#include "terrain/heightmap_mesh.h"
#include "terrain/hydraulic_erosion.h"
#include "terrain/strata.h"
#include "terrain/thermal_erosion.h"
#include "texture/bark_texture.h"
#include "texture/leaf_texture.h"
#include "tree/space_colonization.h"
#include "tree/weber_penn.h"

namespace weald::pipeline {

std::span<const StageKind> all_stages() {
  static const std::array kStages{
      stage_kind<noise::GradientNoise>("noise"),
      stage_kind<noise::ValueNoise>("noise"),
      stage_kind<noise::SimplexNoise>("noise"),
      stage_kind<noise::CellularNoise>("noise"),
      stage_kind<noise::Fbm>("noise"),
      stage_kind<noise::Ridged>("noise"),
      stage_kind<noise::Billow>("noise"),
      stage_kind<noise::Hybrid>("noise"),
      stage_kind<noise::Heterogeneous>("noise"),
      stage_kind<noise::PingPong>("noise"),
      stage_kind<noise::Marble>("noise"),
      stage_kind<noise::Falloff>("noise"),
      stage_kind<noise::Remap>("noise"),
      stage_kind<noise::Combine>("noise"),
      stage_kind<io::HeightmapImport>("terrain"),
      stage_kind<terrain::ThermalErosion>("terrain"),
      stage_kind<terrain::HydraulicErosion>("terrain"),
      stage_kind<terrain::Strata>("terrain"),
      stage_kind<terrain::Dunes>("terrain"),
      stage_kind<terrain::Carve>("terrain"),
      stage_kind<terrain::HeightmapMesh>("terrain"),
      stage_kind<terrain::HeightmapLods>("terrain"),
      stage_kind<hydrology::Fluvial>("hydrology"),
      stage_kind<hydrology::FillDepressions>("hydrology"),
      stage_kind<hydrology::Flow>("hydrology"),
      stage_kind<hydrology::Lakes>("hydrology"),
      stage_kind<hydrology::Rivers>("hydrology"),
      stage_kind<hydrology::WaterMesh>("hydrology"),
      stage_kind<maps::Slope>("maps"),
      stage_kind<maps::Aspect>("maps"),
      stage_kind<maps::Curvature>("maps"),
      stage_kind<maps::SkyView>("maps"),
      stage_kind<maps::Hillshade>("maps"),
      stage_kind<maps::NormalMap>("maps"),
      stage_kind<maps::ColourRamp>("maps"),
      stage_kind<maps::Splat>("maps"),
      stage_kind<maps::Albedo>("maps"),
      stage_kind<curve::BezierCurve>("curve"),
      stage_kind<curve::StringArt>("curve"),
      stage_kind<terrain::Drape>("curve"),
      stage_kind<lsystem::LSystem>("lsystem"),
      stage_kind<lsystem::Turtle>("lsystem"),
      stage_kind<tree::WeberPenn>("tree"),
      stage_kind<tree::SpaceColonization>("tree"),
      stage_kind<plant::PlantMesh>("plant"),
      stage_kind<plant::PlantLods>("plant"),
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
      stage_kind<io::ImageImport>("mesh"),
      stage_kind<scene::Scatter>("scene"),
      stage_kind<scene::Compose>("scene"),
      stage_kind<ContactSheet>("scene"),
  };
  return kStages;
}

const StageKind* find_stage_kind(std::string_view kind) {
  for (const StageKind& stage : all_stages()) {
    if (stage.kind == kind) return &stage;
  }
  return nullptr;
}

}  // namespace weald::pipeline
