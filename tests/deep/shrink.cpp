#include "deep/shrink.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "schema/codec.h"

namespace weald::deep {

namespace {

class Shrinker {
 public:
  Shrinker(Node preset, const StillFails& still_fails, std::size_t most_tries)
      : best_(std::move(preset)), still_fails_(still_fails), most_tries_(most_tries) {}

  Shrunk run() {
    bool has_changed = true;
    while (has_changed && tries_ < most_tries_) {
      has_changed = false;
      has_changed = shorten_lists_of_outputs() || has_changed;
      has_changed = remove_stages() || has_changed;
      has_changed = visit_all() || has_changed;
    }
    return {std::move(best_), tries_};
  }

 private:
  using Path = std::vector<std::size_t>;

  bool accept(Node candidate) {
    if (tries_ >= most_tries_) return false;
    ++tries_;
    if (!still_fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  static Node* at(Node& root, const Path& path) {
    Node* node = &root;
    for (const std::size_t step : path) {
      if (node->list() != nullptr && step < node->list()->size()) {
        node = &(*node->list())[step];
      } else if (node->map() != nullptr && step < node->map()->size()) {
        node = &(*node->map())[step].value;
      } else {
        return nullptr;
      }
    }
    return node;
  }

  static std::size_t children(const Node& node) {
    if (node.list() != nullptr) return node.list()->size();
    return node.map() != nullptr ? node.map()->size() : 0;
  }

  bool without_children(const Path& path, std::size_t begin, std::size_t count) {
    Node candidate = best_;
    Node* node = at(candidate, path);
    if (node == nullptr || begin + count > children(*node)) return false;
    const auto first = static_cast<std::ptrdiff_t>(begin), last = static_cast<std::ptrdiff_t>(begin + count);
    if (auto* list = node->list()) list->erase(list->begin() + first, list->begin() + last);
    if (auto* map = node->map()) map->erase(map->begin() + first, map->begin() + last);
    return accept(std::move(candidate));
  }

  /// Takes runs of children away, long ones first.
  bool remove_children(const Path& path) {
    bool has_changed = false;
    const Node* node = at(best_, path);
    for (std::size_t run = node != nullptr ? children(*node) : 0; run > 0; run /= 2) {
      for (std::size_t begin = 0; begin + run <= children(*at(best_, path)) && tries_ < most_tries_;) {
        if (without_children(path, begin, run)) {
          has_changed = true;
        } else {
          begin += run;
        }
      }
    }
    return has_changed;
  }

  std::optional<std::size_t> index_of(std::string_view key) const {
    for (std::size_t i = 0; i < best_.map()->size(); ++i) {
      if ((*best_.map())[i].key == key) return i;
    }
    return std::nullopt;
  }

  bool shorten_lists_of_outputs() {
    const auto outputs = index_of("outputs");
    return outputs && remove_children({*outputs});
  }

  /// A stage goes alone, or with its name replaced by that of another.
  bool remove_stages() {
    const auto stages = index_of("stages");
    if (!stages || (*best_.map())[*stages].value.map() == nullptr) return false;
    bool has_changed = false;
    for (std::size_t i = (*best_.map())[*stages].value.map()->size(); i-- > 0;) {
      if (without_children({*stages}, i, 1)) {
        has_changed = true;
        continue;
      }
      has_changed = replace_stage(*stages, i) || has_changed;
    }
    return has_changed;
  }

  bool replace_stage(std::size_t stages, std::size_t gone) {
    const Node::Map all = *(*best_.map())[stages].value.map();
    for (const Entry& other : all) {
      if (other.key == all[gone].key) continue;
      Node candidate = best_;
      auto* map = (*candidate.map())[stages].value.map();
      const std::string from = all[gone].key;
      map->erase(map->begin() + static_cast<std::ptrdiff_t>(gone));
      for_each_value(candidate, [&](Node& node) {
        if (node.scalar() != nullptr && (node.scalar()->text == from || node.scalar()->text.starts_with(from + ".")))
          node = text_value(other.key);
      });
      if (accept(std::move(candidate))) return true;
    }
    return false;
  }

  /// Makes every value smaller in turn.
  bool visit_all() { return visit({}); }

  bool visit(const Path& path) {
    bool has_changed = remove_children(path);
    has_changed = simplify(path) || has_changed;
    for (std::size_t i = 0; at(best_, path) != nullptr && i < children(*at(best_, path)) && tries_ < most_tries_; ++i) {
      Path inner = path;
      inner.push_back(i);
      has_changed = visit(inner) || has_changed;
    }
    return has_changed;
  }

  bool replace(const Path& path, Node value) {
    Node candidate = best_;
    Node* node = at(candidate, path);
    if (node == nullptr || flow_text(*node) == flow_text(value)) return false;
    *node = std::move(value);
    return accept(std::move(candidate));
  }

  bool simplify(const Path& path) {
    const Node* node = at(best_, path);
    if (node == nullptr || node->scalar() == nullptr) return false;
    const std::string text = node->scalar()->text;
    if (const auto value = schema::parse_number(text)) return simplify_number(path, *value);
    if (text.size() < 3 || text.front() != '"') return false;
    bool has_changed = false;
    for (std::string inside = text.substr(1, text.size() - 2); inside.size() > 1;) {
      inside.resize(inside.size() / 2);
      if (!replace(path, raw("\"" + inside + "\""))) break;
      has_changed = true;
    }
    return has_changed;
  }

  /// Simpler numbers first: the first that still fails stands.
  bool simplify_number(const Path& path, double value) {
    std::vector<double> simpler{0, 1, 2};
    if (value < 0) simpler.push_back(-1);
    for (const int digits : {1, 2}) {
      const double scale = value == 0 ? 1 : std::pow(10, std::floor(std::log10(std::abs(value))) - (digits - 1));
      if (std::isfinite(scale) && scale > 0) simpler.push_back(std::round(value / scale) * scale);
    }
    if (std::abs(value) > 4) simpler.push_back(std::trunc(value / 2));
    const std::size_t now = flow_text(number(value)).size();
    for (const double candidate : simpler) {
      const bool is_simpler = std::abs(candidate) < std::abs(value) || flow_text(number(candidate)).size() < now;
      if (is_simpler && replace(path, number(candidate))) return true;
    }
    return false;
  }

  Node best_;
  const StillFails& still_fails_;
  std::size_t most_tries_, tries_ = 0;
};

}  // namespace

Shrunk shrink(const Node& preset, const StillFails& still_fails, std::size_t most_tries) {
  return Shrinker(preset, still_fails, most_tries).run();
}

}  // namespace weald::deep
