#pragma once
// Bytes to open files: the counterpart of read_all() in read_file.h.

#include <cstddef>

namespace weald::io {

/// Writes all bytes, however often the system takes only some or is interrupted. Errors: false, errno.
bool write_all(int descriptor, const void* bytes, std::size_t size);

}  // namespace weald::io
