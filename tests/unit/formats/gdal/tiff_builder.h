#pragma once
// TIFF files written out by hand as the format says: one strip per band, little-endian, not compressed.

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace weald::test {

/// The bytes of values in memory, which are those of the file on a little-endian machine.
template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// The directory of a TIFF.
class TiffBuilder {
 public:
  enum Format : std::uint16_t { unsigned_whole = 1, signed_whole = 2, real = 3 };

  TiffBuilder(std::uint32_t width, std::uint32_t height, std::uint16_t bits, Format format) : height_(height) {
    longs(256, {width});
    longs(257, {height});
    shorts(258, {bits});
    shorts(259, {1});  // not compressed
    shorts(262, {1});  // black is 0
    shorts(277, {1});
    shorts(284, {2});  // each band on its own
    shorts(339, {format});
  }
  /// Adds a band of these samples.
  TiffBuilder& band(std::string samples) {
    bands_.push_back(std::move(samples));
    return *this;
  }
  TiffBuilder& shorts(std::uint16_t tag, const std::vector<std::uint16_t>& values) {
    return put(tag, 3, values.size(), bytes_of(values));
  }
  TiffBuilder& longs(std::uint16_t tag, const std::vector<std::uint32_t>& values) {
    return put(tag, 4, values.size(), bytes_of(values));
  }
  TiffBuilder& doubles(std::uint16_t tag, const std::vector<double>& values) {
    return put(tag, 12, values.size(), bytes_of(values));
  }
  TiffBuilder& text(std::uint16_t tag, const std::string& value) { return put(tag, 2, value.size() + 1, value + '\0'); }

  /// Coordinates: the north-western corner of the first cell, and the size of the cells.
  TiffBuilder& at(double x, double y, double width, double height) {
    doubles(33550, {width, height, 0});
    return doubles(33922, {0, 0, 0, x, y, 0});
  }
  /// A coordinate system of EPSG: `model` 1 projected, 2 geographic. `raster` 1: samples are areas, 2: points.
  TiffBuilder& crs(std::uint16_t model, std::uint16_t code, std::uint16_t raster = 1) {
    const std::uint16_t key = model == 2 ? 2048 : 3072;
    return shorts(34735, {1, 1, 0, 3, 1024, 0, 1, model, 1025, 0, 1, raster, key, 0, 1, code});
  }

  std::string file() {
    const auto count = static_cast<std::uint16_t>(bands_.size());
    shorts(277, {count});
    for (const std::uint16_t tag : {std::uint16_t{258}, std::uint16_t{339}}) {
      const std::string one = entries_.at(tag).bytes.substr(0, 2);
      Entry& entry = entries_.at(tag);
      entry.bytes.clear();
      for (std::uint16_t i = 0; i < count; ++i) entry.bytes += one;
      entry.count = count;
    }
    longs(278, {height_});
    std::vector<std::uint32_t> places(count), sizes;
    for (const std::string& samples : bands_) sizes.push_back(static_cast<std::uint32_t>(samples.size()));
    longs(273, places);
    longs(279, sizes);
    const std::size_t data = 8 + 2 + 12 * entries_.size() + 4;
    std::size_t next = data;
    for (const auto& [tag, entry] : entries_) next += entry.bytes.size() > 4 ? entry.bytes.size() + 8 : 0;
    for (std::size_t i = 0; i < count; ++i) {
      places[i] = static_cast<std::uint32_t>(next);
      next += sizes[i];
    }
    longs(273, places);
    std::string head("II*\0\x08\0\0\0", 8), rest;
    append<std::uint16_t>(head, static_cast<std::uint16_t>(entries_.size()));
    for (const auto& [tag, entry] : entries_) {
      append(head, tag);
      append(head, entry.type);
      append(head, static_cast<std::uint32_t>(entry.count));
      if (entry.bytes.size() <= 4) {
        head += entry.bytes + std::string(4 - entry.bytes.size(), '\0');
        continue;
      }
      append(head, static_cast<std::uint32_t>(data + rest.size()));
      rest += entry.bytes + std::string(8, '\0');
    }
    append<std::uint32_t>(head, 0);
    std::string file = head + rest;
    for (const std::string& samples : bands_) file += samples;
    return file;
  }

 private:
  struct Entry {
    std::uint16_t type = 0;
    std::size_t count = 0;
    std::string bytes;
  };

  TiffBuilder& put(std::uint16_t tag, std::uint16_t type, std::size_t count, std::string bytes) {
    entries_[tag] = {type, count, std::move(bytes)};
    return *this;
  }
  template <class T>
  static void append(std::string& out, T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out.append(bytes, sizeof(T));
  }

  std::uint32_t height_;
  std::map<std::uint16_t, Entry> entries_;
  std::vector<std::string> bands_;
};

}  // namespace weald::test
