#include "formats/images/heightmap_files.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <system_error>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/math/clamped.h"
#include "base/parallel.h"
#include "base/text/lower_case.h"
#include "formats/files/read_file.h"
#include "formats/images/detail/png16.h"
#include "formats/images/exr.h"
#include "schema/codec.h"

namespace weald::io {

namespace {

constexpr std::size_t kRowsAtOnce = 64;
constexpr std::size_t kMaxSidecarBytes = std::size_t{1} << 20;

void refuse_empty(const Heightmap& map) {
  if (map.heights.empty()) throw StageError("an empty heightmap cannot be written");
}

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

/// Appends the samples row by row, each with its bytes in `order`.
template <class Sample>
void write_words(const Grid<Sample>& samples, ByteOrder order, Sink& sink) {
  using Word = std::conditional_t<sizeof(Sample) == 2, std::uint16_t, std::uint32_t>;
  std::string bytes;
  for (int y = 0; y < samples.height(); ++y) {
    bytes.clear();
    for (const Sample sample : samples.row(y)) {
      const auto word = std::bit_cast<Word>(sample);
      for (std::size_t i = 0; i < sizeof(Word); ++i) {
        const std::size_t place = order == ByteOrder::big ? sizeof(Word) - 1 - i : i;
        bytes.push_back(static_cast<char>((word >> (8 * place)) & 0xFF));
      }
    }
    sink.append(bytes);
  }
}

/// The byte order that an encoding of write_sidecar() names.
std::optional<ByteOrder> order_of(std::string_view encoding) {
  if (encoding.ends_with("-le")) return ByteOrder::little;
  if (encoding.ends_with("-be")) return ByteOrder::big;
  return std::nullopt;
}

}  // namespace

HeightEncoding encoding_of(const Heightmap& map) {
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      if (std::isfinite(map.heights.at(x, y))) continue;
      throw StageError("the height of sample (" + std::to_string(x) + ", " + std::to_string(y) +
                       ") is not a finite number");
    }
  }
  const HeightRange range = height_range(map);
  return {range.min, range.max};
}

Grid<std::uint16_t> quantize(const Heightmap& map, const HeightEncoding& encoding) {
  Grid<std::uint16_t> samples(map.width(), map.height());
  const double range = encoding.max - encoding.min;
  if (!(range > 0)) return samples;
  parallel_blocks(static_cast<std::size_t>(map.height()), kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      const auto heights = map.heights.row(static_cast<int>(y));
      const auto out = samples.row(static_cast<int>(y));
      for (std::size_t x = 0; x < heights.size(); ++x) {
        const double level = std::floor((heights[x] - encoding.min) / range * 65535.0 + 0.5);
        out[x] = static_cast<std::uint16_t>(static_cast<std::int32_t>(clamped(level, 0.0, 65535.0)));
      }
    }
  });
  return samples;
}

void write_heightmap_png(const Heightmap& map, const HeightEncoding& encoding, Sink& sink, const RunContext& context) {
  refuse_empty(map);
  write_png16(quantize(map, encoding), sink, context);
}

void write_r16(const Heightmap& map, const HeightEncoding& encoding, ByteOrder order, Sink& sink) {
  refuse_empty(map);
  write_words(quantize(map, encoding), order, sink);
}

void write_r32(const Heightmap& map, ByteOrder order, Sink& sink) {
  refuse_empty(map);
  encoding_of(map);  // reports heights that are not finite
  write_words(map.heights, order, sink);
}

void write_heightmap_exr(const Heightmap& map, Sink& sink) {
  refuse_empty(map);
  encoding_of(map);
  write_exr(map.heights, sink);
}

void write_sidecar(const Heightmap& map, const HeightEncoding& encoding, std::string_view sample_encoding, Sink& sink) {
  using schema::number_text;
  std::string text = "{\n";
  text += "  \"width\": " + std::to_string(map.width()) + ",\n";
  text += "  \"height\": " + std::to_string(map.height()) + ",\n";
  text += "  \"cell_size_m\": " + number_text(map.cell_size) + ",\n";
  text += "  \"min_m\": " + number_text(encoding.min) + ",\n";
  text += "  \"max_m\": " + number_text(encoding.max) + ",\n";
  text += "  \"origin_m\": [" + number_text(map.origin.x) + ", " + number_text(map.origin.y) + "],\n";
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
