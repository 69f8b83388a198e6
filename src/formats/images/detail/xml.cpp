#include "formats/images/detail/xml.h"

#include <algorithm>
#include <utility>

#include "formats/images/detail/header_keys.h"

namespace weald::io {

namespace {

constexpr int kMostElements = 64;  // in each other
constexpr std::string_view kXmlSpace = " \t\r\n";

bool is_in_name(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
         c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// The text that is written as `escaped`. Characters by their numbers stay as they are.
std::string unescaped(std::string_view escaped) {
  using Names = std::pair<std::string_view, char>;
  constexpr Names kNames[] = {{"&quot;", '"'}, {"&apos;", '\''}, {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};
  std::string text;
  while (!escaped.empty()) {
    const auto* const found =
        std::ranges::find_if(kNames, [&](const Names& name) { return escaped.starts_with(name.first); });
    const bool is_name = found != std::end(kNames);
    text += is_name ? found->second : escaped.front();
    escaped.remove_prefix(is_name ? found->first.size() : 1);
  }
  return text;
}

std::string trimmed(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(kXmlSpace), text.size()));
  text.erase(text.find_last_not_of(kXmlSpace) + 1);
  return text;
}

class XmlParser {
 public:
  explicit XmlParser(std::string_view text) : rest_(text) {}

  /// Takes one element, with what stands before and after it; false if there is none.
  bool take_document(XmlNode& root) { return skip_others() && take_element(root, 0) && skip_others() && rest_.empty(); }

 private:
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  /// Takes the text before `end`, and `end`.
  bool take_until(std::string_view end, std::string_view& text) {
    const std::size_t at = rest_.find(end);
    if (at == std::string_view::npos) return false;
    text = rest_.substr(0, at);
    rest_.remove_prefix(at + end.size());
    return true;
  }

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(kXmlSpace), rest_.size())); }

  std::string_view take_name() {
    const auto end = std::ranges::find_if_not(rest_, is_in_name);
    const std::string_view name = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(name.size());
    return name;
  }

  /// Takes one comment or declaration. `is_whole`: whether it has an end.
  bool take_other(bool& is_whole) {
    std::string_view text;
    if (take("<!--"))
      is_whole = take_until("-->", text);
    else if (take("<?"))
      is_whole = take_until("?>", text);
    else if (!rest_.starts_with("<![CDATA[") && take("<!"))
      is_whole = take_until(">", text);
    else
      return false;
    return true;
  }

  bool skip_others() {
    bool is_whole = true;
    do skip_space();
    while (is_whole && take_other(is_whole));
    return is_whole;
  }

  /// Takes the attributes of an element and the end of its tag. `is_empty`: whether the element ends with it.
  bool take_attributes(XmlNode& node, bool& is_empty) {
    while (true) {
      skip_space();
      is_empty = take("/>");
      if (is_empty || take(">")) return true;
      const std::string_view name = take_name();
      skip_space();
      if (name.empty() || !take("=")) return false;
      skip_space();
      std::string_view value;
      const bool is_quoted = take("\"") ? take_until("\"", value) : take("'") && take_until("'", value);
      if (!is_quoted) return false;
      if (name == "band") node.band = unescaped(value);
    }
  }

  bool take_element(XmlNode& node, int depth) {
    if (depth == kMostElements || !take("<")) return false;
    node.name = std::string(take_name());
    bool is_empty = false;
    if (node.name.empty() || !take_attributes(node, is_empty)) return false;
    return is_empty || take_content(node, depth);
  }

  /// Takes what stands in an element, and its closing tag.
  bool take_content(XmlNode& node, int depth) {
    while (true) {
      const std::string_view text = rest_.substr(0, rest_.find('<'));
      node.text += unescaped(text);
      rest_.remove_prefix(text.size());
      std::string_view kept;
      bool is_whole = true;
      if (take("</")) {
        node.text = trimmed(std::move(node.text));
        const bool is_same = take_name() == node.name;
        skip_space();
        return is_same && take(">");
      }
      if (take("<![CDATA[")) {
        if (!take_until("]]>", kept)) return false;
        node.text += kept;
      } else if (take_other(is_whole)) {
        if (!is_whole) return false;
      } else if (!take_element(node.parts.emplace_back(), depth + 1)) {
        return false;
      }
    }
  }

  std::string_view rest_;
};

}  // namespace

const XmlNode* XmlNode::part(std::string_view wanted) const {
  const auto found = std::ranges::find(parts, wanted, &XmlNode::name);
  return found == parts.end() ? nullptr : &*found;
}

std::optional<XmlNode> parse_xml(std::string_view text) {
  skip_mark(text);
  XmlNode root;
  if (!XmlParser(text).take_document(root)) return std::nullopt;
  return root;
}

}  // namespace weald::io
