#pragma once
// What stands in a page that shows a model.

#include <string>

namespace weald::test {

/// The text in the script element `id` of a page.
inline std::string script_of(const std::string& page, const std::string& id) {
  const std::size_t at = page.find('>', page.find("id=\"" + id + "\"")) + 1;
  return page.substr(at, page.find("</script>", at) - at);
}

}  // namespace weald::test
