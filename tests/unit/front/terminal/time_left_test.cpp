// The time left that progress shows.

#include "support/catch.h"

#include "front/terminal/terminal.h"

using weald::app::time_left_text;

TEST_CASE("progress: the time left follows from the time and the share so far") {
  CHECK(time_left_text(10, 0.25) == "30 s left");
  CHECK(time_left_text(12, 0.2) == "50 s left");  // 48
  CHECK(time_left_text(60, 0.25) == "3 min left");
  CHECK(time_left_text(2, 0.0201) == "2 min left");  // 97.5 s
  CHECK(time_left_text(3600, 0.25) == "3 h left");
}

TEST_CASE("progress: nothing is said about the time left when it cannot be known or is short") {
  CHECK(time_left_text(1.9, 0.1).empty());
  CHECK(time_left_text(100, 0.01).empty());
  CHECK(time_left_text(100, 0.97).empty());  // 3.1 s
  CHECK(time_left_text(100, 1).empty());
  CHECK(time_left_text(0, 0).empty());
}
