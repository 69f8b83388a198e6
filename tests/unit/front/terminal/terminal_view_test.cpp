// How pictures are fitted to a terminal.

#include <algorithm>
#include <string>

#include "support/catch.h"

#include "data/image.h"
#include "front/terminal/terminal_view.h"

using namespace weald;
using namespace weald::app;

TEST_CASE("terminal: a picture is fitted to the cells, and text keeps its lines") {
  const Image image{Grid<Rgba8>(960, 640, Rgba8{9, 99, 199, 255})};
  const TerminalSize size{40, 12};
  const std::string text = terminal_text(image, size, render::TerminalColours::none);
  CHECK(std::count(text.begin(), text.end(), '\n') == 10);
  CHECK(text.find('\n') == 30);  // 20 pixels high, so 30 wide
  CHECK(terminal_text({}, size, render::TerminalColours::full).empty());
}
