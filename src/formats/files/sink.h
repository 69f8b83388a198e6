#pragma once
// Sink: receives the bytes of a writer. Writers stream: they buffer only a few blocks of their output.

#include <string>
#include <string_view>

namespace weald::io {

/// Receives the bytes of one file in order.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Appends `bytes`. Throws IoError if they cannot be stored (a full disk).
  virtual void append(std::string_view bytes) = 0;
};

/// Keeps the bytes in memory.
class StringSink final : public Sink {
 public:
  void append(std::string_view bytes) override { text.append(bytes); }
  std::string text;
};

}  // namespace weald::io
