#include "formats/images/world_file.h"

#include <string>

#include <fmt/format.h>

#include "schema/codec.h"

namespace weald::io {

using schema::number_text;

namespace {

std::string escaped_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

}  // namespace

void write_world_file(const GridPlace& place, Sink& sink) {
  sink.append(fmt::format("{}\n0\n0\n-{}\n{}\n{}\n", place.step.x, place.step.y, place.first.x, place.first.y));
}

void write_gdal_metadata(std::string_view crs, const std::optional<HeightEncoding>& encoding, Sink& sink) {
  std::string text = "<PAMDataset>\n";
  if (!crs.empty()) text += "  <SRS>" + escaped_xml(crs) + "</SRS>\n";
  text += "  <Metadata>\n    <MDI key=\"AREA_OR_POINT\">Point</MDI>\n  </Metadata>\n";
  text += "  <PAMRasterBand band=\"1\">\n";
  if (encoding) {
    text += "    <Offset>" + number_text(encoding->min) + "</Offset>\n";
    text += "    <Scale>" + number_text((encoding->max - encoding->min) / 65535) + "</Scale>\n";
  }
  text += "    <UnitType>m</UnitType>\n  </PAMRasterBand>\n</PAMDataset>\n";
  sink.append(text);
}

}  // namespace weald::io
