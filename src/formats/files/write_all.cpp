#include "formats/files/write_all.h"

#include <cerrno>

#include <unistd.h>

namespace weald::io {

bool write_all(int descriptor, const void* bytes, std::size_t size) {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t written = ::write(descriptor, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    from += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace weald::io
