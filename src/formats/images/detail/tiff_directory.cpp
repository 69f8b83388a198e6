#include "formats/images/detail/tiff_directory.h"

#include <bit>

#include "formats/files/raw_words.h"

namespace weald::io {

namespace {

constexpr std::uint16_t kAscii = 2, kShort = 3, kLong = 4, kDouble = 12, kLong8 = 16;
constexpr std::uint16_t kPlace = 0;  // kLong or kLong8

template <class Word>
void put_tiff(std::string& bytes, std::uint64_t value) {
  char word[sizeof(Word)];
  put_word(word, static_cast<Word>(value));
  bytes.append(word, sizeof(Word));
}

std::uint16_t stored_type(std::uint16_t type, TiffKind kind) {
  if (type != kPlace) return type;
  return kind == TiffKind::big ? kLong8 : kLong;
}

void put_value(std::string& bytes, std::uint16_t type, std::uint64_t value) {
  if (type == kAscii) return put_tiff<std::uint8_t>(bytes, value);
  if (type == kShort) return put_tiff<std::uint16_t>(bytes, value);
  if (type == kLong) return put_tiff<std::uint32_t>(bytes, value);
  put_tiff<std::uint64_t>(bytes, value);
}

/// A number as wide as a place in the file.
void put_place(std::string& bytes, TiffKind kind, std::uint64_t value) {
  put_value(bytes, stored_type(kPlace, kind), value);
}

std::size_t room_in_entry(TiffKind kind) { return kind == TiffKind::big ? 8 : 4; }

/// Bytes of the directory itself: the number of entries, the entries, and the place of the next directory.
std::uint64_t table_size(TiffKind kind, std::size_t entries) {
  return kind == TiffKind::big ? 8 + 20 * entries + 8 : 2 + 12 * entries + 4;
}

template <class Values>
std::vector<std::uint64_t> widened(const Values& values) {
  return {values.begin(), values.end()};
}

}  // namespace

std::string tiff_start(TiffKind kind) {
  return kind == TiffKind::big ? std::string("II\x2B\0\x08\0\0\0\x10\0\0\0\0\0\0\0", 16)
                               : std::string("II\x2A\0\x08\0\0\0", 8);
}

void TiffDirectory::shorts(std::uint16_t tag, const std::vector<std::uint16_t>& values) {
  entries_[tag] = {kShort, widened(values)};
}

void TiffDirectory::longs(std::uint16_t tag, const std::vector<std::uint32_t>& values) {
  entries_[tag] = {kLong, widened(values)};
}

void TiffDirectory::places(std::uint16_t tag, const std::vector<std::uint64_t>& values) {
  entries_[tag] = {kPlace, values};
}

void TiffDirectory::doubles(std::uint16_t tag, const std::vector<double>& values) {
  Entry& entry = entries_[tag] = {kDouble, {}};
  for (const double value : values) entry.values.push_back(std::bit_cast<std::uint64_t>(value));
}

void TiffDirectory::text(std::uint16_t tag, std::string_view value) {
  Entry& entry = entries_[tag] = {kAscii, {}};
  for (const char c : value) entry.values.push_back(static_cast<unsigned char>(c));
  entry.values.push_back(0);
}

std::uint64_t TiffDirectory::size(TiffKind kind) const { return encoded(kind, 0, false).size(); }

std::string TiffDirectory::encoded(TiffKind kind, std::uint64_t start, bool has_next) const {
  const std::uint64_t table = table_size(kind, entries_.size());
  std::string entries, values;
  for (const auto& [tag, entry] : entries_) {
    const std::uint16_t type = stored_type(entry.type, kind);
    std::string own;
    for (const std::uint64_t value : entry.values) put_value(own, type, value);
    put_tiff<std::uint16_t>(entries, tag);
    put_tiff<std::uint16_t>(entries, type);
    put_place(entries, kind, entry.values.size());
    if (own.size() <= room_in_entry(kind)) {
      entries += own + std::string(room_in_entry(kind) - own.size(), '\0');
      continue;
    }
    put_place(entries, kind, start + table + values.size());
    values += own + std::string(own.size() % 8 == 0 ? 0 : 8 - own.size() % 8, '\0');
  }
  std::string bytes;
  if (kind == TiffKind::big)
    put_tiff<std::uint64_t>(bytes, entries_.size());
  else
    put_tiff<std::uint16_t>(bytes, entries_.size());
  bytes += entries;
  put_place(bytes, kind, has_next ? start + table + values.size() : 0);
  return bytes + values;
}

}  // namespace weald::io
