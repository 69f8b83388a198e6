#include "engine/preset/yaml_reader.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "engine/preset/detail/scalar_places.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  while (i < text.size()) {
    const unsigned char lead = byte(i);
    const std::size_t length = lead < 0x80                    ? 1
                               : lead >= 0xC2 && lead <= 0xDF ? 2
                               : (lead & 0xF0) == 0xE0        ? 3
                               : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                              : 0;
    if (length == 0 || i + length > text.size()) return i;
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0) != 0x80) return i;
    }
    if (length == 3) {
      const unsigned code = (lead & 0x0Fu) << 12 | (byte(i + 1) & 0x3Fu) << 6 | (byte(i + 2) & 0x3Fu);
      if (code < 0x800 || (code >= 0xD800 && code <= 0xDFFF)) return i;  // overlong, surrogate
    }
    if (length == 4) {
      const unsigned code = (lead & 0x07u) << 18 | (byte(i + 1) & 0x3Fu) << 12;
      if (code < 0x10000 || code > 0x10FFFF) return i;
    }
    i += length;
  }
  return std::nullopt;
}

namespace {

constexpr std::size_t kSmallMap = 16;  // entries

/// Ends the parse after an error has been reported.
struct Refused {};

/// The nodes and bytes that a copy of a subtree by an alias adds.
struct Cost {
  std::size_t nodes = 0;
  std::size_t bytes = 0;
};

Cost cost_of(const Node& node) {
  Cost cost{1, 0};
  const auto add = [&](const Node& child) {
    const Cost c = cost_of(child);
    cost.nodes += c.nodes;
    cost.bytes += c.bytes;
  };
  if (node.scalar() != nullptr) cost.bytes = node.scalar()->text.size();
  if (node.list() != nullptr)
    for (const Node& child : *node.list()) add(child);
  if (node.map() != nullptr) {
    for (const Entry& entry : *node.map()) {
      cost.bytes += entry.key.size();
      add(entry.value);
    }
  }
  return cost;
}

std::size_t depth_of(const Node& node) {
  std::size_t deepest = 0;
  if (node.list() != nullptr)
    for (const Node& child : *node.list()) deepest = std::max(deepest, depth_of(child));
  if (node.map() != nullptr)
    for (const Entry& entry : *node.map()) deepest = std::max(deepest, depth_of(entry.value));
  return deepest + (node.list() != nullptr || node.map() != nullptr ? 1 : 0);
}

/// Builds the tree from yaml-cpp's events. Uses events instead of YAML::Node, since only events carry the location of
/// an alias and of every key, and since a node graph hides duplicate keys and expands aliases lazily.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::uint32_t source, std::string_view text, Diagnostics& diagnostics, const YamlLimits& limits)
      : source_(source), text_(text), diagnostics_(diagnostics), limits_(limits) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (seen_document_) refuse(place(mark, 1), "a preset holds one YAML document, but a second one starts here");
    seen_document_ = true;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add({{}, place(mark, 1)}, anchor); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const bool quoted = tag == "!";
    check_tag(mark, tag);
    count({1, value.size()}, place(mark, 1));
    const std::size_t shown = value.find('\n') == std::string::npos ? value.size() + (quoted ? 2 : 0) : 1;
    add({schema::Scalar{value, quoted, parts_of(mark, value)}, place(mark, shown)}, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node{Node::List{}, place(mark, 1)});
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node{Node::Map{}, place(mark, 1)});
  }
  void OnMapEnd() override { close(); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const SourceLoc where = place(mark, 1);
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) refuse(where, "this alias is inside the value that it stands for");
    count(cost_of(found->second), where);
    if (open_.size() + depth_of(found->second) > limits_.depth) too_deep(where);
    add(found->second, 0);
  }

 private:
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    std::optional<Entry> key;  // of a map: a key whose value has not been read
    // Where the entries of a large map are; a small one is searched. Look-up only, never iterated.
    std::unordered_map<std::string, std::size_t> index;
  };

  SourceLoc place(const YAML::Mark& mark, std::size_t length) const {
    return {source_, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1),
            static_cast<std::uint32_t>(std::max<std::size_t>(length, 1))};
  }
  std::vector<schema::TextPart> parts_of(const YAML::Mark& mark, const std::string& value) {
    const auto line = static_cast<std::size_t>(mark.line);
    while (line_ < line && line_begin_ != std::string_view::npos) {
      const std::size_t end = text_.find('\n', line_begin_);
      line_begin_ = end == std::string_view::npos ? end : end + 1;
      ++line_;
    }
    if (line_ != line || line_begin_ == std::string_view::npos) return {};
    const std::size_t begin = line_begin_ + static_cast<std::size_t>(mark.column);
    return parts_of_scalar(text_, {begin, line_begin_, static_cast<std::uint32_t>(line + 1)}, value);
  }
  [[noreturn]] void refuse(const SourceLoc& where, std::string message, std::string help = {}) {
    diagnostics_.error(where, std::move(message), std::move(help));
    throw Refused{};
  }
  [[noreturn]] void too_deep(const SourceLoc& where) {
    refuse(where, fmt::format("lists and maps are nested more than {} deep", limits_.depth));
  }
  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    refuse(place(mark, 1), fmt::format("the tag '{}' is not allowed in a preset", tag.substr(0, 60)));
  }
  void count(const Cost& cost, const SourceLoc& where) {
    nodes_ += cost.nodes;
    bytes_ += cost.bytes;
    if (nodes_ > limits_.nodes)
      refuse(where, fmt::format("more than {} values, counted after aliases are expanded", limits_.nodes));
    if (bytes_ > limits_.expanded_bytes) {
      refuse(where,
             fmt::format("more than {} bytes of text, counted after aliases are expanded", limits_.expanded_bytes));
    }
  }
  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node node) {
    check_tag(mark, tag);
    count({1, 0}, node.where);
    if (open_.size() >= limits_.depth) too_deep(node.where);
    open_.push_back({std::move(node), anchor, std::nullopt, {}});
  }
  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done.node), done.anchor);
  }
  void add(Node node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_.insert_or_assign(anchor, node);
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (Node::List* list = parent.node.list()) {
      list->push_back(std::move(node));
    } else if (!parent.key) {
      start_entry(parent, node);
    } else {
      parent.key->value = std::move(node);
      parent.node.map()->push_back(std::move(*parent.key));
      parent.key.reset();
    }
  }
  /// The entry of the map with this key; null if it has none.
  static const Entry* entry_of(Open& map, const std::string& key) {
    const Node::Map& entries = *map.node.map();
    if (entries.size() < kSmallMap) {
      const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.key == key; });
      return found == entries.end() ? nullptr : &*found;
    }
    for (std::size_t i = map.index.size(); i < entries.size(); ++i) map.index.emplace(entries[i].key, i);
    const auto found = map.index.find(key);
    return found == map.index.end() ? nullptr : &entries[found->second];
  }
  void start_entry(Open& parent, const Node& key) {
    if (key.scalar() == nullptr) refuse(key.where, "a key must be a plain name");
    if (key.scalar()->text == "<<")
      refuse(key.where, "the merge key '<<' is not supported", "use 'extends' to start from another preset");
    if (const Entry* first = entry_of(parent, key.scalar()->text)) {
      refuse(key.where, fmt::format("the key '{}' appears twice in this map; it is first used on line {}",
                                    key.scalar()->text, first->key_where.line));
    }
    parent.key = Entry{key.scalar()->text, key.where, {}};
  }

  std::uint32_t source_;
  std::string_view text_;
  std::size_t line_ = 0;        // the line of the last scalar, from 0
  std::size_t line_begin_ = 0;  // where it begins in the text
  Diagnostics& diagnostics_;
  const YamlLimits& limits_;
  Node root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t nodes_ = 0;
  std::size_t bytes_ = 0;
  bool seen_document_ = false;
};

SourceLoc place_of_byte(std::uint32_t source, std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at);
  const auto line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {source, static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n')),
          static_cast<std::uint32_t>(at - line_start + 1), 1};
}

/// The position of a tab that indents one of the first `lines` lines. YAML forbids it, and parsers report it poorly.
std::optional<std::size_t> indenting_tab(std::string_view text, std::size_t lines) {
  std::size_t begin = 0;
  for (std::size_t line = 0; line < lines && begin < text.size(); ++line) {
    const std::size_t indent_end = text.find_first_not_of(' ', begin);
    if (indent_end != std::string_view::npos && text[indent_end] == '\t') return indent_end;
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  return std::nullopt;
}

/// A message of the parser, and the message and help that are reported instead.
struct SyntaxError {
  std::string_view said, message, help;
};
constexpr SyntaxError kSyntaxErrors[] = {
    {"end of map flow not found", "a map that starts with '{' is not closed",
     "look for a missing '}' or ',' above; a '#' after a space starts a comment"},
    {"end of sequence flow not found", "a list that starts with '[' is not closed",
     "look for a missing ']' or ',' above; a '#' after a space starts a comment"},
    {"illegal map value", "a ':' is not allowed here",
     "write 'key: value' pairs one below the other with the same indentation, and quote text that contains ': '"},
    {"the referenced anchor is not defined", "'*' refers to an anchor that is not defined",
     "quote text that starts with '*'"},
};

void report_syntax_error(const SourceLoc& where, const std::string& said, Diagnostics& diagnostics) {
  const std::string start = "this is not valid YAML: ";
  for (const SyntaxError& known : kSyntaxErrors) {
    if (said.starts_with(known.said))
      return diagnostics.error(where, start + std::string(known.message), std::string(known.help));
  }
  diagnostics.error(where, start + said);
}

/// The place that an error of yaml-cpp names. Within a broken escape it counts the end of the line as a character, and
/// may stand behind the line: then the end of the line.
SourceLoc place_of_mark(std::uint32_t source, std::string_view text, const YAML::Mark& mark) {
  std::size_t begin = 0;
  for (int line = 0; line < mark.line; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  const std::size_t size = std::min(text.find('\n', begin), text.size()) - begin;
  const auto column = std::min(static_cast<std::size_t>(mark.column), size);
  return {source, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(column + 1), 1};
}

}  // namespace

std::optional<Node> read_yaml(std::uint32_t source, std::string_view text, Diagnostics& diagnostics,
                              const YamlLimits& limits) {
  const SourceLoc whole{source, 0, 0, 1};
  if (text.size() > limits.bytes) {
    diagnostics.error(whole, fmt::format("the text is too long: a preset may have at most {} bytes", limits.bytes));
    return std::nullopt;
  }
  if (const auto bad = first_invalid_utf8(text)) {
    diagnostics.error(place_of_byte(source, text, *bad),
                      fmt::format("invalid UTF-8: byte 0x{:02x}", static_cast<unsigned char>(text[*bad])),
                      "a preset is a text file in UTF-8");
    return std::nullopt;
  }
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    diagnostics.error(place_of_byte(source, text, nul), "the text contains a NUL byte; is this a text file?");
    return std::nullopt;
  }
  TreeBuilder builder(source, text, diagnostics, limits);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
  } catch (const Refused&) {
    return std::nullopt;
  } catch (const YAML::DeepRecursion& e) {
    diagnostics.error(SourceLoc{source, static_cast<std::uint32_t>(e.mark.line + 1),
                                static_cast<std::uint32_t>(e.mark.column + 1), 1},
                      fmt::format("lists and maps are nested more than {} deep", limits.depth));
  } catch (const YAML::Exception& e) {
    const bool placed = !e.mark.is_null();
    const auto tab = indenting_tab(text, placed ? static_cast<std::size_t>(e.mark.line) + 1 : 0);
    if (tab) {
      diagnostics.error(place_of_byte(source, text, *tab),
                        "this line is indented with a tab, which YAML does not "
                        "allow",
                        "indent with spaces");
      return std::nullopt;
    }
    report_syntax_error(placed ? place_of_mark(source, text, e.mark) : whole, e.msg, diagnostics);
  }
  return std::nullopt;
}

}  // namespace weald::preset
