#include "formats/tables/segments_csv.h"

#include <cmath>
#include <string>

#include "base/error.h"
#include "formats/files/number_text.h"
#include "formats/files/text_block.h"

namespace weald::io {

void write_segments_csv(std::span<const SegmentRow> rows, Sink& sink) {
  constexpr std::size_t kFlushBytes = 64 * 1024;
  TextBlock text;
  text.append("x0,y0,z0,x1,y1,z1,r0,r1,level\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SegmentRow& row = rows[i];
    char* out = text.room(10 * kNumberRoom);
    for (const double value :
         {row.start.x, row.start.y, row.start.z, row.end.x, row.end.y, row.end.z, row.start_radius, row.end_radius}) {
      const auto number = static_cast<float>(value);
      if (!std::isfinite(number))
        throw StageError("cannot write CSV: a number of segment " + std::to_string(i) + " is not finite");
      out = write_float(out, number);
      *out++ = ',';
    }
    out = write_index(out, row.level);
    *out++ = '\n';
    text.end_at(out);
    if (text.view().size() > kFlushBytes) {
      sink.append(text.view());
      text.clear();
    }
  }
  sink.append(text.view());
}

}  // namespace weald::io
