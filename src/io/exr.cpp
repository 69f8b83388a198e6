#include "io/exr.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>

#include <tinyexr.h>

#include "core/check.h"
#include "core/error.h"
#include "io/png_reader.h"

namespace weald::io {

namespace {

/// tinyexr's structs, given back when they go out of scope. Those that this file fills itself are not owned.
struct ReadHeader : EXRHeader {
  ReadHeader() { InitEXRHeader(this); }
  ~ReadHeader() { FreeEXRHeader(this); }
  ReadHeader(const ReadHeader&) = delete;
  ReadHeader& operator=(const ReadHeader&) = delete;
};

struct ReadImage : EXRImage {
  ReadImage() { InitEXRImage(this); }
  ~ReadImage() { FreeEXRImage(this); }
  ReadImage(const ReadImage&) = delete;
  ReadImage& operator=(const ReadImage&) = delete;
};

[[noreturn]] void fail_exr(const std::string& name, const std::string& reason) {
  throw IoError("cannot read '" + name + "': " + reason);
}

/// tinyexr's message, which it allocates.
std::string taken_message(const char* message) {
  std::string text = message != nullptr ? message : "it is damaged";
  FreeEXRErrorMessage(message);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

const unsigned char* bytes_of(std::string_view bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

std::optional<int> find_channel(const EXRHeader& header) {
  for (const std::string_view wanted : {"Y", "R"}) {
    for (int i = 0; i < header.num_channels; ++i) {
      if (header.channels[i].name == wanted) return i;
    }
  }
  return header.num_channels == 1 ? std::optional(0) : std::nullopt;
}

void parse_header(std::string_view bytes, const std::string& name, EXRHeader& header) {
  EXRVersion version{};
  if (ParseEXRVersionFromMemory(&version, bytes_of(bytes), bytes.size()) != TINYEXR_SUCCESS)
    fail_exr(name, "it is not an EXR file, or of a version that is not known");
  if (version.multipart != 0 || version.non_image != 0)
    fail_exr(name, "EXR files of several parts or deep samples are not supported");
  const char* message = nullptr;
  if (ParseEXRHeaderFromMemory(&header, &version, bytes_of(bytes), bytes.size(), &message) != TINYEXR_SUCCESS)
    fail_exr(name, taken_message(message));
}

/// What tinyexr would take on trust.
void check_header(const EXRHeader& header, const std::string& name) {
  if (header.tiled != 0) fail_exr(name, "EXR files of tiles are not supported; save it as scan lines");
  const EXRBox2i& box = header.data_window;
  const std::int64_t width = std::int64_t{box.max_x} - box.min_x + 1, height = std::int64_t{box.max_y} - box.min_y + 1;
  if (width <= 0 || height <= 0 || header.num_channels <= 0) fail_exr(name, "it has no samples");
  const auto limit = static_cast<std::int64_t>(kMaxImageSamples);
  if (width > limit || height > limit || width * height > limit / header.num_channels)
    fail_exr(name, "it has more than 16385 x 16385 samples");
  for (int i = 0; i < header.num_channels; ++i) {
    if (header.channels[i].x_sampling != 1 || header.channels[i].y_sampling != 1)
      fail_exr(name, "EXR files with subsampled channels are not supported");
  }
}

}  // namespace

void write_exr(const Grid<float>& samples, Sink& sink) {
  WEALD_CHECK(!samples.empty());
  EXRHeader header;
  InitEXRHeader(&header);
  EXRChannelInfo channel{};
  channel.name[0] = 'Y';
  int pixel_type = TINYEXR_PIXELTYPE_FLOAT;
  header.num_channels = 1;
  header.channels = &channel;
  header.pixel_types = &pixel_type;
  header.requested_pixel_types = &pixel_type;
  header.compression_type = TINYEXR_COMPRESSIONTYPE_ZIP;

  EXRImage image;
  InitEXRImage(&image);
  // tinyexr's interface predates const; it does not write here.
  auto* plane = reinterpret_cast<unsigned char*>(const_cast<float*>(samples.values().data()));
  image.images = &plane;
  image.num_channels = 1;
  image.width = samples.width();
  image.height = samples.height();

  unsigned char* memory = nullptr;
  const char* message = nullptr;
  const std::size_t size = SaveEXRImageToMemory(&image, &header, &memory, &message);
  const std::unique_ptr<unsigned char, void (*)(void*)> owner(memory, std::free);
  if (size == 0) throw IoError("cannot compress an EXR file: " + taken_message(message));
  sink.append({reinterpret_cast<const char*>(memory), size});
}

bool is_exr(std::string_view bytes) { return bytes.starts_with("\x76\x2F\x31\x01"); }

Grid<float> read_exr(std::string_view bytes, const std::string& name) {
  ReadHeader header;
  parse_header(bytes, name, header);
  check_header(header, name);
  const std::optional<int> channel = find_channel(header);
  if (!channel) fail_exr(name, "none of its channels is called 'Y' or 'R'");
  for (int i = 0; i < header.num_channels; ++i) {
    if (header.pixel_types[i] == TINYEXR_PIXELTYPE_HALF) header.requested_pixel_types[i] = TINYEXR_PIXELTYPE_FLOAT;
  }
  ReadImage image;
  const char* message = nullptr;
  if (LoadEXRImageFromMemory(&image, &header, bytes_of(bytes), bytes.size(), &message) != TINYEXR_SUCCESS)
    fail_exr(name, taken_message(message));
  if (image.images == nullptr || image.width <= 0 || image.height <= 0) fail_exr(name, "it is damaged");
  Grid<float> samples(image.width, image.height);
  const unsigned char* plane = image.images[*channel];
  if (header.requested_pixel_types[*channel] == TINYEXR_PIXELTYPE_UINT) {
    const auto* whole = reinterpret_cast<const std::uint32_t*>(plane);
    std::transform(whole, whole + samples.size(), samples.values().begin(),
                   [](std::uint32_t value) { return static_cast<float>(value); });
  } else {
    std::copy_n(reinterpret_cast<const float*>(plane), samples.size(), samples.values().begin());
  }
  return samples;
}

}  // namespace weald::io
