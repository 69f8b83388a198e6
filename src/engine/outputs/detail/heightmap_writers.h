#pragma once
// Writers of heightmaps as samples. The signatures are those of Writer::write_rows.

#include <filesystem>
#include <string_view>

#include "base/run_context.h"
#include "data/height_rows.h"
#include "engine/outputs/output.h"
#include "formats/files/file_set.h"

namespace weald::pipeline {

/// Extensions of the files that `world_file` writes beside a PNG: for GIS programs, and for GDAL.
inline constexpr std::string_view kWorldFileOfPng = ".pgw", kGdalFileOfPng = ".png.aux.xml";

/// Writes 16 bits per sample with a sidecar and world files, a preview of 8 bits, or colours.
void write_heightmap_png(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path,
                         const RunContext& context, io::FileSet& files);
void write_r16(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);
void write_r32(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);
void write_exr(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);
void write_tif(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);
void write_asc(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);
void write_flt(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);
void write_bil(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);
void write_hgt(const OutputSpec& spec, HeightRows& rows, const std::filesystem::path& path, const RunContext& context,
               io::FileSet& files);

}  // namespace weald::pipeline
