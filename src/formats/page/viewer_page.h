#pragma once
// A page that shows a GLB file in any browser without a network: three.js, the viewer and the file in one HTML file.
//
// A page that is opened as a file may load nothing else, so everything is inside. With `reload` it runs a script
// beside it twice a second, which says whether the page was written again: browsers allow that, but not reading files.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/files/sink.h"

namespace weald::io {

/// A value that the page lists, such as a parameter of the preset.
struct PageValue {
  std::string name;
  std::string value;  ///< with its unit
};

/// How a page learns that it was written again: it looks for a script beside it that names another stamp. This works
/// for pages that are opened as files, which may read no other files, but may run them.
struct PageReload {
  std::string stamp;   ///< of the page's content
  std::string script;  ///< file name of the script, beside the page
};

/// What the page says about the file.
struct PageInfo {
  std::string title;
  std::string maker;  ///< "weald 0.1.0"
  std::vector<PageValue> values{};
  std::optional<PageReload> reload{};  ///< unset: the page stays as it is
};

/// Whether this program was built with three.js, which the page consists of.
bool has_viewer_page();

/// Bytes of a page without its GLB file, which takes four thirds of its size.
double viewer_page_bytes();

/// A digest of what a page shows, for PageReload.
std::string page_stamp(std::string_view glb, const PageInfo& info);

/// The script beside a page with this stamp.
std::string reload_script(std::string_view stamp);

/// Writes the page. The bytes depend on the version of three.js that weald was built with. Throws IoError if it was
/// built without three.js. Pre: `glb` is a sound GLB file without required extensions.
void write_viewer_page(std::string_view glb, const PageInfo& info, Sink& sink);

/// Writes script elements that define wealdPair(parent, models): it shows models beside each other in the element
/// `parent`, and turning one turns all. Each model is an object {caption, text} with a GLB file in Base64; the result
/// has a method dispose(). parent.dataset.state becomes "ready" or "failed". The page must allow scripts in its text
/// and pictures with blob: and data: URLs. Throws IoError if weald was built without three.js.
void write_pair_scripts(Sink& sink);

}  // namespace weald::io
