#include "formats/page/detail/page_parts.h"

#include <cstddef>

// The assembler includes the files, which compilers do slowly. A string literal may have 64 kB only.
#define WEALD_INCLUDE_TEXT(name, file) \
  asm(".section .rodata\n"             \
      ".global weald_page_" name       \
      "\n"                             \
      "weald_page_" name               \
      ":\n"                            \
      ".incbin \"" file                \
      "\"\n"                           \
      ".global weald_page_" name       \
      "_end\n"                         \
      "weald_page_" name               \
      "_end:\n"                        \
      ".byte 0\n"                      \
      ".text\n")

WEALD_INCLUDE_TEXT("page", WEALD_OWN_PAGE_HTML);
WEALD_INCLUDE_TEXT("viewer", WEALD_OWN_VIEWER_JS);
WEALD_INCLUDE_TEXT("stage", WEALD_OWN_STAGE_JS);
WEALD_INCLUDE_TEXT("pair", WEALD_OWN_PAIR_JS);
#ifdef WEALD_PAGE_THREE
WEALD_INCLUDE_TEXT("three", WEALD_PAGE_THREE);
WEALD_INCLUDE_TEXT("loader", WEALD_PAGE_LOADER);
WEALD_INCLUDE_TEXT("controls", WEALD_PAGE_CONTROLS);
#endif

extern "C" {
extern const char weald_page_page[], weald_page_page_end[], weald_page_viewer[], weald_page_viewer_end[],
    weald_page_stage[], weald_page_stage_end[], weald_page_pair[], weald_page_pair_end[];
#ifdef WEALD_PAGE_THREE
extern const char weald_page_three[], weald_page_three_end[], weald_page_loader[], weald_page_loader_end[],
    weald_page_controls[], weald_page_controls_end[];
#endif
}

namespace weald::io {

namespace {

std::string_view text_between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

const PageParts& page_parts() {
  static const PageParts parts{
      text_between(weald_page_page, weald_page_page_end),        text_between(weald_page_viewer, weald_page_viewer_end),
      text_between(weald_page_stage, weald_page_stage_end),      text_between(weald_page_pair, weald_page_pair_end),
#ifdef WEALD_PAGE_THREE
      text_between(weald_page_three, weald_page_three_end),      text_between(weald_page_loader, weald_page_loader_end),
      text_between(weald_page_controls, weald_page_controls_end)
#else
        {}, {}, {}
#endif
  };
  return parts;
}

}  // namespace weald::io
