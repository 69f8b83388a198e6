#include "formats/images/heightmap_files.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/math/clamped.h"
#include "base/parallel.h"
#include "base/text/lower_case.h"
#include "formats/files/raw_words.h"
#include "formats/files/read_file.h"
#include "formats/images/detail/png16.h"
#include "formats/images/detail/row_bands.h"
#include "formats/images/exr.h"
#include "schema/codec.h"

namespace weald::io {

namespace {

constexpr std::size_t kRowsOfTask = 16;
constexpr std::size_t kMaxSidecarBytes = std::size_t{1} << 20;

double number(const nlohmann::json& value, const std::string& where) {
  if (!value.is_number()) throw IoError(where + " is not a number");
  const auto result = value.get<double>();
  if (!std::isfinite(result)) throw IoError(where + " is not a finite number");
  return result;
}

/// Calls `store` with the number `key` of `json`, if there is one.
template <class Store>
void with_number(const nlohmann::json& json, const char* key, const std::string& file, const Store& store) {
  if (const auto it = json.find(key); it != json.end())
    store(number(*it, "'" + std::string(key) + "' in '" + file + "'"));
}

/// Converts the rows of `heights` to samples in the rows of `out` from `at` on, in parallel. See quantize().
void quantize_rows(const HeightView& heights, const HeightEncoding& encoding, Grid<std::uint16_t>& out, int at) {
  const double range = encoding.max - encoding.min;
  const Region& region = heights.region;
  parallel_blocks(static_cast<std::size_t>(region.height), kRowsOfTask, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const float* const from = heights.row(region.y + y) + region.x;
      const auto to = out.row(at + y);
      if (!(range > 0)) {
        std::ranges::fill(to, std::uint16_t{0});
        continue;
      }
      for (std::size_t x = 0; x < to.size(); ++x) {
        const double level = (from[x] - encoding.min) / range * 65535.0 + 0.5;
        // Rounds down, since what is converted is at least 0.
        to[x] = static_cast<std::uint16_t>(static_cast<std::int32_t>(clamped(level, 0.0, 65535.0)));
      }
    }
  });
}

/// Appends words in `order`.
template <class Word>
void append_words(std::span<const Word> words, ByteOrder order, std::vector<Word>& scratch, Sink& sink) {
  constexpr ByteOrder kNative = std::endian::native == std::endian::big ? ByteOrder::big : ByteOrder::little;
  constexpr ByteOrder kOther = kNative == ByteOrder::big ? ByteOrder::little : ByteOrder::big;
  if (order != kNative) {
    scratch.resize(words.size());
    char* end = reinterpret_cast<char*>(scratch.data());
    for (const Word word : words) end = put_word(end, word, kOther);
    words = scratch;
  }
  sink.append({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
}

/// The byte order that an encoding of write_sidecar() names.
std::optional<ByteOrder> order_of(std::string_view encoding) {
  if (encoding.ends_with("-le")) return ByteOrder::little;
  if (encoding.ends_with("-be")) return ByteOrder::big;
  return std::nullopt;
}

}  // namespace

void refuse_empty(const GridSpec& grid) {
  if (grid.width <= 0 || grid.height <= 0) throw StageError("an empty heightmap cannot be written");
}

HeightEncoding encoding_of(const Heightmap& map) {
  const HeightRange range = StoredRows(map).range();
  return {range.min, range.max};
}

Grid<std::uint16_t> quantize(const Heightmap& map, const HeightEncoding& encoding) {
  Grid<std::uint16_t> samples(map.width(), map.height(), kUnset);
  quantize_rows(view(map), encoding, samples, 0);
  return samples;
}

void write_heightmap_png(HeightRows& rows, const HeightEncoding& encoding, Sink& sink, const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  const auto read = [&](int first, int count, Grid<std::uint16_t>& samples, int at) {
    quantize_rows(rows.rows(first, count), encoding, samples, at);
  };
  write_png16(grid.width, grid.height, read, sink, context);
}

void for_each_quantized(HeightRows& rows, const HeightEncoding& encoding, const RunContext& context,
                        const std::function<void(std::span<const std::uint16_t>)>& use) {
  const GridSpec grid = rows.grid();
  Grid<std::uint16_t> samples;
  for_each_rows(grid, context, [&](int first, int count) {
    if (samples.height() != count) samples = Grid<std::uint16_t>(grid.width, count, kUnset);
    quantize_rows(rows.rows(first, count), encoding, samples, 0);
    use(samples.values());
  });
}

void write_r16(HeightRows& rows, const HeightEncoding& encoding, ByteOrder order, Sink& sink,
               const RunContext& context) {
  refuse_empty(rows.grid());
  std::vector<std::uint16_t> scratch;
  for_each_quantized(rows, encoding, context,
                     [&](std::span<const std::uint16_t> words) { append_words(words, order, scratch, sink); });
}

void write_r32(HeightRows& rows, ByteOrder order, Sink& sink, const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  std::vector<std::uint32_t> words, scratch;
  for_each_rows(grid, context, [&](int first, int count) {
    const HeightView heights = rows.rows(first, count);
    for (int y = first; y < first + count; ++y) {
      words.resize(static_cast<std::size_t>(grid.width));
      std::memcpy(words.data(), heights.row(y), words.size() * sizeof(float));
      append_words<std::uint32_t>(words, order, scratch, sink);
    }
  });
}

void write_heightmap_exr(HeightRows& rows, const std::filesystem::path& folder, Sink& sink, const RunContext& context) {
  refuse_empty(rows.grid());
  write_exr(rows, folder, sink, context);
}

void write_sidecar(const GridSpec& grid, const HeightEncoding& encoding, std::string_view sample_encoding, Sink& sink) {
  using schema::number_text;
  std::string text = "{\n";
  text += "  \"width\": " + std::to_string(grid.width) + ",\n";
  text += "  \"height\": " + std::to_string(grid.height) + ",\n";
  text += "  \"cell_size_m\": " + number_text(grid.cell_size) + ",\n";
  text += "  \"min_m\": " + number_text(encoding.min) + ",\n";
  text += "  \"max_m\": " + number_text(encoding.max) + ",\n";
  text += "  \"origin_m\": [" + number_text(grid.origin.x) + ", " + number_text(grid.origin.y) + "],\n";
  text += "  \"encoding\": \"" + std::string(sample_encoding) + "\"\n}\n";
  sink.append(text);
}

std::filesystem::path sidecar_path(const std::filesystem::path& file) {
  if (lower_case(file.extension().string()) == ".png") return std::filesystem::path(file).replace_extension(".json");
  return std::filesystem::path(file) += ".json";
}

std::vector<std::filesystem::path> sidecar_places(const std::filesystem::path& file) {
  std::vector<std::filesystem::path> places{sidecar_path(file)};
  const std::filesystem::path other = std::filesystem::path(file).replace_extension(".json");
  if (other != places.front()) places.push_back(other);
  return places;
}

Sidecar sidecar_of(const std::filesystem::path& file) {
  const std::vector<std::filesystem::path> places = sidecar_places(file);
  for (const std::filesystem::path& place : places) {
    if (std::optional<Sidecar> sidecar = read_sidecar(place)) {
      if (place != places.front()) sidecar->order.reset();
      return *sidecar;
    }
  }
  return {};
}

Sidecar parse_sidecar(std::string_view text, const std::string& name) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) throw IoError("'" + name + "' is not valid JSON");
  if (!json.is_object()) throw IoError("'" + name + "' is not a JSON object");
  Sidecar sidecar;
  with_number(json, "width", name, [&](double v) { sidecar.width = static_cast<int>(clamped(v, -1.0, 1e9)); });
  with_number(json, "height", name, [&](double v) { sidecar.height = static_cast<int>(clamped(v, -1.0, 1e9)); });
  with_number(json, "cell_size_m", name, [&](double v) { sidecar.cell_size = v; });
  with_number(json, "min_m", name, [&](double v) { sidecar.min = v; });
  with_number(json, "max_m", name, [&](double v) { sidecar.max = v; });
  with_number(json, "no_data", name, [&](double v) { sidecar.no_data = v; });
  if (const auto it = json.find("origin_m"); it != json.end()) {
    const std::string where = "'origin_m' in '" + name + "'";
    if (!it->is_array() || it->size() != 2) throw IoError(where + " is not a list of two numbers");
    sidecar.origin = Vec2{number((*it)[0], where), number((*it)[1], where)};
  }
  if (const auto it = json.find("encoding"); it != json.end()) {
    if (!it->is_string()) throw IoError("'encoding' in '" + name + "' is not a text");
    sidecar.order = order_of(it->get<std::string>());
  }
  return sidecar;
}

std::optional<Sidecar> read_sidecar(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return parse_sidecar(read_file(path, kMaxSidecarBytes), path.string());
}

}  // namespace weald::io
