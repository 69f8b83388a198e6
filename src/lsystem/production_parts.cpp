#include "lsystem/production_parts.h"

#include <algorithm>

namespace weald::lsystem {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(const Cursor& part) {
  std::string_view text = std::string_view(part.source.text).substr(part.position, part.end - part.position);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// True when * stands among the modules of the text, outside parentheses and not as the second half of a symbol.
bool has_star(std::string_view modules) {
  int depth = 0;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const char c = modules[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == '*' && depth <= 0) return true;
    if (depth <= 0 && (c == '@' || c == '?' || c == '~')) ++i;
  }
  return false;
}

void make_empty(Cursor& part) { part.position = part.end; }

// `left < predecessor > right : condition -> successor : probability` cut into its parts.
std::optional<ProductionParts> split(const SourceText& text, TextIssues* issues) {
  const std::string_view all = text.text;
  const std::size_t arrow = all.find("->");
  if (arrow == std::string_view::npos) {
    if (issues != nullptr)
      issues->error(text, 0, all.size(), "a production needs '->' between predecessor and successor", "write A -> AB");
    return std::nullopt;
  }
  const std::size_t head_end = arrow > 0 && all[arrow - 1] == '-' ? arrow - 1 : arrow;  // --> is an arrow too
  const std::size_t colon = std::min(all.find(':'), head_end);
  const std::size_t last = all.rfind(':');
  const bool has_probability = last != std::string_view::npos && last > arrow;
  const auto part = [&](std::size_t begin, std::size_t end) { return Cursor{text, std::min(begin, end), end}; };
  const std::size_t after_arrow = arrow + 2;
  const std::size_t end = has_probability ? last : all.size();
  // < and > inside parentheses would be mistakes; they are reported when the pattern is parsed.
  const std::string_view head = all.substr(0, colon);
  const std::size_t less = head.find('<');
  const std::size_t greater = std::min(head.find('>'), colon);
  const std::size_t begin = less == std::string_view::npos || less > greater ? 0 : less + 1;
  return ProductionParts{part(0, begin == 0 ? 0 : less), part(begin, greater),
                         part(greater + 1, colon),       part(colon + 1, head_end),
                         part(after_arrow, end),         part(has_probability ? last + 1 : all.size(), all.size())};
}

std::optional<ProductionParts> spelled(const ProductionText& production, TextIssues* issues) {
  if (!production.whole.text.empty()) return split(production.whole, issues);
  return ProductionParts{whole_text(production.left),      whole_text(production.predecessor),
                         whole_text(production.right),     whole_text(production.condition),
                         whole_text(production.successor), whole_text(production.probability)};
}

}  // namespace

ProductionSplitter::ProductionSplitter(const LSystemParams& params) : star_is_symbol_(has_star(params.axiom.text)) {
  const auto look_through = [&](const std::vector<ProductionText>& productions) {
    for (const ProductionText& production : productions) {
      const auto parts = spelled(production, nullptr);
      if (!parts) continue;
      const std::string_view successor = trimmed(parts->successor);
      star_is_symbol_ =
          star_is_symbol_ || has_star(trimmed(parts->predecessor)) || (successor != "*" && has_star(successor));
    }
  };
  look_through(params.productions);
  for (const TableText& table : params.tables) look_through(table.productions);
  look_through(params.decomposition);
  look_through(params.interpretation);
}

std::optional<ProductionParts> ProductionSplitter::parts_of(const ProductionText& production,
                                                            TextIssues& issues) const {
  auto parts = spelled(production, &issues);
  if (!parts) return parts;
  if (trimmed(parts->condition) == "*") make_empty(parts->condition);
  if (star_is_symbol_) return parts;
  for (Cursor* part : {&parts->left, &parts->right, &parts->successor}) {
    if (trimmed(*part) == "*") make_empty(*part);
  }
  return parts;
}

}  // namespace weald::lsystem
