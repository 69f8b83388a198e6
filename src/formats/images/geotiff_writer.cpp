#include "formats/images/geotiff_writer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/images/detail/height_pyramid.h"
#include "formats/images/detail/no_data_text.h"
#include "formats/images/detail/row_bands.h"
#include "formats/images/detail/tiff_directory.h"

namespace weald::io {

namespace {

constexpr std::uint64_t kMostClassic = std::uint64_t{0xFFFF0000};
constexpr std::size_t kMostKeyText = 0xFFFF;  // bytes of the text of a key

/// The tags of TIFF and GeoTIFF.
enum TiffTag : std::uint16_t {
  kNewSubfileType = 254,
  kImageWidth = 256,
  kImageLength = 257,
  kBitsPerSample = 258,
  kCompression = 259,
  kPhotometric = 262,
  kSamplesPerPixel = 277,
  kPlanarConfiguration = 284,
  kPredictor = 317,
  kTileWidth = 322,
  kTileLength = 323,
  kTileOffsets = 324,
  kTileByteCounts = 325,
  kSampleFormat = 339,
  kModelPixelScale = 33550,
  kModelTiepoint = 33922,
  kGeoKeys = 34735,
  kGeoTexts = 34737,
  kGdalMetadata = 42112,
  kGdalNoData = 42113,
};

/// The keys of GeoTIFF, and their values.
enum GeoKey : std::uint16_t {
  kModelType = 1024,
  kRasterType = 1025,
  kGeographicType = 2048,
  kProjectedType = 3072,
  kProjectedCitation = 3073,
  kUserDefined = 32767,
};

/// Writes the coordinates and their system.
void put_place(TiffDirectory& directory, const GridPlace& place) {
  directory.doubles(kModelPixelScale, {place.step.x, place.step.y, 0});
  directory.doubles(kModelTiepoint, {0, 0, 0, place.first.x - place.step.x / 2, place.first.y + place.step.y / 2, 0});
  std::vector<std::uint16_t> keys{1, 1, 0, 0};  // version 1.1.0, and the number of keys
  const auto add = [&](std::uint16_t key, std::uint16_t table, std::uint16_t count, std::uint16_t value) {
    keys.insert(keys.end(), {key, table, count, value});
    ++keys[3];
  };
  const auto code = static_cast<std::uint16_t>(epsg_code(place.crs));
  // Programs of ESRI and GDAL read the definition of a system without a code from this text.
  const std::string text = code == 0 && !place.crs.empty() ? "ESRI PE String = " + place.crs + "|" : "";
  const bool has_text = !text.empty() && text.size() <= kMostKeyText;
  // From any key, GDAL makes a system of unknown units. Without one, samples are areas as well.
  if (code == 0 && !has_text) return;
  if (code != 0) add(kModelType, 0, 1, place.is_geographic ? 2 : 1);
  if (has_text) add(kModelType, 0, 1, kUserDefined);
  add(kRasterType, 0, 1, 1);  // samples are areas
  if (code != 0) add(place.is_geographic ? kGeographicType : kProjectedType, 0, 1, code);
  if (has_text) {
    add(kProjectedType, 0, 1, kUserDefined);
    add(kProjectedCitation, kGeoTexts, static_cast<std::uint16_t>(text.size()), 0);
    directory.text(kGeoTexts, text);
  }
  directory.shorts(kGeoKeys, keys);
}

/// The directory of a level; `place`: that of the largest one, null for others.
TiffDirectory directory_of(const PyramidLevel& level, const GridPlace* place, const std::optional<float>& no_data) {
  TiffDirectory directory;
  directory.longs(kNewSubfileType, {place != nullptr ? 0u : 1u});  // 1: a smaller version of another image
  directory.longs(kImageWidth, {static_cast<std::uint32_t>(level.width())});
  directory.longs(kImageLength, {static_cast<std::uint32_t>(level.height())});
  directory.shorts(kBitsPerSample, {32});
  directory.shorts(kCompression, {8});  // zlib
  directory.shorts(kPhotometric, {1});  // low samples are black
  directory.shorts(kSamplesPerPixel, {1});
  directory.shorts(kPlanarConfiguration, {1});
  directory.shorts(kPredictor, {3});
  directory.shorts(kTileWidth, {kPyramidTile});
  directory.shorts(kTileLength, {kPyramidTile});
  directory.places(kTileByteCounts, level.tile_sizes());
  directory.places(kTileOffsets, std::vector<std::uint64_t>(level.tile_sizes().size()));
  directory.shorts(kSampleFormat, {3});  // floats
  directory.text(kGdalNoData, no_data_text(no_data));
  if (place == nullptr) return directory;
  put_place(directory, *place);
  directory.text(
      kGdalMetadata,
      "<GDALMetadata>\n  <Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">m</Item>\n</GDALMetadata>\n");
  return directory;
}

/// The levels from the largest to the smallest.
std::vector<const PyramidLevel*> levels_of(const PyramidLevel& pyramid) {
  std::vector<const PyramidLevel*> levels;
  for (const PyramidLevel* level = &pyramid; level != nullptr; level = level->smaller()) levels.push_back(level);
  return levels;
}

/// The places of tiles of these sizes, the first of which is at `next`.
std::vector<std::uint64_t> places_from(std::uint64_t next, const std::vector<std::uint64_t>& sizes) {
  std::vector<std::uint64_t> places;
  for (const std::uint64_t size : sizes) {
    places.push_back(next);
    next += size;
  }
  return places;
}

}  // namespace

void write_geotiff(HeightRows& rows, const GridPlace& place, const std::filesystem::path& folder, Sink& sink,
                   const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  PyramidLevel pyramid(grid.width, grid.height, folder, rows.no_data());
  for_each_rows(grid, context, [&](int first, int count) {
    const HeightView heights = rows.rows(first, count);
    for (int y = first; y < first + count; ++y) pyramid.add_row(heights.row(y));
  });
  const std::vector<const PyramidLevel*> levels = levels_of(pyramid);
  std::vector<TiffDirectory> directories;
  std::uint64_t tile_bytes = 0;
  for (const PyramidLevel* level : levels) {
    directories.push_back(directory_of(*level, level == &pyramid ? &place : nullptr, rows.no_data()));
    tile_bytes += level->tiles().size();
  }
  const auto head_size = [&](TiffKind kind) {
    std::uint64_t size = tiff_start(kind).size();
    for (const TiffDirectory& directory : directories) size += directory.size(kind);
    return size;
  };
  const TiffKind kind = head_size(TiffKind::classic) + tile_bytes < kMostClassic ? TiffKind::classic : TiffKind::big;
  // Directories come first, and the tiles of the smallest map before the others, so that a reader of the beginning has
  // an overview.
  std::uint64_t next = head_size(kind);
  for (std::size_t i = levels.size(); i-- > 0;) {
    directories[i].places(kTileOffsets, places_from(next, levels[i]->tile_sizes()));
    next += levels[i]->tiles().size();
  }
  std::string head = tiff_start(kind);
  for (std::size_t i = 0; i < directories.size(); ++i)
    head += directories[i].encoded(kind, head.size(), i + 1 < directories.size());
  sink.append(head);
  for (std::size_t i = levels.size(); i-- > 0;) levels[i]->tiles().copy_to(sink);
}

}  // namespace weald::io
