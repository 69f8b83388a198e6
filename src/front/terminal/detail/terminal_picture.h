#pragma once
// Pictures as characters that a terminal displays.

#include <string>

#include "data/image.h"

namespace weald::render {

/// Colours that a terminal supports.
enum class TerminalColours {
  full,        ///< 24 bits
  palette256,  ///< the cube of 216 colours and 24 greys of xterm
  none,        ///< characters only, denser for brighter pixels
};

/// The picture in character cells, each two pixels high and one wide: an upper half block with the upper pixel as
/// foreground and the lower one as background colour. Every row of cells ends with the colours reset and a line feed.
/// Alpha is ignored.
std::string half_blocks(const Image& image, TerminalColours colours);

}  // namespace weald::render
