#pragma once
// SheetParams: the layout of a contact sheet.

#include <optional>
#include <string>

#include "schema/decode.h"

namespace weald::pipeline {

/// The layout of the pictures of a sheet; also used for the sheet of siblings of an output.
struct SheetParams {
  std::optional<int> columns;
  std::string title;
  std::string subtitle;
  bool same_scale = true;
};

}  // namespace weald::pipeline

namespace weald::schema {

template <>
struct Schema<pipeline::SheetParams> {
  using P = pipeline::SheetParams;
  static constexpr auto fields =
      Fields{Field{&P::columns, "columns", "Pictures per row; unset: chosen so that the sheet is nearly square.", "",
                   Range{1, 256}},
             Field{&P::title, "title", "Heading at the top left.", "", Range{0, 200}},
             Field{&P::subtitle, "subtitle", "Smaller text at the top right.", "", Range{0, 200}},
             Field{&P::same_scale, "same_scale",
                   "Whether one camera is used for all subjects, so that their sizes can be compared; otherwise each "
                   "subject fills its picture."}};
};

}  // namespace weald::schema
