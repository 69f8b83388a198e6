#pragma once
// StageNames: which stage of the graph a name in a preset refers to, if components are used.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weald::preset {

/// A name that stands for a stage of another scope.
struct StageAlias {
  std::size_t scope = 0;                                    ///< in which `target` and `parts` are names
  std::string target;                                       ///< "tree", "tree.lod1"
  std::map<std::string, std::string, std::less<>> parts{};  ///< parts with a meaning of their own
  bool operator==(const StageAlias&) const = default;
};

/// The names of all scopes of an expanded preset: scope 0 is the preset itself, and each use of a component has one.
class StageNames {
 public:
  /// Adds a scope whose stages have names that begin with `prefix` in the graph, and returns its number.
  std::size_t add_scope(std::string prefix);
  /// Lets `name` stand for another stage in `scope`.
  void add_alias(std::size_t scope, std::string name, StageAlias alias);
  /// The name in the graph of "STAGE" or "STAGE.PART" in `scope`. An alias that leads to itself keeps its name.
  std::string resolve(std::size_t scope, std::string_view name) const;
  bool operator==(const StageNames&) const = default;

 private:
  struct Scope {
    std::string prefix;
    std::map<std::string, StageAlias, std::less<>> aliases;
    bool operator==(const Scope&) const = default;
  };
  std::vector<Scope> scopes_;
};

}  // namespace weald::preset
