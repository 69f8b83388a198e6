#include "formats/images/height_reader.h"

#include <bit>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "data/finite_samples.h"
#include "formats/files/open_file.h"
#include "formats/files/raw_words.h"
#include "formats/files/read_file.h"
#include "formats/images/exr.h"
#include "formats/images/height_files.h"
#include "formats/images/height_windows.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace {

[[noreturn]] void fail_heights(const std::string& name, const std::string& reason) {
  throw IoError("cannot read '" + name + "': " + reason);
}

std::array<int, 2> raw_size(std::size_t count, const RawLayout& layout, const Sidecar& sidecar,
                            const std::string& name) {
  const int side = static_cast<int>(std::sqrt(static_cast<double>(count)) + 0.5);
  const bool known = layout.size || sidecar.width || sidecar.height;
  const std::array<int, 2> size =
      layout.size.value_or(std::array{sidecar.width.value_or(side), sidecar.height.value_or(side)});
  const bool fits =
      size[0] > 0 && size[1] > 0 && static_cast<std::uint64_t>(size[0]) * static_cast<std::uint64_t>(size[1]) == count;
  if (!fits) {
    fail_heights(name,
                 layout.size ? "its size differs from the given one"
                 : known
                     ? "its size differs from the one in its sidecar"
                     : "it is not square, and no sidecar gives its width and height: give 'raw_size: [WIDTH, HEIGHT]'");
  }
  return size;
}

constexpr std::uint64_t kMostInWindows = static_cast<std::uint64_t>(kMaxWindowedSide * kMaxWindowedSide);

/// Number of samples of `sample_bytes` each in a raw file of `bytes`, at most `most`.
std::size_t raw_count(std::uint64_t bytes, std::size_t sample_bytes, std::uint64_t most, const std::string& name) {
  if (bytes % sample_bytes != 0 || bytes == 0)
    fail_heights(name, "it does not hold whole " + std::to_string(8 * sample_bytes) + "-bit samples");
  if (bytes / sample_bytes > most) {
    const std::string side = most > kMaxImageSamples ? "131073" : "16385";
    fail_heights(name, "it has more than " + side + " x " + side + " samples");
  }
  return static_cast<std::size_t>(bytes / sample_bytes);
}

/// Decodes raw samples, read as unsigned integers `Word` in either byte order, to `Sample` with the same bits.
template <class Word, class Sample>
Grid<Sample> decode_raw(std::string_view bytes, const RawLayout& layout, const Sidecar& sidecar,
                        const std::string& name) {
  const std::size_t count = raw_count(bytes.size(), sizeof(Word), kMaxImageSamples, name);
  const auto [width, height] = raw_size(count, layout, sidecar, name);
  const ByteOrder order = layout.order.value_or(sidecar.order.value_or(ByteOrder::little));
  Grid<Sample> samples(width, height);
  const char* next = bytes.data();
  for (Sample& sample : samples.values()) {
    sample = std::bit_cast<Sample>(word_at<Word>(next, order));
    next += sizeof(Word);
  }
  return samples;
}

/// Refuses bytes that are no PNG of a file whose name says no format.
void require_known_format(std::string_view bytes, const std::string& name) {
  if (!bytes.empty() && !is_png(bytes) && height_files(name) == nullptr) fail_heights(name, unread_heights_text(name));
}

HeightSamples decode(std::string_view bytes, HeightFormat format, const RawLayout& layout, const Sidecar& sidecar,
                     const std::string& name) {
  switch (format) {
    case HeightFormat::r16: return decode_raw<std::uint16_t, std::uint16_t>(bytes, layout, sidecar, name);
    case HeightFormat::r32: return decode_raw<std::uint32_t, float>(bytes, layout, sidecar, name);
    case HeightFormat::exr: return read_exr(bytes, name);
    case HeightFormat::png: break;
  }
  require_known_format(bytes, name);
  return decode_grey_png(bytes, name).samples;
}

/// Refuses a sidecar that gives another size than the file has.
void check_sidecar(const Sidecar& sidecar, int width, int height, const std::string& name) {
  const int said_width = sidecar.width.value_or(width), said_height = sidecar.height.value_or(height);
  if (said_width == width && said_height == height) return;
  throw IoError("'" + sidecar_path(name).string() + "' does not describe '" + name + "': it says " +
                std::to_string(said_width) + " x " + std::to_string(said_height) + ", the file has " +
                std::to_string(width) + " x " + std::to_string(height) + " samples");
}

[[noreturn]] void fail_number(int x, int y, const std::string& name) {
  fail_heights(name, "sample (" + std::to_string(x) + ", " + std::to_string(y) + ") is not a finite number");
}

void refuse_infinite(const Grid<float>& samples, const std::string& name) {
  for (int y = 0; y < samples.height(); ++y) {
    if (all_finite(samples.row(y))) continue;
    for (int x = 0; x < samples.width(); ++x) {
      if (std::isinf(samples.at(x, y))) fail_number(x, y, name);
    }
  }
}

/// Windows of a raw file without a header.
class RawHeightWindows final : public HeightWindows {
 public:
  RawHeightWindows(const std::filesystem::path& path, HeightFormat format, const std::array<int, 2>& size,
                   ByteOrder order)
      : name_(path.string()), format_(format), size_(size), order_(order) {
    OpenedFile opened = open_to_read(path);
    if (!opened.ok()) fail_heights(name_, opened.why);
    file_ = std::move(opened.file);
  }

  std::array<int, 2> size() const override { return size_; }

  HeightSamples read(const Region& window) const override {
    if (format_ == HeightFormat::r16) return window_of<std::uint16_t, std::uint16_t>(window);
    Grid<float> heights = window_of<std::uint32_t, float>(window);
    for (int y = 0; y < window.height; ++y) {
      for (int x = 0; x < window.width; ++x) {
        if (std::isinf(heights.at(x, y))) fail_number(window.x + x, window.y + y, name_);
      }
    }
    return heights;
  }

 private:
  template <class Word, class Sample>
  Grid<Sample> window_of(const Region& window) const {
    Grid<Sample> samples(window.width, window.height, kUnset);
    std::string bytes(sizeof(Word) * static_cast<std::size_t>(window.width), '\0');
    for (int y = 0; y < window.height; ++y) {
      const std::uint64_t before =
          static_cast<std::uint64_t>(window.y + y) * static_cast<unsigned>(size_[0]) + static_cast<unsigned>(window.x);
      if (!read_all(file_.get(), bytes.data(), bytes.size(), sizeof(Word) * before))
        fail_heights(name_, "the samples of row " + std::to_string(window.y + y) + " cannot be read");
      const char* next = bytes.data();
      for (Sample& sample : samples.row(y)) {
        sample = std::bit_cast<Sample>(word_at<Word>(next, order_));
        next += sizeof(Word);
      }
    }
    return samples;
  }

  std::string name_;
  FileDescriptor file_;
  HeightFormat format_;
  std::array<int, 2> size_;
  ByteOrder order_;
};

}  // namespace

HeightFormat height_format(const std::filesystem::path& path) {
  const HeightFiles* files = height_files(path);
  return files != nullptr ? files->format.value_or(HeightFormat::png) : HeightFormat::png;
}

bool marks_no_data(double value, const std::optional<double>& stated) {
  if (!(std::abs(value) < kLeastNoData)) return true;
  // Both are within the range of floats.
  return stated && std::abs(*stated) < kLeastNoData && static_cast<float>(value) == static_cast<float>(*stated);
}

bool is_usual_no_data(double value) {
  return marks_no_data(value, std::nullopt) || value == -9999 || value == -32767 || value == -32768;
}

std::array<int, 2> size_of(const HeightSamples& samples) {
  return std::visit([](const auto& grid) { return std::array{grid.width(), grid.height()}; }, samples);
}

HeightSamples decode_heights(std::string_view bytes, HeightFormat format, const RawLayout& layout,
                             const Sidecar& sidecar, const std::string& name) {
  HeightSamples samples = decode(bytes, format, layout, sidecar, name);
  if (const auto* floats = std::get_if<Grid<float>>(&samples)) refuse_infinite(*floats, name);
  const auto [width, height] = size_of(samples);
  check_sidecar(sidecar, width, height, name);
  return samples;
}

void require_numbers(const Grid<float>& samples, const std::string& name) {
  const HeightView all{{0, 0, samples.width(), samples.height()}, samples.values().data(), samples.width()};
  if (const auto bad = first_not_finite(all)) fail_number(bad->x, bad->y, name);
}

std::optional<std::array<int, 2>> stored_size(const std::filesystem::path& path, const RawLayout& layout,
                                              const Sidecar& sidecar) {
  const HeightFormat format = height_format(path);
  if (is_raw(format)) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    if (error || bytes > kMostInWindows * 4) return std::nullopt;
    try {
      return raw_size(static_cast<std::size_t>(bytes) / (format == HeightFormat::r16 ? 2 : 4), layout, sidecar, {});
    } catch (const IoError&) {
      return std::nullopt;
    }
  }
  if (format == HeightFormat::png) {
    const auto header = png_start(read_start(path, kPngStartBytes));
    return header ? std::optional(std::array{header->width, header->height}) : std::nullopt;
  }
  if (!sidecar.width || !sidecar.height) return std::nullopt;
  return std::array{*sidecar.width, *sidecar.height};
}

void check_heights_start(const std::filesystem::path& path, const RawLayout& layout, const Sidecar& sidecar) {
  const HeightFormat format = height_format(path);
  const std::string name = path.string();
  const std::string start = read_start(path, kPngStartBytes);
  if (is_raw(format)) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    if (!error)
      raw_size(raw_count(bytes, format == HeightFormat::r16 ? 2 : 4, kMostInWindows, name), layout, sidecar, name);
  } else if (format == HeightFormat::exr) {
    if (!start.starts_with("\x76\x2F\x31\x01")) fail_heights(name, "it is not an EXR file");
  } else {
    require_known_format(start, name);
    const PngHeader header = checked_png_start(start, name);
    require_grey(header, name);
    check_sidecar(sidecar, header.width, header.height, name);
  }
}

HeightSamples read_heights(const std::filesystem::path& path, const RawLayout& layout, const Sidecar& sidecar) {
  return decode_heights(read_file(path, kMaxHeightFileBytes), height_format(path), layout, sidecar, path.string());
}

std::unique_ptr<HeightWindows> open_height_windows(const std::filesystem::path& path, const RawLayout& layout,
                                                   const Sidecar& sidecar) {
  const HeightFormat format = height_format(path);
  if (!is_raw(format)) return nullptr;
  check_heights_start(path, layout, sidecar);
  const auto size = stored_size(path, layout, sidecar);
  if (!size) fail_heights(path.string(), "its size is unknown");
  check_sidecar(sidecar, (*size)[0], (*size)[1], path.string());
  const ByteOrder order = layout.order.value_or(sidecar.order.value_or(ByteOrder::little));
  return std::make_unique<RawHeightWindows>(path, format, *size, order);
}

}  // namespace weald::io
