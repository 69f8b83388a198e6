#pragma once
// Reads a stored picture at once, which the program reads row by row.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>

#include "base/result_store.h"
#include "picture/shading/detail/lit_picture.h"

namespace weald::test {

/// The whole picture that keep_lit_picture() stored as these bytes; nothing if they are not a picture of this size.
inline std::optional<render::LitPicture> lit_picture_from(std::span<const std::byte> bytes, render::PixelSize size) {
  MemorySource source(bytes);
  render::LitReader reader(source, size);
  render::LitPicture picture{size, reader.samples(), {}, reader.backdrop()};
  while (const auto band = reader.next())
    std::move(band->rows.begin(), band->rows.end(), std::back_inserter(picture.rows));
  return reader.is_whole() ? std::optional(std::move(picture)) : std::nullopt;
}

}  // namespace weald::test
