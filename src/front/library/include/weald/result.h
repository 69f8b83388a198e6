#pragma once
// Values or errors. Part of <weald/weald.h>, which programs should include.

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace weald::api {

/// The kind of a failure. The numbers are the exit codes of the program.
enum class Code {
  preset = 2,        ///< the preset, a setting or an argument is wrong
  file = 3,          ///< a file could not be read or written
  internal = 4,      ///< a bug in weald
  memory = 5,        ///< out of memory, or no further thread
  interrupted = 130  ///< cancelled by the caller
};

enum class Severity { warning, error };

/// A diagnostic and its location. Lines and columns count from 1, columns and lengths in bytes.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;     ///< as the caller named it; "set #1" and its like for settings; empty: no place
  int line = 0;         ///< 0: the file as a whole
  int column = 0;       ///< 0 if line is 0
  int length = 0;       ///< bytes, from the column on
  std::string message;  ///< one sentence without a full stop
  std::string help;     ///< what to do about it; may be empty
  std::string text;     ///< as the program prints it: several lines, with the line of the file and a mark
};

/// Why something failed.
struct Error {
  Code code = Code::internal;
  std::string message;                  ///< as the program prints it; several lines if there are diagnostics
  std::vector<Diagnostic> diagnostics;  ///< all errors of a preset, in the order they were found; may be empty
};

/// A value or an Error; and any warnings.
template <class T>
class Result {
 public:
  Result(T value, std::vector<Diagnostic> warnings = {}) : content_(std::move(value)), warnings_(std::move(warnings)) {}
  Result(Error error) : content_(std::move(error)) {}

  /// True if there is a value.
  bool ok() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  /// The value; for a temporary Result a copy that outlives it, so that `for (auto& x : f().value())` is valid. Throws
  /// std::logic_error with the error's message if there is none.
  T& value() & { return check(), *std::get_if<0>(&content_); }
  const T& value() const& { return check(), *std::get_if<0>(&content_); }
  T value() && { return check(), std::move(*std::get_if<0>(&content_)); }
  /// The value, by `*result` and `result->`. Pre: ok().
  T& operator*() & noexcept { return *std::get_if<0>(&content_); }
  const T& operator*() const& noexcept { return *std::get_if<0>(&content_); }
  T operator*() && { return std::move(*std::get_if<0>(&content_)); }
  T* operator->() noexcept { return std::get_if<0>(&content_); }
  const T* operator->() const noexcept { return std::get_if<0>(&content_); }

  /// The error. Pre: not ok().
  const Error& error() const noexcept { return *std::get_if<1>(&content_); }
  /// The result of `use(value)` with the same warnings; or the error.
  template <class Use>
  auto then(const Use& use) && -> Result<std::decay_t<decltype(use(std::declval<T>()))>> {
    if (!ok()) return error();
    return {use(std::move(**this)), std::move(warnings_)};
  }
  /// Warnings that came with the value.
  const std::vector<Diagnostic>& warnings() const noexcept { return warnings_; }

 private:
  void check() const {
    if (!ok()) throw std::logic_error(error().message);
  }
  std::variant<T, Error> content_;
  std::vector<Diagnostic> warnings_;
};

/// The value of functions that only succeed or fail.
struct Done {};
using Status = Result<Done>;

}  // namespace weald::api
