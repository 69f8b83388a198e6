#pragma once
// The implementation of C functions: arguments are checked, exceptions are caught, structs have the caller's size.

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "front/library/report.h"

namespace weald::library {

/// Runs `work`; every exception becomes a report.
template <class Work>
weald_status call(weald_report** report, const Work& work) noexcept {
  if (report != nullptr) *report = nullptr;
  try {
    work();
    return WEALD_OK;
  } catch (...) {
    return fail(report);
  }
}

/// Throws StageError if `pointer` is null; otherwise returns what it points to.
template <class T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) throw StageError(std::string("the argument '") + name + "' is NULL");
  return *pointer;
}

/// Gives the caller the handle that `work(warnings)` makes, or null after an error.
template <class Handle, class Work>
weald_status make(Handle** out, weald_report** report, const Work& work) noexcept {
  if (out != nullptr) *out = nullptr;
  return call(report, [&] {
    required(out, "out");
    std::vector<ReportEntry> warnings;
    auto made = std::make_unique<Handle>(work(warnings));
    warn(report, std::move(warnings));
    *out = made.release();
  });
}

/// A text that may not be null.
inline std::string text(const char* pointer, const char* name) { return std::string(&required(pointer, name)); }

/// `count` texts. Throws StageError if one is null.
inline std::vector<std::string> texts(const char* const* pointers, std::size_t count, const char* name) {
  std::vector<std::string> result;
  if (count > 0) required(pointers, name);
  for (std::size_t i = 0; i < count; ++i) result.push_back(text(pointers[i], name));
  return result;
}

/// Writes as much of `value` to `out` as fits the caller's struct, and zeros beyond what this version knows.
template <class Struct>
weald_status fill(Struct* out, Struct value) noexcept {
  static_assert(std::is_trivially_copyable_v<Struct> && std::is_standard_layout_v<Struct>);
  if (out == nullptr || out->struct_size < sizeof(std::uint32_t)) return WEALD_ERROR_PRESET;
  const std::size_t size = out->struct_size;
  value.struct_size = out->struct_size;
  std::memcpy(static_cast<void*>(out), &value, std::min(size, sizeof value));
  if (size > sizeof value) std::memset(reinterpret_cast<char*>(out) + sizeof value, 0, size - sizeof value);
  return WEALD_OK;
}

/// Fills a struct for a function with a report. Throws StageError for a null pointer, and if its size is not set.
template <class Struct>
void fill(Struct* out, const Struct& value, const char* name) {
  if (fill(&required(out, "out"), value) != WEALD_OK)
    throw StageError(std::string("struct_size of ") + name + " is not set");
}

/// The options that the caller gave, null for none: members that the caller's struct lacks are zero. Throws StageError
/// if it has members that this version does not know.
template <class Struct>
Struct options_from(const Struct* given, const char* name) {
  static_assert(std::is_trivially_copyable_v<Struct> && std::is_standard_layout_v<Struct>);
  Struct options{};
  if (given == nullptr) return options;
  const std::size_t size = given->struct_size;
  if (size < sizeof(std::uint32_t)) throw StageError(std::string("struct_size of ") + name + " is not set");
  std::memcpy(static_cast<void*>(&options), given, std::min(size, sizeof options));
  const char* bytes = reinterpret_cast<const char*>(given);
  if (size > sizeof options && std::any_of(bytes + sizeof options, bytes + size, [](char byte) { return byte != 0; }))
    throw StageError(std::string(name) + " asks for something that this version of the library does not support");
  return options;
}

/// The numbers that the values consist of, such as the coordinates of points; null if there are no values.
template <class Number, class T>
const Number* numbers_of(const std::vector<T>& values) noexcept {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(Number) == 0);
  return values.empty() ? nullptr : reinterpret_cast<const Number*>(values.data());
}

/// The pointer to values, null if there are none.
template <class T>
const T* data_or_null(const std::vector<T>& values) noexcept {
  return values.empty() ? nullptr : values.data();
}

}  // namespace weald::library
