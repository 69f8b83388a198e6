#pragma once
// The texts that a page consists of, as part of the program.

#include <string_view>

namespace weald::io {

/// Texts of the page; those of three.js are empty in a program that was built without it.
struct PageParts {
  std::string_view page;      ///< HTML with marks such as {{title}}
  std::string_view viewer;    ///< JavaScript of the viewer
  std::string_view stage;     ///< JavaScript that shows one model
  std::string_view pair;      ///< JavaScript that shows two models beside each other
  std::string_view three;     ///< three.js
  std::string_view loader;    ///< its reader of glTF files
  std::string_view controls;  ///< its mouse controls
};

/// The texts of this program.
const PageParts& page_parts();

}  // namespace weald::io
