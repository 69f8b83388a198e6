#include "engine/graph/detail/stage_groups.h"

#include "stages/images/adjust.h"
#include "stages/images/blend.h"
#include "stages/images/channels.h"
#include "stages/images/resize.h"
#include "stages/images/stamp.h"
#include "stages/import/heightmap_import.h"
#include "stages/land/erosion/carve.h"
#include "stages/land/erosion/dunes.h"
#include "stages/land/erosion/hydraulic_erosion.h"
#include "stages/land/erosion/strata.h"
#include "stages/land/erosion/thermal_erosion.h"
#include "stages/land/filters/blur.h"
#include "stages/land/filters/equalize.h"
#include "stages/land/filters/median.h"
#include "stages/land/filters/sharpen.h"
#include "stages/land/formula/formula.h"
#include "stages/land/maps/albedo.h"
#include "stages/land/maps/colour_ramp.h"
#include "stages/land/maps/normal_map.h"
#include "stages/land/maps/select.h"
#include "stages/land/maps/sky_view.h"
#include "stages/land/maps/slopes.h"
#include "stages/land/maps/splat.h"
#include "stages/land/masks/distance.h"
#include "stages/land/masks/mask.h"
#include "stages/land/meshing/heightmap_lods.h"
#include "stages/land/meshing/heightmap_mesh.h"
#include "stages/land/meshing/tint_map.h"
#include "stages/land/noise/combine.h"
#include "stages/land/noise/constant.h"
#include "stages/land/noise/falloff.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/gradient.h"
#include "stages/land/noise/marble.h"
#include "stages/land/noise/remap.h"
#include "stages/land/noise/single_octave.h"
#include "stages/land/resampling/crop.h"
#include "stages/land/resampling/move.h"
#include "stages/land/resampling/resample.h"
#include "stages/land/resampling/warp.h"
#include "stages/land/water/amplify.h"
#include "stages/land/water/fill_depressions.h"
#include "stages/land/water/flow.h"
#include "stages/land/water/fluvial.h"
#include "stages/land/water/lakes.h"
#include "stages/land/water/rivers.h"
#include "stages/land/water/water_mesh.h"
#include "stages/land/water/watersheds.h"

namespace weald::pipeline {

std::vector<StageKind> field_stages() {
  // clang-format off
  return {  // a line for each: ./dev new-stage adds one
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
      stage_kind<formula::Formula>("noise"),
      stage_kind<noise::Constant>("noise"),
      stage_kind<noise::Gradient>("noise"),
      stage_kind<filters::Blur>("filters"),
      stage_kind<filters::Sharpen>("filters"),
      stage_kind<filters::Median>("filters"),
      stage_kind<filters::Equalize>("filters"),
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
      stage_kind<hydrology::Amplify>("hydrology"),
      stage_kind<hydrology::FillDepressions>("hydrology"),
      stage_kind<hydrology::Flow>("hydrology"),
      stage_kind<hydrology::Watersheds>("hydrology"),
      stage_kind<hydrology::Lakes>("hydrology"),
      stage_kind<hydrology::Rivers>("hydrology"),
      stage_kind<hydrology::WaterMesh>("hydrology"),
      stage_kind<maps::Slope>("maps"),
      stage_kind<maps::Aspect>("maps"),
      stage_kind<maps::Curvature>("maps"),
      stage_kind<maps::SkyView>("maps"),
      stage_kind<maps::Hillshade>("maps"),
      stage_kind<maps::Select>("maps"),
      stage_kind<maps::NormalMap>("maps"),
      stage_kind<maps::ColourRamp>("maps"),
      stage_kind<maps::Splat>("maps"),
      stage_kind<maps::Albedo>("maps"),
      stage_kind<masks::Distance>("masks"),
      stage_kind<masks::Mask>("masks"),
      stage_kind<resampling::Resample>("resampling"),
      stage_kind<resampling::Move>("resampling"),
      stage_kind<resampling::Crop>("resampling"),
      stage_kind<resampling::Warp>("resampling"),
      stage_kind<image::ImageResize>("image"),
      stage_kind<image::PackChannels>("image"),
      stage_kind<image::ImageChannel>("image"),
      stage_kind<image::ImageBlend>("image"),
      stage_kind<image::ImageAdjust>("image"),
      stage_kind<image::Stamp>("image"),
  };
  // clang-format on
}

}  // namespace weald::pipeline
