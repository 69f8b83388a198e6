#include "formats/images/detail/gdal_metadata.h"

#include <array>
#include <cmath>
#include <iterator>

#include <pugixml.hpp>

#include "formats/files/read_file.h"
#include "formats/images/detail/header_keys.h"
#include "formats/images/height_units.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostMetadata = std::size_t{1} << 22;

/// The number in an element of `parent`; unset if there is no such element.
std::optional<double> number_of(const pugi::xml_node& parent, const std::string& element, const std::string& name) {
  const pugi::xml_node found = parent.child(element.c_str());
  if (!found) return std::nullopt;
  const std::optional<double> value = number_in(found.child_value());
  if (!value) fail_grid(name, "its '" + element + "' is not a number");
  return value;
}

std::optional<double> finite_number_of(const pugi::xml_node& parent, const std::string& element,
                                       const std::string& name) {
  const std::optional<double> value = number_of(parent, element, name);
  if (value && !std::isfinite(*value)) fail_grid(name, "its '" + element + "' is not finite");
  return value;
}

SampleMeaning samples_of(const pugi::xml_node& band, const std::string& name) {
  SampleMeaning samples;
  samples.no_data = number_of(band, "NoDataValue", name);
  const std::string unit_name = band.child_value("UnitType");
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
  pugi::xml_document document;
  const auto parsed = document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_trim_pcdata);
  // Several elements at the top are no XML, but pugixml takes them.
  if (!parsed || std::distance(document.begin(), document.end()) != 1) fail_grid(name, "it is damaged");
  GdalMetadata metadata;
  const pugi::xml_node root = document.child("PAMDataset");
  if (!root) return metadata;  // those of another program
  metadata.system = root.child_value("SRS");
  if (const pugi::xml_node place = root.child("GeoTransform")) metadata.place = place_in(place.child_value(), name);
  if (const pugi::xml_node band = root.find_child_by_attribute("PAMRasterBand", "band", "1"))
    metadata.samples = samples_of(band, name);
  return metadata;
}

fs::path gdal_metadata_file(const fs::path& file) { return fs::path(file) += ".aux.xml"; }

GdalMetadata read_gdal_metadata(const fs::path& file) {
  const fs::path metadata = gdal_metadata_file(file);
  if (!why_unreadable(metadata).empty()) return {};
  return gdal_metadata_in(read_file(metadata, kMostMetadata), metadata.string());
}

}  // namespace weald::io
