#pragma once
// Input: a parameter whose value is the name of another stage. Linking finds the stage, evaluation its artifact.

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/diagnostics.h"

namespace weald::schema {

/// Specialise beside each artifact type: `static constexpr std::string_view value = "heightmap";`
template <class T>
struct ArtifactName;

/// Reference to a stage whose output is one of `Ts`. Decoded from the stage's name.
template <class... Ts>
struct Input {
  static_assert(sizeof...(Ts) > 0);
  static constexpr std::array<std::string_view, sizeof...(Ts)> accepted{ArtifactName<Ts>::value...};
  std::string stage;  ///< empty before decoding, or if the field is optional and was not given
  SourceLoc where;
  /// True if the preset names a stage here.
  bool given() const { return !stage.empty(); }
};

/// The artifacts that a running stage may read, by the name of the stage that made them.
class Inputs {
 public:
  /// Adds the artifact that `stage` made. It must outlive this; `owner`, if given, keeps it alive.
  template <class T>
  void add(const std::string& stage, const T& artifact, std::shared_ptr<const void> owner = nullptr) {
    entries_.insert_or_assign(stage, Entry{&artifact, &typeid(T), std::move(owner)});
  }

  /// The artifact that an input names. Pre: linked and of type T.
  template <class T>
  const T& operator[](const Input<T>& input) const {
    const T* found = find<T>(input.stage);
    WEALD_CHECK(found != nullptr);
    return *found;
  }
  /// The artifact that an optional input names; null if it was not given.
  template <class T>
  const T* maybe(const Input<T>& input) const {
    return input.given() ? &(*this)[input] : nullptr;
  }
  /// The artifact that an input names; null if it was not given or is not among the artifacts: a local field gets
  /// heightmaps only where they are stored as a whole.
  template <class T>
  const T* available(const Input<T>& input) const {
    return find<T>(input.stage);
  }
  /// The artifact that an input names, for use after the run: shared if its owner is known, otherwise a copy. Pre: of
  /// type T.
  template <class T, class... Ts>
  std::shared_ptr<const T> shared(const Input<Ts...>& input) const {
    const T* found = find<T>(input.stage);
    WEALD_CHECK(found != nullptr);
    const auto& owner = entries_.find(input.stage)->second.owner;
    return owner != nullptr ? std::shared_ptr<const T>(owner, found) : std::make_shared<const T>(*found);
  }
  /// The artifact of an input that accepts several types.
  template <class... Ts>
  std::variant<const Ts*...> any(const Input<Ts...>& input) const {
    std::variant<const Ts*...> result;
    bool ok = false;
    ((find<Ts>(input.stage) != nullptr ? (result = find<Ts>(input.stage), ok = true) : false) || ...);
    WEALD_CHECK(ok);
    return result;
  }

 private:
  struct Entry {
    const void* data;
    const std::type_info* type;
    std::shared_ptr<const void> owner;
  };
  template <class T>
  const T* find(const std::string& stage) const {
    const auto it = entries_.find(stage);
    return it != entries_.end() && *it->second.type == typeid(T) ? static_cast<const T*>(it->second.data) : nullptr;
  }
  std::map<std::string, Entry> entries_;
};

}  // namespace weald::schema
