#pragma once
// Shows pictures in the terminal to which stdout is connected.

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "data/image.h"
#include "front/terminal/detail/terminal_picture.h"

namespace weald::app {

/// How a picture is shown in a terminal.
enum class TerminalMode {
  automatic,  ///< blocks on a terminal, otherwise nothing
  blocks,     ///< half blocks, two pixels to a character
  off
};

/// The spellings of --terminal.
inline constexpr std::array kTerminalModes{std::pair{std::string_view{"auto"}, TerminalMode::automatic},
                                           std::pair{std::string_view{"blocks"}, TerminalMode::blocks},
                                           std::pair{std::string_view{"off"}, TerminalMode::off}};

/// Size of a terminal.
struct TerminalSize {
  int columns = 80;
  int rows = 24;
};

/// The size of the terminal to which stdout is connected. COLUMNS and LINES replace numbers that the kernel does not
/// know; without them the size is 80 x 24.
TerminalSize terminal_size();

/// True if stdout is a terminal that can show pictures.
bool stdout_is_terminal();

/// Colours of the terminal: none if NO_COLOR is set or the terminal is dumb; 24 bits if COLORTERM is truecolor or
/// 24bit; otherwise 256.
render::TerminalColours terminal_colours();

/// The half blocks that show `image` in a terminal of that size: shrunk if necessary to leave room for two lines of
/// text below, but never enlarged. Empty for an empty picture.
std::string terminal_text(const Image& image, const TerminalSize& size, render::TerminalColours colours);

/// Writes the picture to stdout. `automatic` means blocks if stdout is a terminal. Returns false if nothing was shown.
bool show_in_terminal(const Image& image, TerminalMode mode);

}  // namespace weald::app
