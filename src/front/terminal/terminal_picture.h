#pragma once
// Pictures as bytes that a terminal shows.

#include <string>
#include <string_view>

#include "data/image.h"

namespace weald::render {

/// Colours that a terminal has.
enum class TerminalColours {
  full,        ///< 24 bits
  palette256,  ///< the cube of 216 colours and 24 greys of xterm
  none,        ///< characters alone, denser for lighter pixels
};

/// The picture in character cells, each two pixels high and one wide: an upper half block with the colour of the upper
/// pixel before that of the lower. Every row of cells ends with the colours reset and a line feed. Alpha is not looked
/// at.
std::string half_blocks(const Image& image, TerminalColours colours);

/// The picture as sixels: at most 256 colours, chosen by median cut, errors passed on to neighbours. Time is linear in
/// the pixels. Alpha is not looked at. Source: [sixel-spec], [heckbert1982], [floyd1976].
std::string sixels(const Image& image);

/// A PNG file for terminals with the graphics protocol of kitty. Source: [kitty-spec].
std::string kitty_picture(std::string_view png);

/// Base64 with padding. Source: [rfc4648].
std::string base64(std::string_view bytes);

}  // namespace weald::render
