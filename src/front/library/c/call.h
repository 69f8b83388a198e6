#pragma once
// Helpers for C functions: they check arguments, catch exceptions, and respect the caller's size of structs.

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "front/library/c/handles.h"

namespace weald::c_api {

/// An invalid argument, named in the message.
class BadArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Puts an error into `report`, if that is not null, and returns its status.
weald_status fail(weald_report** report, api::Error error);

/// Puts warnings, if any, into `report`, if that is not null.
void warn(weald_report** report, const std::vector<api::Diagnostic>& warnings);

/// Puts the exception being handled into `report`, like fail(), and returns its status. Pre: called in a catch block.
weald_status fail_with_exception(weald_report** report) noexcept;

/// Runs `work`, which returns a status; every exception becomes a report.
template <class Work>
weald_status call(weald_report** report, const Work& work) noexcept {
  if (report != nullptr) *report = nullptr;
  try {
    return work();
  } catch (...) {
    return fail_with_exception(report);
  }
}

/// Throws BadArgument if `pointer` is null; otherwise returns what it points to.
template <class T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) throw BadArgument(std::string("the argument '") + name + "' is NULL");
  return *pointer;
}

/// A text that may not be null.
inline std::string text(const char* pointer, const char* name) { return std::string(&required(pointer, name)); }

/// `count` texts. Throws BadArgument if one is null.
std::vector<std::string> texts(const char* const* pointers, std::size_t count, const char* name);

/// Passes the value of `result` to `use`, or puts the error into `report`. `use` must not throw: warnings are reported
/// first.
template <class T, class Use>
weald_status deliver(weald_report** report, api::Result<T> result, const Use& use) {
  if (!result) return fail(report, result.error());
  warn(report, result.warnings());
  use(*result);
  return WEALD_OK;
}

/// Copies as much of `value` to `out` as fits the caller's struct, and zeroes members that this version does not know.
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

/// Fills a struct for a function with a report, which receives errors in `out`.
template <class Struct>
weald_status fill(Struct* out, const Struct& value, const char* name) {
  if (fill(&required(out, "out"), value) != WEALD_OK)
    throw BadArgument(std::string("struct_size of ") + name + " is not set");
  return WEALD_OK;
}

/// The caller's options; the defaults if `given` is null. Members that the caller's struct lacks are zero. Throws
/// BadArgument if a member that this version does not know is not zero.
template <class Struct>
Struct options_from(const Struct* given, const char* name) {
  static_assert(std::is_trivially_copyable_v<Struct> && std::is_standard_layout_v<Struct>);
  Struct options{};
  if (given == nullptr) return options;
  const std::size_t size = given->struct_size;
  if (size < sizeof(std::uint32_t)) throw BadArgument(std::string("struct_size of ") + name + " is not set");
  std::memcpy(static_cast<void*>(&options), given, std::min(size, sizeof options));
  const char* bytes = reinterpret_cast<const char*>(given);
  if (size > sizeof options && std::any_of(bytes + sizeof options, bytes + size, [](char byte) { return byte != 0; }))
    throw BadArgument(std::string(name) + " asks for something that this version of the library does not support");
  return options;
}

/// A pointer to the values; null if there are none.
template <class T>
const T* data_or_null(const std::vector<T>& values) noexcept {
  return values.empty() ? nullptr : values.data();
}

}  // namespace weald::c_api
