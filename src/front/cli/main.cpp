#include <malloc.h>

#include "front/cli/program.h"

int main(int argc, char** argv) {
  // Lets later stages reuse the memory that one stage frees. By default the C library returns large blocks to the
  // system at once, and every page of the next block is faulted in and cleared again: a tenth of a short build.
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, 32 << 20));  // the most that it takes
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, 1 << 30));
  static_cast<void>(::mallopt(M_TOP_PAD, 16 << 20));
  return weald::app::run_program(argc, argv);
}
