#include "formats/meshes/detail/ply_input.h"

#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/shown.h"
#include "formats/files/raw_words.h"

namespace weald::io {

namespace {

class PlyTextInput final : public PlyInput {
 public:
  explicit PlyTextInput(ObjScanner& scanner) : scanner_(scanner) {}

  float number(PlyType) override { return scanner_.number(take()); }

  std::int64_t whole(PlyType) override {
    const ObjWord& word = take();
    const char* const end = word.text.data() + word.text.size();
    std::int64_t value = 0;
    const auto read = std::from_chars(word.text.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end) fail("'" + shown(word.text) + "' is not a whole number");
    return value;
  }

  void skip(PlyType, std::uint64_t count) override {
    for (; count > 0; --count) take();
  }

  std::uint32_t next_line() override { return peek().line; }

  std::string rest() override {
    const ObjWord& word = peek();
    return word.empty() ? std::string{} : fmt::format("what follows on line {}", word.line);
  }

  [[noreturn]] void fail(const std::string& message) const override { scanner_.fail(last_, message); }

 private:
  const ObjWord& peek() {
    while (next_.empty() && !at_end_) {
      next_ = scanner_.word();
      if (next_.empty()) at_end_ = !scanner_.next_line();
    }
    return next_;  // at the end of the text, a location without a word
  }

  const ObjWord& take() {
    last_ = peek();
    if (last_.empty()) fail("the file ends before its last element");
    next_ = {};
    return last_;
  }

  ObjScanner& scanner_;
  ObjWord last_, next_;
  bool at_end_ = false;
};

class PlyBinaryInput final : public PlyInput {
 public:
  PlyBinaryInput(std::string_view bytes, std::size_t begin, ByteOrder order, const std::string& name)
      : bytes_(bytes), next_(begin), last_(begin), order_(order), name_(name) {}

  float number(PlyType type) override {
    const auto value = static_cast<float>(value_of(type));
    if (!std::isfinite(value)) fail("the number is not finite, or too large");
    return value;
  }

  std::int64_t whole(PlyType type) override {
    const double value = value_of(type);
    if (!(std::abs(value) <= 0x1p53) || std::floor(value) != value) fail("the number is not a whole number");
    return static_cast<std::int64_t>(value);
  }

  void skip(PlyType type, std::uint64_t count) override {
    last_ = next_;
    if (count > (bytes_.size() - next_) / size_of(type)) fail_at_end();
    next_ += static_cast<std::size_t>(count) * size_of(type);
  }

  std::uint32_t next_line() override { return 0; }

  std::string rest() override { return next_ == bytes_.size() ? std::string{} : "what follows the last element"; }

  [[noreturn]] void fail(const std::string& message) const override {
    throw IoError(fmt::format("'{}', byte {}: {}", name_, last_, message));
  }

 private:
  [[noreturn]] void fail_at_end() const { fail("the file ends before its last element"); }

  double value_of(PlyType type) {
    skip(type, 1);
    const char* const at = bytes_.data() + last_;
    switch (type) {
      case PlyType::int8: return static_cast<std::int8_t>(word_at<std::uint8_t>(at, order_));
      case PlyType::uint8: return word_at<std::uint8_t>(at, order_);
      case PlyType::int16: return static_cast<std::int16_t>(word_at<std::uint16_t>(at, order_));
      case PlyType::uint16: return word_at<std::uint16_t>(at, order_);
      case PlyType::int32: return static_cast<std::int32_t>(word_at<std::uint32_t>(at, order_));
      case PlyType::uint32: return word_at<std::uint32_t>(at, order_);
      case PlyType::float32: return float_at(at, order_);
      case PlyType::float64: return std::bit_cast<double>(word_at<std::uint64_t>(at, order_));
    }
    return 0;
  }

  std::string_view bytes_;
  std::size_t next_, last_;
  ByteOrder order_;
  const std::string& name_;
};

}  // namespace

std::unique_ptr<PlyInput> ply_input(const PlyHeader& header, std::string_view bytes, const std::string& name,
                                    ObjScanner& scanner) {
  if (header.encoding == PlyEncoding::text) return std::make_unique<PlyTextInput>(scanner);
  const ByteOrder order = header.encoding == PlyEncoding::big ? ByteOrder::big : ByteOrder::little;
  return std::make_unique<PlyBinaryInput>(bytes, header.size, order, name);
}

}  // namespace weald::io
