#include "formats/images/world_file.h"

#include <string>

#include "schema/codec.h"

namespace weald::io {

using schema::number_text;

void write_world_file(const GridSpec& grid, Sink& sink) {
  const std::string size = number_text(grid.cell_size);
  // 0 minus z: negation would turn a z of 0 into -0.
  sink.append(size + "\n0\n0\n-" + size + "\n" + number_text(grid.origin.x) + "\n" + number_text(0 - grid.origin.y) +
              "\n");
}

void write_gdal_metadata(const HeightEncoding& encoding, Sink& sink) {
  std::string text = "<PAMDataset>\n  <Metadata>\n    <MDI key=\"AREA_OR_POINT\">Point</MDI>\n  </Metadata>\n";
  text += "  <PAMRasterBand band=\"1\">\n";
  text += "    <Offset>" + number_text(encoding.min) + "</Offset>\n";
  text += "    <Scale>" + number_text((encoding.max - encoding.min) / 65535) + "</Scale>\n";
  text += "    <UnitType>m</UnitType>\n  </PAMRasterBand>\n</PAMDataset>\n";
  sink.append(text);
}

}  // namespace weald::io
