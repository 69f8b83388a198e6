#pragma once
// Diagnostics: errors and warnings with a location in a source text, collected so that all are reported at once.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weald {

/// A location in one of the texts held by Sources. Lines and columns count from 1; `length` is in bytes, at least 1.
struct SourceLoc {
  std::uint32_t source = 0;
  std::uint32_t line = 0;  ///< 0: the source as a whole
  std::uint32_t column = 0;
  std::uint32_t length = 1;
  bool operator==(const SourceLoc&) const = default;
};

/// The texts that values come from: preset files, and one line per --set flag.
class Sources {
 public:
  /// Keeps `text` under `name` (a path as the user wrote it, or "--set #3") and returns its number.
  std::uint32_t add(std::string name, std::string text);
  /// The name that source `source` was added under. Pre: the number is valid.
  const std::string& name(std::uint32_t source) const;
  /// The text of one line without its line end; empty if there is no such line.
  std::string_view line(std::uint32_t source, std::uint32_t line) const;
  /// Number of texts.
  std::uint32_t count() const { return static_cast<std::uint32_t>(entries_.size()); }

 private:
  struct Entry {
    std::string name;
    std::string text;
    std::vector<std::size_t> lines;  ///< start of each line: a preset may have as many errors as lines
  };
  std::vector<Entry> entries_;
};

enum class Severity { warning, error };

/// The kinds of failure that end a run. The numbers are the exit codes of the program and the error codes of the
/// library.
enum class FailureKind : int {
  preset = 2,         ///< the preset, a setting or an argument is wrong
  file = 3,           ///< a file cannot be read or written
  internal = 4,       ///< a bug in weald
  memory = 5,         ///< not enough memory, or no further thread
  interrupted = 130,  ///< the user or the caller stopped the run
};

struct Diagnostic {
  Severity severity = Severity::error;
  std::optional<SourceLoc> where;
  std::string message;                        ///< one sentence without a full stop, lower case first
  std::string help;                           ///< advice on how to correct it ("did you mean 'octaves'?"); may be empty
  FailureKind failure = FailureKind::preset;  ///< for an error: `preset`, `file` or `memory`
  std::optional<SourceLoc> declared{};        ///< where the parameter or input that it is about is declared
};

/// Errors and warnings in the order in which they were found.
class Diagnostics {
 public:
  /// Adds an error at `where` (unset: no location) with advice in `help`; Diagnostic describes both texts.
  void error(std::optional<SourceLoc> where, std::string message, std::string help = {});
  /// Adds an error about a file that cannot be read, which has its own exit code. See error().
  void unreadable(std::optional<SourceLoc> where, std::string message, std::string help = {});
  /// Adds a warning, unless the same one has been given at this place before; see error().
  void warning(std::optional<SourceLoc> where, std::string message, std::string help = {});

  /// Adds a diagnostic that was found elsewhere.
  void add(Diagnostic diagnostic);

  /// Sets `declared` of all diagnostics from number `first` on that have none.
  void set_declared(std::size_t first, const SourceLoc& where);

  /// Whether there is an error; warnings do not count.
  bool has_errors() const { return errors_ > 0; }
  /// Whether a file could not be read.
  bool has_unreadable() const { return has(FailureKind::file); }
  /// Whether there was too little memory.
  bool has_out_of_memory() const { return has(FailureKind::memory); }
  /// Number of errors.
  std::size_t error_count() const { return errors_; }
  /// Whether there is an error at this place.
  bool has_error_at(const SourceLoc& where) const;
  /// Every error and warning.
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  bool has(FailureKind failure) const;

  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

/// One diagnostic as text: `file:line:col: error: message`, the source line, a caret line, and the help. With `colour`,
/// terminal escape codes highlight severity and caret. Ends with a newline.
std::string format(const Diagnostic& diagnostic, const Sources& sources, bool colour);

/// All diagnostics in order of location, at most `limit`, then a line that counts the rest. If there are more than
/// `limit`, warnings are dropped before errors.
std::string format_all(const Diagnostics& diagnostics, const Sources& sources, bool colour, std::size_t limit = 20);

}  // namespace weald
