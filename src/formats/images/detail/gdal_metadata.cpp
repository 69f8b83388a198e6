#include "formats/images/detail/gdal_metadata.h"

#include <array>
#include <cmath>

#include "formats/files/read_file.h"
#include "formats/images/detail/header_keys.h"
#include "formats/images/detail/xml.h"
#include "formats/images/height_units.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostMetadata = std::size_t{1} << 22;

/// The number in a part of `node`; unset if there is no such part.
std::optional<double> number_of(const XmlNode& node, std::string_view part, const std::string& name) {
  const XmlNode* const found = node.part(part);
  if (found == nullptr) return std::nullopt;
  const std::optional<double> value = number_in(found->text);
  if (!value) fail_grid(name, "its '" + std::string(part) + "' is not a number");
  return value;
}

std::optional<double> finite_number_of(const XmlNode& node, std::string_view part, const std::string& name) {
  const std::optional<double> value = number_of(node, part, name);
  if (value && !std::isfinite(*value)) fail_grid(name, "its '" + std::string(part) + "' is not finite");
  return value;
}

SampleMeaning samples_of(const XmlNode& band, const std::string& name) {
  SampleMeaning samples;
  samples.no_data = number_of(band, "NoDataValue", name);
  const XmlNode* const unit = band.part("UnitType");
  const std::string unit_name = unit != nullptr ? unit->text : "";
  const std::optional<double> metres = metres_per_unit(unit_name);
  if (!metres) samples.unknown_unit = unit_name;
  samples.scale = finite_number_of(band, "Scale", name).value_or(1) * metres.value_or(1);
  samples.offset = finite_number_of(band, "Offset", name).value_or(0) * metres.value_or(1);
  return samples;
}

/// The place in the six numbers of GDAL: the corner of the first cell, and the steps along a row and between rows.
GridPlace place_in(std::string_view text, const std::string& name) {
  std::array<double, 6> numbers{};
  for (double& number : numbers) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view part = text.substr(0, comma);
    const std::optional<double> value = number_in(next_word(part));
    if (!value || !std::isfinite(*value)) fail_grid(name, "its 'GeoTransform' is not six numbers");
    number = *value;
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  const auto [west, width, shear_x, north, shear_y, height] = numbers;
  if (shear_x != 0 || shear_y != 0 || !(width > 0 && height < 0))
    fail_grid(name, "its 'GeoTransform' is that of a grid that does not run to the north: use gdalwarp");
  return {{}, false, {west + width / 2, north + height / 2}, {width, -height}};
}

}  // namespace

GdalMetadata gdal_metadata_in(std::string_view text, const std::string& name) {
  const std::optional<XmlNode> root = parse_xml(text);
  if (!root) fail_grid(name, "it is damaged");
  GdalMetadata metadata;
  if (root->name != "PAMDataset") return metadata;  // those of another program
  if (const XmlNode* system = root->part("SRS")) metadata.system = system->text;
  if (const XmlNode* place = root->part("GeoTransform")) metadata.place = place_in(place->text, name);
  for (const XmlNode& band : root->parts) {
    if (band.name == "PAMRasterBand" && band.band == "1") metadata.samples = samples_of(band, name);
  }
  return metadata;
}

fs::path gdal_metadata_file(const fs::path& file) { return fs::path(file) += ".aux.xml"; }

GdalMetadata read_gdal_metadata(const fs::path& file) {
  const fs::path metadata = gdal_metadata_file(file);
  if (!why_unreadable(metadata).empty()) return {};
  return gdal_metadata_in(read_file(metadata, kMostMetadata), metadata.string());
}

}  // namespace weald::io
