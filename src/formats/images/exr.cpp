#include "formats/images/exr.h"

#include <cstdlib>
#include <memory>
#include <new>
#include <string>

#include <tinyexr.h>

#include "base/check.h"
#include "base/error.h"
#include "data/grid_memory.h"

namespace weald::io {

namespace {

/// Copies and frees a message that tinyexr allocated.
std::string taken_message(const char* message) {
  if (message == nullptr) throw std::bad_alloc();
  std::string text = message;
  FreeEXRErrorMessage(message);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// Throws std::bad_alloc if there is not enough memory for tinyexr to write `samples`: it does not check its last
/// allocation.
void require_room(const Grid<float>& samples) {
  const std::size_t bytes = 3 * samples.size() * sizeof(float) + (std::size_t{1} << 20);
  free_grid(allocate_grid(bytes), bytes);
}

}  // namespace

void write_exr(const Grid<float>& samples, Sink& sink) {
  WEALD_CHECK(!samples.empty());
  require_room(samples);
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
  // tinyexr's interface lacks const; it does not write here.
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

}  // namespace weald::io
