#pragma once
// Codec<T>: reads a value of type T from a located node, describes the type, and converts a value back to a node. A new
// type of value only needs a specialisation of Codec.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "schema/field.h"
#include "schema/input.h"
#include "schema/node.h"

namespace weald::schema {

/// Shortest text that reads back as the same number, in every locale; "0" for zeros. For text in messages, see
/// readable_number in schema/wording.h.
std::string number_text(double value);
std::string number_text(float value);
/// `text` as a YAML scalar: plain if that is safe, otherwise in double quotes.
std::string quoted_text(std::string_view text);

/// A value with its location, for types whose own errors point inside it (productions, expressions).
template <class T>
struct Located {
  T value{};
  SourceLoc where;
};

/// A file to read. Relative paths are relative to the preset file that contains them.
struct FilePath {
  std::string text;      ///< as written
  std::string resolved;  ///< path to open
  SourceLoc where;
};

/// A map of names to values, in the order of the text.
template <class T>
using Named = std::vector<std::pair<std::string, T>>;

struct FieldInfo;

/// The values that a parameter accepts, as plain data for everything that lists them: explain, reference, JSON Schema,
/// completion.
struct ValueType {
  enum class Kind { boolean, integer, number, string, choice, file, input, list, map, record, any_of };
  Kind kind = Kind::string;
  std::optional<Range> range{};           ///< of a number, or of a list's elements
  std::vector<std::string_view> names{};  ///< choice: the spellings; input: the accepted artifacts
  std::vector<ValueType> elements{};      ///< list, map: the element; any_of: the alternatives
  std::optional<std::size_t> length{};    ///< list: exact number of elements
  std::vector<FieldInfo> fields;          ///< record: its parameters
};

/// One parameter as plain data. The views point into static storage.
struct FieldInfo {
  std::string_view key;
  std::string_view help;
  std::string_view unit;
  ValueType type;
  bool required = false;
  std::string default_text;  ///< canonical preset text; empty: unset
};

/// Short text for humans: "integer", "number", "[number, number]", "cubic | quintic", "mesh or scene stage".
std::string to_text(const ValueType& type);

/// The properties of a field that the codec of its value needs.
struct Slot {
  std::string_view key;
  std::string_view unit;
  std::optional<Range> range;
};

/// Receives decoding errors.
class Decoder {
 public:
  /// `diagnostics` must outlive the decoder; `owner` names the decoded object in messages; `base_directory` is the
  /// folder that relative paths refer to, for sources without an entry in set_directories().
  Decoder(Diagnostics& diagnostics, std::string owner, std::string base_directory)
      : diagnostics_(diagnostics), owner_(std::move(owner)), base_directory_(std::move(base_directory)) {}

  /// The name of the decoded object in messages: "stage 'hills'".
  const std::string& owner() const { return owner_; }
  void set_owner(std::string owner) { owner_ = std::move(owner); }
  /// The folder that relative paths written at `where` refer to.
  const std::string& directory_of(const SourceLoc& where) const {
    return where.source < directories_.size() ? directories_[where.source] : base_directory_;
  }
  /// Folders by source number, for trees that were merged from several files.
  void set_directories(std::vector<std::string> directories) { directories_ = std::move(directories); }
  /// Sets a function that maps the names of other stages, for a stage that is decoded once for each sibling; must
  /// outlive this.
  void set_renaming(const std::function<std::string(const std::string&)>& renaming) { renaming_ = &renaming; }
  /// `name`, mapped by the function of set_renaming() if there is one.
  std::string stage_named(const std::string& name) const { return renaming_ != nullptr ? (*renaming_)(name) : name; }

  /// Reports an error.
  void error(const SourceLoc& where, std::string message, std::string help = {}) {
    diagnostics_.error(where, std::move(message), std::move(help));
  }
  /// "'octaves' in stage 'hills' needs a whole number, not a list"; returns false. Without `help`, a text that looks
  /// like a number gets advice on how to write it.
  bool wrong_type(const Node& node, const Slot& slot, std::string_view expected, std::string help = {});
  /// "'octaves' in stage 'hills' is 40, outside 1 .. 16"; returns false.
  bool out_of_range(const Node& node, const Slot& slot, std::string_view text);

  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  Diagnostics& diagnostics_;
  std::string owner_;
  std::string base_directory_;
  std::vector<std::string> directories_;
  const std::function<std::string(const std::string&)>* renaming_ = nullptr;
};

/// For `Schema<P>::check`: rules across fields, with errors at the location of a key.
class Checker {
 public:
  /// Both must outlive the checker; `map` is what the parameters were decoded from.
  Checker(Decoder& decoder, const Node& map) : decoder_(decoder), map_(map) {}
  /// Reports an error at `key`'s value, or at the whole map if the key was not given.
  void error(std::string_view key, std::string message, std::string help = {});
  /// Reports a warning at the same location as error().
  void warning(std::string_view key, std::string message, std::string help = {});
  /// Reports an error at an exact location.
  void error_at(const SourceLoc& where, std::string message, std::string help = {}) {
    decoder_.error(where, std::move(message), std::move(help));
  }
  /// Reports a file that cannot be read, at an exact location.
  void unreadable_at(const SourceLoc& where, std::string message) {
    decoder_.diagnostics().unreadable(where, std::move(message));
  }
  /// Reports a warning at an exact location.
  void warning_at(const SourceLoc& where, std::string message, std::string help = {}) {
    decoder_.diagnostics().warning(where, std::move(message), std::move(help));
  }
  /// True if the preset gives `key`, even with the default value.
  bool given(std::string_view key) const { return map_.find(key) != nullptr; }

 private:
  SourceLoc place_of(std::string_view key) const;
  Decoder& decoder_;
  const Node& map_;
};

/// Specialise for a value type, with three static functions:
///   bool decode(const Node&, const Slot&, Decoder&, T& out);   reports errors and returns false
///   ValueType type(const Slot&);                               the accepted values, as plain data
///   Node to_node(const T&);                                    a node that decodes to the same value; null: unset
template <class T>
struct Codec;

/// A plain number in a preset: decimal, with at most one sign; leading zeros do not make it octal. Unset for anything
/// else: hexadecimal, NaN, infinity, and numbers outside the range of double (1e400, 1e-400).
std::optional<double> parse_number(std::string_view text);
/// Like parse_number, for whole numbers without decimal point or exponent that fit 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// Magnitudes of the numbers that presets may hold, besides 0. No unit needs smaller ones, and divisions by these could
/// overflow; products of larger ones could overflow.
inline constexpr Range kMagnitudes{1e-30, 1e30};

/// Each decodes one scalar into `out`. If the scalar has another type, is outside the slot's range (or `min` and `max`)
/// or is none of `names`, the function reports an error and returns false. The magnitude of a number other than 0 must
/// be within kMagnitudes, even if the slot's range is larger. A choice is returned as its index in `names`.
bool decode_number(const Node& node, const Slot& slot, Decoder& decoder, double& out);
bool decode_integer(const Node& node, const Slot& slot, Decoder& decoder, std::int64_t min, std::int64_t max,
                    std::int64_t& out);
bool decode_choice(const Node& node, const Slot& slot, Decoder& decoder, std::span<const std::string_view> names,
                   std::size_t& out);
bool decode_text(const Node& node, const Slot& slot, Decoder& decoder, std::string& out);

template <>
struct Codec<bool> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, bool& out);
  static ValueType type(const Slot&) { return {.kind = ValueType::Kind::boolean}; }
  static Node to_node(bool value) { return word_node(value ? "true" : "false"); }
};

template <>
struct Codec<double> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, double& out) {
    return decode_number(node, slot, decoder, out);
  }
  static ValueType type(const Slot& slot) { return {.kind = ValueType::Kind::number, .range = slot.range}; }
  static Node to_node(double value) { return word_node(number_text(value)); }
};

template <class T>
requires(std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 4) struct Codec<T> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, T& out) {
    std::int64_t value = 0;
    if (!decode_integer(node, slot, decoder, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), value))
      return false;
    out = static_cast<T>(value);
    return true;
  }
  static ValueType type(const Slot& slot) { return {.kind = ValueType::Kind::integer, .range = slot.range}; }
  static Node to_node(T value) { return word_node(std::to_string(value)); }
};

/// Seeds and other 64-bit numbers.
template <>
struct Codec<std::uint64_t> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, std::uint64_t& out);
  static ValueType type(const Slot& slot) { return {.kind = ValueType::Kind::integer, .range = slot.range}; }
  static Node to_node(std::uint64_t value) { return word_node(std::to_string(value)); }
};

template <>
struct Codec<std::string> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, std::string& out) {
    return decode_text(node, slot, decoder, out);
  }
  static ValueType type(const Slot&) { return {.kind = ValueType::Kind::string}; }
  static Node to_node(const std::string& value) { return text_node(value); }
};

template <class T>
struct Codec<Located<T>> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, Located<T>& out) {
    out.where = node.where;
    return Codec<T>::decode(node, slot, decoder, out.value);
  }
  static ValueType type(const Slot& slot) { return Codec<T>::type(slot); }
  static Node to_node(const Located<T>& value) { return Codec<T>::to_node(value.value); }
};

template <>
struct Codec<FilePath> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, FilePath& out);
  static ValueType type(const Slot&) { return {.kind = ValueType::Kind::file}; }
  static Node to_node(const FilePath& value) { return value.text.empty() ? Node{} : text_node(value.text); }
};

template <NamedEnum E>
struct Codec<E> {
  static std::vector<std::string_view> spellings() {
    std::vector<std::string_view> names;
    for (const auto& entry : EnumNames<E>::names) names.push_back(entry.first);
    return names;
  }
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, E& out) {
    std::size_t index = 0;
    if (!decode_choice(node, slot, decoder, spellings(), index)) return false;
    out = EnumNames<E>::names[index].second;
    return true;
  }
  static ValueType type(const Slot&) { return {.kind = ValueType::Kind::choice, .names = spellings()}; }
  static Node to_node(E value) { return word_node(std::string(name_of(value))); }
};

template <class... Ts>
struct Codec<Input<Ts...>> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, Input<Ts...>& out) {
    if (node.scalar() == nullptr || node.scalar()->text.empty())
      return decoder.wrong_type(node, slot, "the name of a stage");
    out.stage = decoder.stage_named(node.scalar()->text);
    out.where = node.where;
    return true;
  }
  static ValueType type(const Slot&) {
    return {.kind = ValueType::Kind::input, .names = {Input<Ts...>::accepted.begin(), Input<Ts...>::accepted.end()}};
  }
  static Node to_node(const Input<Ts...>& value) { return value.given() ? text_node(value.stage) : Node{}; }
};

template <class T>
struct Codec<std::optional<T>> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, std::optional<T>& out) {
    if (node.is_null()) {
      out.reset();
      return true;
    }
    return Codec<T>::decode(node, slot, decoder, out.emplace());
  }
  static ValueType type(const Slot& slot) { return Codec<T>::type(slot); }
  static Node to_node(const std::optional<T>& value) { return value ? Codec<T>::to_node(*value) : Node{}; }
};

namespace detail {
template <class Range>
Node elements_node(const Range& values) {
  Node::List list;
  for (const auto& value : values) list.push_back(Codec<std::remove_cvref_t<decltype(value)>>::to_node(value));
  return list_node(std::move(list));
}
/// Decodes a list of exactly N elements into `out`.
template <class T, std::size_t N>
bool decode_fixed(const Node& node, const Slot& slot, Decoder& decoder, std::array<T, N>& out) {
  const auto* list = node.list();
  if (list == nullptr || list->size() != N) {
    return decoder.wrong_type(node, slot, "a list of " + std::to_string(N) + " values");
  }
  bool ok = true;
  for (std::size_t i = 0; i < N; ++i) ok = Codec<T>::decode((*list)[i], slot, decoder, out[i]) && ok;
  return ok;
}
}  // namespace detail

template <class T, std::size_t N>
struct Codec<std::array<T, N>> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, std::array<T, N>& out) {
    return detail::decode_fixed(node, slot, decoder, out);
  }
  static ValueType type(const Slot& slot) {
    return {.kind = ValueType::Kind::list, .range = slot.range, .elements = {Codec<T>::type(slot)}, .length = N};
  }
  static Node to_node(const std::array<T, N>& value) { return detail::elements_node(value); }
};

template <int N, class F>
struct Codec<glm::vec<N, F>> {
  using Element = std::conditional_t<std::floating_point<F>, double, F>;
  using Elements = std::array<Element, static_cast<std::size_t>(N)>;
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, glm::vec<N, F>& out) {
    Elements values{};
    if (!detail::decode_fixed(node, slot, decoder, values)) return false;
    for (int i = 0; i < N; ++i) out[i] = static_cast<F>(values[static_cast<std::size_t>(i)]);
    return true;
  }
  static ValueType type(const Slot& slot) { return Codec<Elements>::type(slot); }
  static Node to_node(const glm::vec<N, F>& value) {
    Node::List list;
    for (int i = 0; i < N; ++i) {
      if constexpr (std::floating_point<F>)
        list.push_back(word_node(number_text(value[i])));
      else
        list.push_back(Codec<F>::to_node(value[i]));
    }
    return list_node(std::move(list));
  }
};

template <class T>
struct Codec<std::vector<T>> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, std::vector<T>& out) {
    const auto* list = node.list();
    if (list == nullptr) return decoder.wrong_type(node, slot, "a list");
    out.assign(list->size(), T{});
    bool ok = true;
    for (std::size_t i = 0; i < list->size(); ++i) ok = Codec<T>::decode((*list)[i], slot, decoder, out[i]) && ok;
    return ok;
  }
  static ValueType type(const Slot& slot) {
    return {.kind = ValueType::Kind::list, .range = slot.range, .elements = {Codec<T>::type(slot)}};
  }
  static Node to_node(const std::vector<T>& value) { return detail::elements_node(value); }
};

template <class T>
struct Codec<Named<T>> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, Named<T>& out) {
    const auto* map = node.map();
    if (map == nullptr) return decoder.wrong_type(node, slot, "a map of names to values");
    out.clear();
    bool ok = true;
    for (const Entry& entry : *map) {
      out.emplace_back(entry.key, T{});
      ok = Codec<T>::decode(entry.value, {entry.key, slot.unit, slot.range}, decoder, out.back().second) && ok;
    }
    return ok;
  }
  static ValueType type(const Slot& slot) { return {.kind = ValueType::Kind::map, .elements = {Codec<T>::type(slot)}}; }
  static Node to_node(const Named<T>& value) {
    Node::Map map;
    for (const auto& [name, element] : value) map.push_back({name, {}, Codec<T>::to_node(element)});
    return map_node(std::move(map));
  }
};

}  // namespace weald::schema
