#pragma once
// Archives: write and read the bytes of a struct, according to the list of its fields (data/detail/field_list.h), or to
// an overload of describe() beside it. Invariants between fields that were read are checked by an overload of
// expect_sound.
//
// Numbers are little-endian, as in memory. The reader trusts no input: it compares sizes with the number of remaining
// bytes before it allocates memory, and after the first error it reads only zeros and empty arrays.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result_store.h"
#include "data/detail/field_list.h"
#include "data/grid.h"

namespace weald::pipeline {

static_assert(std::endian::native == std::endian::little, "artifacts are stored as in memory");

/// T, or const T if the archive must not change it.
template <class A, class T>
using Ref = std::conditional_t<A::kReads, T, const T>;

/// The part that all archives share: it reduces every type to plain values and arrays of plain values.
template <class Self>
class ArchiveBase {
 public:
  template <class T>
  void operator()(T& value) {
    using Value = std::remove_const_t<T>;
    if constexpr (kIsPlain<Value>) {
      self().plain(&value, 1);
    } else {
      describe(self(), value);
    }
  }
  template <class T, class... More>
  void operator()(T& value, More&... more) {
    (*this)(value);
    (*this)(more...);
  }
  /// A check for readers only: the rest of the value is rejected if `ok` is false.
  void expect(bool ok) { self().check(ok); }

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

/// Collects the written bytes in parts. Large arrays are not copied, so they must outlive the parts.
class ByteWriter : public ArchiveBase<ByteWriter> {
 public:
  static constexpr bool kReads = false;
  template <class T>
  void plain(const T* values, std::size_t count) {
    const auto bytes = std::as_bytes(std::span(values, count));
    if (bytes.size() >= kLarge)
      parts_.push_back({bytes, 0});
    else
      copy(bytes);
  }
  void check(bool) {}

  /// All bytes written so far, in order. Valid until more is written.
  std::vector<std::span<const std::byte>> parts() const {
    std::vector<std::span<const std::byte>> parts;
    for (const StoredPart& part : parts_)
      parts.push_back(part.copied > 0 ? std::span(copies_).subspan(part.offset, part.copied) : part.large);
    return parts;
  }
  /// A copy of all bytes written so far.
  std::vector<std::byte> joined() const {
    std::size_t size = 0;
    for (const auto part : parts()) size += part.size();
    std::vector<std::byte> bytes;
    bytes.reserve(size);
    for (const auto part : parts()) bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
  }

 private:
  static constexpr std::size_t kLarge = 4096;
  struct StoredPart {
    std::span<const std::byte> large;
    std::size_t offset = 0;  // in the copies: `copied` bytes are inserted here
    std::size_t copied = 0;
  };

  void copy(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    if (parts_.empty() || parts_.back().copied == 0) parts_.push_back({{}, copies_.size(), 0});
    copies_.insert(copies_.end(), bytes.begin(), bytes.end());
    parts_.back().copied += bytes.size();
  }

  std::vector<std::byte> copies_;
  std::vector<StoredPart> parts_;
};

/// Reads the bytes that ByteWriter wrote.
class ByteReader : public ArchiveBase<ByteReader> {
 public:
  static constexpr bool kReads = true;
  /// `from` must outlive the reader.
  explicit ByteReader(ByteSource& from) : from_(from) {}
  /// True if no error has occurred so far.
  bool ok() const { return ok_; }
  /// True if no error has occurred and nothing is left.
  bool done() const { return ok_ && from_.left() == 0; }
  std::size_t left() const { return ok_ ? from_.left() : 0; }
  template <class T>
  void plain(T* values, std::size_t count) {
    check(ok_ && count <= from_.left() / sizeof(T) && from_.read(values, count * sizeof(T)));
  }
  void check(bool ok) { ok_ = ok_ && ok; }

 private:
  ByteSource& from_;
  bool ok_ = true;
};

// ---- types that others are composed of ----

template <class A>
void describe(A& a, Ref<A, bool>& value) {
  std::uint8_t byte = value ? 1 : 0;
  a(byte);
  if constexpr (A::kReads) {
    a.expect(byte <= 1);
    value = byte == 1;
  }
}

template <class A, class E>
requires std::is_enum_v<E>
void describe(A& a, E& value) {
  using Value = std::remove_const_t<E>;
  auto number = static_cast<std::uint32_t>(value);
  a(number);
  if constexpr (A::kReads) {
    const bool is_known = number <= static_cast<std::uint32_t>(kLastValue<Value>);
    a.expect(is_known);
    value = is_known ? static_cast<Value>(number) : Value{};
  }
}

/// The number of elements of a sequence, each of at least `least` bytes.
template <class A>
std::size_t describe_count(A& a, std::size_t count, std::size_t least) {
  auto number = static_cast<std::uint64_t>(count);
  a(number);
  if constexpr (A::kReads) {
    a.expect(number <= a.left() / least);
    return a.ok() ? static_cast<std::size_t>(number) : 0;
  }
  return count;
}

template <class A>
void describe(A& a, Ref<A, std::string>& text) {
  const std::size_t count = describe_count(a, text.size(), 1);
  if constexpr (A::kReads) text.resize(count);
  a.plain(text.data(), count);
}

template <class A, class T>
void describe(A& a, std::vector<T>& values) {
  const std::size_t count = describe_count(a, values.size(), kIsPlain<T> ? sizeof(T) : 1);
  if constexpr (kIsPlain<T>) {
    values.resize(count);
    a.plain(values.data(), count);
  } else {
    values.clear();  // and grows with each element, since `count` may be wrong
    while (a.ok() && values.size() < count) a(values.emplace_back());
  }
}
template <class A, class T>
void describe(A& a, const std::span<const T>& values) {
  describe_count(a, values.size(), 1);
  if constexpr (kIsPlain<T>) {
    a.plain(values.data(), values.size());
  } else {
    for (const T& value : values) a(value);
  }
}
template <class A, class T>
void describe(A& a, const std::vector<T>& values) {
  describe(a, std::span<const T>(values));
}

template <class A, class T>
void describe(A& a, std::optional<T>& value) {
  bool given = value.has_value();
  a(given);
  if (given && !value) value.emplace();
  if (value) a(*value);
}
template <class A, class T>
void describe(A& a, const std::optional<T>& value) {
  bool given = value.has_value();
  a(given);
  if (value) a(*value);
}

/// The value that a pointer refers to. Pre: not null.
template <class A, class T>
void describe(A& a, std::shared_ptr<const T>& pointer) {
  auto value = std::make_shared<T>();
  a(*value);
  pointer = std::move(value);
}
template <class A, class T>
void describe(A& a, const std::shared_ptr<const T>& pointer) {
  a(*pointer);
}

template <class A, class T>
void describe(A& a, Grid<T>& grid) {
  static_assert(kIsPlain<T>);
  std::int32_t width = 0, height = 0;
  a(width, height);
  a.expect(width >= 0 && height >= 0 &&
           (width == 0 || static_cast<std::size_t>(height) <= a.left() / sizeof(T) / static_cast<std::size_t>(width)));
  if (!a.ok()) return;
  grid = Grid<T>(width, height);
  a.plain(grid.values().data(), grid.size());
}
template <class A, class T>
void describe(A& a, const Grid<T>& grid) {
  auto width = static_cast<std::int32_t>(grid.width()), height = static_cast<std::int32_t>(grid.height());
  a(width, height);
  a.plain(grid.values().data(), grid.size());
}

// ---- structs with a list of fields ----

/// Rejects a value that was read if its fields contradict each other. Most types have no such check.
template <class T>
void expect_sound(ByteReader&, const T&) {}

template <class A, class T>
requires HasFields<std::remove_const_t<T>>
void describe(A& a, T& value) {
  for_fields<std::remove_const_t<T>>([&](const auto& entry) {
    auto&& field = entry.get(value);
    if constexpr (kIsPointer<std::remove_cvref_t<decltype(field)>>) {
      bool given = field != nullptr;
      if (entry.rule.may_be_null) a(given);
      if (entry.rule.may_be_null && !given) return;
    }
    a(field);
  });
  if constexpr (A::kReads) expect_sound(a, value);
}

// ---- whole values ----

/// The bytes of a value.
template <class T>
std::vector<std::byte> archive_of(const T& value) {
  ByteWriter writer;
  writer(value);
  return writer.joined();
}

/// The bytes of each of the values.
template <class T>
std::vector<std::vector<std::byte>> archives_of(const std::vector<T>& values) {
  std::vector<std::vector<std::byte>> archives;
  for (const T& value : values) archives.push_back(archive_of(value));
  return archives;
}

/// The value that has these bytes; unset if they are not those of a T. Safe for any input.
template <class T>
std::optional<T> from_archive(std::span<const std::byte> bytes) {
  MemorySource source(bytes);
  ByteReader reader(source);
  std::optional<T> value(std::in_place);
  reader(*value);
  if (!reader.done()) value.reset();
  return value;
}

}  // namespace weald::pipeline
