#pragma once
// XML as a tree, as far as GDAL's metadata need it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weald::io {

/// An element. Its attributes other than `band`, comments and declarations are left out.
struct XmlNode {
  std::string name{};
  std::string band{};  ///< value of the attribute `band`; empty if there is none
  std::string text{};  ///< what stands in it outside of other elements, without space around it
  std::vector<XmlNode> parts{};

  /// The first element in it with this name; null if there is none.
  const XmlNode* part(std::string_view wanted) const;
};

/// The element that a text is. Unset if it is no XML of one element, is cut off, or is nested more than 64 deep.
/// Source: [xml-spec].
std::optional<XmlNode> parse_xml(std::string_view text);

}  // namespace weald::io
