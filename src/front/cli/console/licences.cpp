#include "front/cli/console/licences.h"

#include <cstddef>

// The assembler includes the page: compilers are slow with long string literals, and may refuse them.
asm(".section .rodata\n"
    "weald_licences_begin:\n"
    ".incbin \"" WEALD_LICENCES
    "\"\n"
    "weald_licences_end:\n"
    ".byte 0\n"
    ".global weald_licences_begin\n"
    ".global weald_licences_end\n"
    ".text\n");

extern "C" const char weald_licences_begin[], weald_licences_end[];

namespace weald::app {

std::string_view third_party_licences() {
  return {weald_licences_begin, static_cast<std::size_t>(weald_licences_end - weald_licences_begin)};
}

}  // namespace weald::app
