#include "pipeline/stage_groups.h"

#include "hydrology/fill_depressions.h"
#include "hydrology/flow.h"
#include "hydrology/fluvial.h"
#include "hydrology/lakes.h"
#include "hydrology/rivers.h"
#include "hydrology/water_mesh.h"
#include "image/adjust.h"
#include "image/atlas.h"
#include "image/blend.h"
#include "image/image_channel.h"
#include "image/pack_channels.h"
#include "image/resize.h"
#include "io/heightmap_import.h"
#include "maps/albedo.h"
#include "maps/aspect.h"
#include "maps/colour_ramp.h"
#include "maps/curvature.h"
#include "maps/hillshade.h"
#include "maps/normal_map.h"
#include "maps/sky_view.h"
#include "maps/slope.h"
#include "maps/splat.h"
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
#include "terrain/carve.h"
#include "terrain/dunes.h"
#include "terrain/heightmap_lods.h"
#include "terrain/heightmap_mesh.h"
#include "terrain/hydraulic_erosion.h"
#include "terrain/strata.h"
#include "terrain/thermal_erosion.h"
#include "terrain/tint_map.h"

namespace weald::pipeline {

std::vector<StageKind> field_stages() {
  return {
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
      stage_kind<terrain::TintMap>("terrain"),
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
      stage_kind<image::ImageResize>("image"),
      stage_kind<image::PackChannels>("image"),
      stage_kind<image::ImageChannel>("image"),
      stage_kind<image::ImageBlend>("image"),
      stage_kind<image::ImageAdjust>("image"),
      stage_kind<image::Atlas>("image"),
  };
}

}  // namespace weald::pipeline
