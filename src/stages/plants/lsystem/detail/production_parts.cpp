#include "stages/plants/lsystem/detail/production_parts.h"

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

// Whether the symbol occurs among the modules of the text, outside parentheses and not as the second character of
// another symbol.
bool has_symbol(std::string_view modules, char symbol) {
  int depth = 0;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const char c = modules[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == symbol && depth <= 0) return true;
    if (depth <= 0 && (c == '@' || c == '?' || c == '~')) ++i;
  }
  return false;
}

void make_empty(Cursor& part) { part.position = part.end; }

constexpr std::string_view kBookArrow = "\u2192";

struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Finds the first ->, --> or \u2192.
std::optional<TextRange> find_arrow(std::string_view all) {
  const std::size_t plain = all.find("->");
  const std::size_t book = all.find(kBookArrow);
  if (plain == std::string_view::npos && book == std::string_view::npos) return std::nullopt;
  if (book < plain) return TextRange{book, book + kBookArrow.size()};
  return TextRange{plain > 0 && all[plain - 1] == '-' ? plain - 1 : plain, plain + 2};
}

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// Position after a label as in books, `p1 :`, or 0. A label cannot be a predecessor, because it would be two modules.
std::size_t label_end(std::string_view head, const std::vector<SourceText>& names) {
  std::size_t i = 0;
  while (i < head.size() && is_blank(head[i])) ++i;
  const std::size_t begin = i;
  if (i + 1 >= head.size() || head[i] != 'p' || !is_decimal(head[i + 1])) return 0;
  for (++i; i < head.size() && is_decimal(head[i]);) ++i;
  const std::string_view label = head.substr(begin, i - begin);
  if (std::any_of(names.begin(), names.end(), [&](const SourceText& name) { return name.text == label; })) return 0;
  while (i < head.size() && is_blank(head[i])) ++i;
  return i < head.size() && head[i] == ':' ? i + 1 : 0;
}

// The colon before the probability: the first one outside of parentheses, in which it belongs to condition ? a : b.
std::size_t probability_colon(std::string_view all, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < all.size(); ++i) {
    depth += all[i] == '(' ? 1 : all[i] == ')' ? -1 : 0;
    if (all[i] == ':' && depth <= 0) return i;
  }
  return std::string_view::npos;
}

void report_no_arrow(const SourceText& text, TextIssues& issues) {
  if (text.text.find("produce") != std::string::npos)
    return issues.error(text, 0, text.text.size(), "a production needs '->' between predecessor and successor",
                        "A(x) : {produce F(x) A(x/2);} in other programs is A(x) -> F(x)A(x/2) here");
  const bool has_equals = text.text.find('=') != std::string::npos;
  issues.error(text, 0, text.text.size(), "a production needs '->' between predecessor and successor",
               has_equals ? "A=AB in other programs is A -> AB here" : "write A -> AB");
}

// Splits `left < predecessor > right : condition -> successor : probability` into its parts.
std::optional<ProductionParts> split(const SourceText& text, const std::vector<SourceText>& names, TextIssues* issues) {
  const std::string_view all = text.text;
  const auto arrow = find_arrow(all);
  if (!arrow) {
    if (issues != nullptr) report_no_arrow(text, *issues);
    return std::nullopt;
  }
  const std::size_t head_end = arrow->begin;
  const std::size_t start = label_end(all.substr(0, head_end), names);
  const std::size_t colon = std::min(all.find(':', start), head_end);
  const std::size_t last = probability_colon(all, arrow->end);
  const bool has_probability = last != std::string_view::npos;
  const auto part = [&](std::size_t begin, std::size_t end) { return Cursor{text, std::min(begin, end), end}; };
  const std::size_t end = has_probability ? last : all.size();
  // Misplaced < and > inside parentheses are reported when the pattern is parsed.
  const std::string_view head = all.substr(0, colon);
  const std::size_t before = head.find("<<", start);
  const bool has_new_left = before != std::string_view::npos;
  const std::size_t old = has_new_left ? before + 2 : start;
  const std::size_t behind = std::min(head.find(">>", old), colon);
  const std::size_t less = head.find('<', old);
  const std::size_t greater = std::min(head.find('>', old), behind);
  const bool has_left = less != std::string_view::npos && less < greater;
  return ProductionParts{part(start, has_new_left ? before : start),
                         part(old, has_left ? less : old),
                         part(has_left ? less + 1 : old, greater),
                         part(greater + 1, behind),
                         part(behind + 2, colon),
                         part(colon + 1, head_end),
                         part(arrow->end, end),
                         part(has_probability ? last + 1 : all.size(), all.size())};
}

std::optional<ProductionParts> spelled(const ProductionText& production, const std::vector<SourceText>& names,
                                       TextIssues* issues) {
  if (!production.whole.text.empty()) return split(production.whole, names, issues);
  return ProductionParts{whole_text(production.new_left),    whole_text(production.left),
                         whole_text(production.predecessor), whole_text(production.right),
                         whole_text(production.new_right),   whole_text(production.condition),
                         whole_text(production.successor),   whole_text(production.probability)};
}

}  // namespace

ProductionSplitter::ProductionSplitter(const LSystemParams& params)
    : names_(params.symbols),
      star_is_symbol_(has_symbol(params.axiom.text, '*')),
      equals_is_symbol_(has_symbol(params.axiom.text, '=')) {
  const auto look_through = [&](const std::vector<ProductionText>& productions) {
    for (const ProductionText& production : productions) {
      const auto parts = spelled(production, names_, nullptr);
      if (!parts) continue;
      const std::string_view successor = trimmed(parts->successor);
      const std::string_view predecessor = trimmed(parts->predecessor);
      star_is_symbol_ =
          star_is_symbol_ || has_symbol(predecessor, '*') || (successor != "*" && has_symbol(successor, '*'));
      equals_is_symbol_ = equals_is_symbol_ || has_symbol(predecessor, '=') || has_symbol(successor, '=');
    }
  };
  look_through(params.productions);
  for (const TableText& table : params.tables) look_through(table.productions);
  look_through(params.decomposition);
  look_through(params.interpretation);
}

std::optional<ProductionParts> ProductionSplitter::parts_of(const ProductionText& production,
                                                            TextIssues& issues) const {
  auto parts = spelled(production, names_, &issues);
  if (!parts) return parts;
  if (trimmed(parts->condition) == "*") make_empty(parts->condition);
  if (star_is_symbol_) return parts;
  for (Cursor* part : {&parts->new_left, &parts->left, &parts->right, &parts->new_right, &parts->successor}) {
    if (trimmed(*part) == "*") make_empty(*part);
  }
  return parts;
}

}  // namespace weald::lsystem
