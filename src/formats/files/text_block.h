#pragma once
// TextBlock: a growing text into which formatters write without a check per character.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace weald::io {

/// Text in memory of its own.
class TextBlock {
 public:
  /// Memory for the next `size` bytes; valid until the next call.
  char* room(std::size_t size) {
    if (capacity_ - size_ < size) grow(size);
    return data_.get() + size_;
  }
  /// Ends the text at `end`, an address inside the memory that room() returned.
  void end_at(const char* end) { size_ = static_cast<std::size_t>(end - data_.get()); }
  /// Adds `text` at the end.
  void append(std::string_view text) {
    char* out = room(text.size());
    std::copy(text.begin(), text.end(), out);
    end_at(out + text.size());
  }
  /// The text's first byte; valid until the next call of room() or append().
  const char* data() const { return data_.get(); }
  /// Removes the text and keeps the memory.
  void clear() { size_ = 0; }
  /// The text; valid as data() is.
  std::string_view view() const { return {data_.get(), size_}; }

 private:
  void grow(std::size_t size) {
    const std::size_t capacity = std::max(2 * capacity_, size_ + size + 1024);
    auto data = std::make_unique_for_overwrite<char[]>(capacity);
    if (size_ > 0) std::memcpy(data.get(), data_.get(), size_);
    data_ = std::move(data);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace weald::io
