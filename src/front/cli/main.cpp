#include <malloc.h>

#include "front/cli/program.h"

int main(int argc, char** argv) {
  // Memory that one stage gives back serves the next. By default the C library returns large pieces to the system at
  // once, and every page of the next one is fetched and cleared again: a tenth of a short build.
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, 32 << 20));  // the most that it takes
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, 1 << 30));
  static_cast<void>(::mallopt(M_TOP_PAD, 16 << 20));
  return weald::app::run_program(argc, argv);
}
