#include "formats/images/heightmap_files.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/math/clamped.h"
#include "base/parallel.h"
#include "base/text/lower_case.h"
#include "formats/files/raw_words.h"
#include "formats/files/read_file.h"
#include "formats/images/detail/png_encoder.h"
#include "formats/images/exr.h"
#include "schema/codec.h"

namespace weald::io {

namespace {

/// Calls use(first, count) for the rows of a grid, some megabytes at a time, and reports the progress.
template <class Use>
void for_each_rows(const GridSpec& grid, const RunContext& context, const Use& use) {
  constexpr std::int64_t kSamplesAtOnce = std::int64_t{1} << 21;
  const int at_once = static_cast<int>(std::clamp<std::int64_t>(kSamplesAtOnce / grid.width, 1, grid.height));
  for (int first = 0; first < grid.height; first += at_once) {
    context.progress(static_cast<double>(first) / grid.height);
    use(first, std::min(at_once, grid.height - first));
  }
}

/// Throws StageError for a grid without samples.
void refuse_empty(const GridSpec& grid) {
  if (grid.width <= 0 || grid.height <= 0) throw StageError("an empty heightmap cannot be written");
}

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

/// Converts a row of heights to samples. See quantize().
void quantize_row(const float* heights, const HeightEncoding& encoding, std::span<std::uint16_t> samples) {
  const double range = encoding.max - encoding.min;
  if (!(range > 0)) {
    std::ranges::fill(samples, std::uint16_t{0});
    return;
  }
  for (std::size_t x = 0; x < samples.size(); ++x) {
    const double level = (heights[x] - encoding.min) / range * 65535.0 + 0.5;
    // Rounds down, since what is converted is at least 0.
    samples[x] = static_cast<std::uint16_t>(static_cast<std::int32_t>(clamped(level, 0.0, 65535.0)));
  }
}

/// Calls use(y, samples) for each row of `heights`, counted from its first one, in parallel.
template <class Use>
void for_each_quantized(const HeightView& heights, const HeightEncoding& encoding, const Use& use) {
  const Region& region = heights.region;
  parallel_blocks(static_cast<std::size_t>(region.height), kRowsOfTask, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint16_t> samples(static_cast<std::size_t>(region.width));
    for (std::size_t y = begin; y < end; ++y) {
      quantize_row(heights.row(region.y + static_cast<int>(y)) + region.x, encoding, samples);
      use(y, std::span<const std::uint16_t>(samples));
    }
  });
}

/// Writes the bytes of samples to `out`.
template <class Sample>
void put_samples(char* out, std::span<const Sample> samples, ByteOrder order) {
  using Word = std::conditional_t<sizeof(Sample) == 2, std::uint16_t, std::uint32_t>;
  // The order is a constant in each loop, so that compilers can store whole words.
  if (order == ByteOrder::big) {
    for (const Sample sample : samples) out = put_word(out, std::bit_cast<Word>(sample), ByteOrder::big);
  } else {
    for (const Sample sample : samples) out = put_word(out, std::bit_cast<Word>(sample), ByteOrder::little);
  }
}

/// Writes a grey PNG; `put(out, samples)` writes the bytes of a row.
template <class Put>
void write_grey_png(HeightRows& rows, const HeightEncoding& encoding, int bits, const Put& put, Sink& sink,
                    const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  const PngFormat format{grid.width, grid.height, PngColour::grey, bits};
  const auto read = [&](int first, int count, std::span<std::uint8_t> bytes) {
    for_each_quantized(rows.rows(first, count), encoding, [&](std::size_t y, std::span<const std::uint16_t> samples) {
      put(reinterpret_cast<char*>(bytes.data()) + y * format.row_bytes(), samples);
    });
  };
  write_png(format, read, sink, context);
}

/// The byte order that an encoding of write_sidecar() names.
std::optional<ByteOrder> order_of(std::string_view encoding) {
  if (encoding.ends_with("-le")) return ByteOrder::little;
  if (encoding.ends_with("-be")) return ByteOrder::big;
  return std::nullopt;
}

}  // namespace

HeightEncoding encoding_of(const Heightmap& map) {
  const HeightRange range = StoredRows(map).range();
  return {range.min, range.max};
}

Grid<std::uint16_t> quantize(const Heightmap& map, const HeightEncoding& encoding) {
  Grid<std::uint16_t> samples(map.width(), map.height(), kUnset);
  for_each_quantized(view(map), encoding, [&](std::size_t y, std::span<const std::uint16_t> row) {
    std::ranges::copy(row, samples.row(static_cast<int>(y)).begin());
  });
  return samples;
}

void write_heightmap_png(HeightRows& rows, const HeightEncoding& encoding, Sink& sink, const RunContext& context) {
  const auto put = [](char* out, std::span<const std::uint16_t> samples) { put_samples(out, samples, ByteOrder::big); };
  write_grey_png(rows, encoding, 16, put, sink, context);
}

void write_preview_png(HeightRows& rows, const HeightEncoding& encoding, Sink& sink, const RunContext& context) {
  const auto put = [](char* out, std::span<const std::uint16_t> samples) {
    for (const std::uint16_t sample : samples) *out++ = static_cast<char>((sample + 128u) / 257u);
  };
  write_grey_png(rows, encoding, 8, put, sink, context);
}

void write_r16(HeightRows& rows, const HeightEncoding& encoding, ByteOrder order, Sink& sink,
               const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  std::vector<char> bytes;
  for_each_rows(grid, context, [&](int first, int count) {
    const std::size_t row_bytes = sizeof(std::uint16_t) * static_cast<std::size_t>(grid.width);
    bytes.resize(row_bytes * static_cast<std::size_t>(count));
    for_each_quantized(rows.rows(first, count), encoding, [&](std::size_t y, std::span<const std::uint16_t> samples) {
      put_samples(bytes.data() + y * row_bytes, samples, order);
    });
    sink.append({bytes.data(), bytes.size()});
  });
}

void write_r32(HeightRows& rows, ByteOrder order, Sink& sink, const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  std::vector<char> bytes(sizeof(float) * static_cast<std::size_t>(grid.width));
  for_each_rows(grid, context, [&](int first, int count) {
    const HeightView heights = rows.rows(first, count);
    for (int y = first; y < first + count; ++y) {
      put_samples(bytes.data(), std::span(heights.row(y), static_cast<std::size_t>(grid.width)), order);
      sink.append({bytes.data(), bytes.size()});
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
