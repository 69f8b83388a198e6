#include "formats/images/detail/wkt.h"

#include <algorithm>

#include "formats/images/detail/header_keys.h"

namespace weald::io {

namespace {

constexpr int kMostNested = 16;

bool is_word(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '+' || c == '-';
}

class WktParser {
 public:
  explicit WktParser(std::string_view text) : rest_(text) {}

  /// Takes one node with its parts, or one value; false if there is none.
  bool take(WktNode& node, int depth) {
    skip_space();
    if (rest_.starts_with('"')) return take_quoted(node.text);
    const auto end = std::ranges::find_if_not(rest_, is_word);
    node.text = std::string(rest_.begin(), end);
    if (node.text.empty()) return false;
    rest_.remove_prefix(node.text.size());
    skip_space();
    if (!rest_.starts_with('[') && !rest_.starts_with('(')) return true;
    const char close = rest_.front() == '[' ? ']' : ')';
    node.keyword = upper(std::move(node.text));
    node.text.clear();
    return depth < kMostNested && take_parts(node, close, depth);
  }

  bool is_at_end() {
    skip_space();
    return rest_.empty();
  }

 private:
  static std::string upper(std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
  }

  bool take_parts(WktNode& node, char close, int depth) {
    do {
      rest_.remove_prefix(1);  // the bracket or the comma
      if (!take(node.parts.emplace_back(), depth + 1)) return false;
      skip_space();
    } while (rest_.starts_with(','));
    if (!rest_.starts_with(close)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// A quote within the text is doubled.
  bool take_quoted(std::string& text) {
    for (rest_.remove_prefix(1); !rest_.empty(); rest_.remove_prefix(1)) {
      const char c = rest_.front();
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
      if (c == '"') {
        rest_.remove_prefix(1);
        if (!rest_.starts_with('"')) return true;
      }
      text += c;
    }
    return false;
  }

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  std::string_view rest_;
};

}  // namespace

const WktNode* WktNode::part(std::string_view name) const {
  const auto found = std::ranges::find(parts, name, &WktNode::keyword);
  return found == parts.end() ? nullptr : &*found;
}

std::string_view WktNode::value(std::size_t index) const {
  return index < parts.size() && parts[index].keyword.empty() ? std::string_view(parts[index].text)
                                                              : std::string_view();
}

std::optional<double> WktNode::number(std::size_t index) const { return number_in(value(index)); }

std::optional<WktNode> parse_wkt(std::string_view text) {
  skip_mark(text);
  WktParser parser(text);
  WktNode root;
  if (!parser.take(root, 0) || root.keyword.empty() || !parser.is_at_end()) return std::nullopt;
  return root;
}

}  // namespace weald::io
