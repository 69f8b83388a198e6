#pragma once
// Compression: arrays as streams of EXT_meshopt_compression, which meshoptimizer encodes. Source: [meshopt-spec].

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/run_context.h"

namespace weald::gltf {

/// Writes the bytes of the vectors [begin, end) of an array to `out`. Runs on several threads at once.
using Fill = std::function<void(std::size_t begin, std::size_t end, char* out)>;

/// A form of vectors that compresses well, which readers decode.
enum class Filter { none, octahedral, quaternion, exponential };

/// Arrays that are compressed together, one after the other.
struct Stream {
  struct Part {
    std::size_t count = 0;  ///< of vectors
    const Fill* fill = nullptr;
  };
  std::vector<Part> parts;
  std::size_t stride = 0;     ///< bytes of a vector
  bool is_triangles = false;  ///< vectors are indices of 16 or 32 bits, three for each triangle
};

/// The bytes of each stream, made on several threads. Memory: the size of the result, and for each thread up to three
/// times the size of its stream. Errors: those of a fill; Interrupted. Pre: no stream is empty; the stride of vectors
/// is a multiple of four up to 256.
std::vector<std::string> compress(std::span<const Stream> streams, const RunContext& context);

}  // namespace weald::gltf
