#include "formats/meshes/detail/ply_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "base/text/shown.h"

namespace weald::io {

namespace {

constexpr std::array kPlyTypes{
    std::pair{std::string_view{"char"}, PlyType::int8},       std::pair{std::string_view{"uchar"}, PlyType::uint8},
    std::pair{std::string_view{"short"}, PlyType::int16},     std::pair{std::string_view{"ushort"}, PlyType::uint16},
    std::pair{std::string_view{"int"}, PlyType::int32},       std::pair{std::string_view{"uint"}, PlyType::uint32},
    std::pair{std::string_view{"float"}, PlyType::float32},   std::pair{std::string_view{"double"}, PlyType::float64},
    std::pair{std::string_view{"int8"}, PlyType::int8},       std::pair{std::string_view{"uint8"}, PlyType::uint8},
    std::pair{std::string_view{"int16"}, PlyType::int16},     std::pair{std::string_view{"uint16"}, PlyType::uint16},
    std::pair{std::string_view{"int32"}, PlyType::int32},     std::pair{std::string_view{"uint32"}, PlyType::uint32},
    std::pair{std::string_view{"float32"}, PlyType::float32}, std::pair{std::string_view{"float64"}, PlyType::float64}};

class PlyHeaderReader {
 public:
  PlyHeaderReader(std::string_view bytes, ObjScanner& scanner) : bytes_(bytes), scanner_(scanner) {}

  PlyHeader run() {
    if (!scanner_.next_line() || scanner_.word().text != "ply") fail_at_start("it does not begin with the line 'ply'");
    bool has_format = false;
    for (;;) {
      if (!scanner_.next_line()) fail_at_start("its header has no 'end_header'");
      const ObjWord key = scanner_.word();
      if (key.text == "comment" || key.text == "obj_info") continue;
      if (key.text == "end_header") {
        if (!has_format) scanner_.fail(key, "the header names no format");
        break;
      }
      if (key.text == "format")
        has_format = read_format();
      else if (key.text == "element")
        read_element();
      else if (key.text == "property")
        read_property(key);
      else
        scanner_.fail(key, "'" + shown(key.text) + "' is not a line of a PLY header");
      if (const ObjWord more = scanner_.word(); !more.empty()) scanner_.fail(more, "expected the end of the line here");
    }
    header_.size = end_of_head();
    for (const PlyElement& element : header_.elements) check_room(element);
    return std::move(header_);
  }

 private:
  [[noreturn]] void fail_at_start(const std::string& message) const {
    scanner_.fail({{}, 1, 1}, "this is not a PLY file: " + message);
  }

  bool read_format() {
    const ObjWord encoding = scanner_.word(), version = scanner_.word();
    if (encoding.text == "ascii")
      header_.encoding = PlyEncoding::text;
    else if (encoding.text == "binary_little_endian")
      header_.encoding = PlyEncoding::little;
    else if (encoding.text == "binary_big_endian")
      header_.encoding = PlyEncoding::big;
    else
      scanner_.fail(encoding, "'" + shown(encoding.text) +
                                  "' is not one of the formats ascii, binary_little_endian and binary_big_endian");
    if (version.text != "1.0") scanner_.fail(version, "only version 1.0 of PLY is supported");
    return true;
  }

  void read_element() {
    PlyElement element;
    element.where = scanner_.word();
    if (element.where.empty()) scanner_.fail(element.where, "the name of the element is missing");
    element.name = element.where.text;
    const ObjWord count = scanner_.word();
    const char* const end = count.text.data() + count.text.size();
    if (const auto read = std::from_chars(count.text.data(), end, element.count);
        count.empty() || read.ec != std::errc{} || read.ptr != end)
      scanner_.fail(count, "'" + shown(count.text) + "' is not a number of elements");
    if (std::ranges::any_of(header_.elements, [&](const PlyElement& e) { return e.name == element.name; }))
      scanner_.fail(element.where, "there are two elements '" + shown(element.name) + "'");
    header_.elements.push_back(std::move(element));
  }

  PlyType type_of(const ObjWord& word) const {
    for (const auto& [name, type] : kPlyTypes) {
      if (name == word.text) return type;
    }
    scanner_.fail(word, "'" + shown(word.text) + "' is not a PLY type");
  }

  void read_property(const ObjWord& key) {
    if (header_.elements.empty()) scanner_.fail(key, "a property appears before the first element");
    PlyElement& element = header_.elements.back();
    PlyProperty property;
    ObjWord type = scanner_.word();
    if (type.text == "list") {
      const ObjWord length = scanner_.word();
      property.length = type_of(length);
      if (is_float(*property.length)) scanner_.fail(length, "the length of a list must be a whole number");
      type = scanner_.word();
    }
    property.type = type_of(type);
    const ObjWord name = scanner_.word();
    if (name.empty()) scanner_.fail(name, "the name of the property is missing");
    property.name = name.text;
    if (!names_.insert({header_.elements.size(), property.name}).second)
      scanner_.fail(name, fmt::format("'{}' has two properties '{}'", shown(element.name), shown(property.name)));
    element.properties.push_back(std::move(property));
  }

  /// The offset after the line `end_header`, which has the same line end as the first line.
  std::size_t end_of_head() const {
    std::size_t at = scanner_.offset();
    while (at < bytes_.size() && (bytes_[at] == ' ' || bytes_[at] == '\t')) ++at;
    const std::size_t first = bytes_.find_first_of("\r\n");
    const std::size_t length = bytes_.substr(first, 2) == "\r\n" ? 2 : 1;
    return std::min(at + length, bytes_.size());
  }

  /// Reports an element for which the file is too short. A number needs its size in bytes or, in a text, at least a
  /// digit and a separator.
  void check_room(const PlyElement& element) const {
    const bool is_text = header_.encoding == PlyEncoding::text;
    const std::size_t least = is_text ? 2 * element.properties.size() : element.least_bytes();
    const std::size_t room = bytes_.size() - header_.size + (is_text ? 1 : 0);
    if (least == 0 || element.count <= room / least) return;
    scanner_.fail(element.where,
                  fmt::format("expected {} of '{}', but only {} the header", element.count, shown(element.name),
                              counted_noun(bytes_.size() - header_.size, "byte follows", "bytes follow")));
  }

  std::string_view bytes_;
  ObjScanner& scanner_;
  PlyHeader header_;
  std::set<std::pair<std::size_t, std::string>> names_;  // of properties, with the number of their element
};

}  // namespace

std::size_t size_of(PlyType type) {
  constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}

bool is_float(PlyType type) { return type == PlyType::float32 || type == PlyType::float64; }

std::size_t PlyElement::least_bytes() const {
  std::size_t bytes = 0;
  for (const PlyProperty& property : properties) bytes += size_of(property.length.value_or(property.type));
  return bytes;
}

bool PlyElement::has_lists() const {
  return std::ranges::any_of(properties, [](const PlyProperty& p) { return p.length.has_value(); });
}

PlyHeader read_ply_header(std::string_view bytes, ObjScanner& scanner) { return PlyHeaderReader(bytes, scanner).run(); }

}  // namespace weald::io
