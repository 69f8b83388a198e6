#pragma once
// The filters of EXT_meshopt_compression: representations of directions, rotations and numbers that compress well. Each
// function processes one element. meshoptimizer has filters too, but not with the same result everywhere: Debian builds
// them with fused multiplications where the processor has these, its vector code takes approximate reciprocal roots,
// and its exponents differ from vertex to vertex, which compresses worse. Source: [meshopt-spec].

#include <cstddef>

#include "base/math/vec.h"

namespace weald::io {

/// Writes four bytes: an octahedral direction, a 1, and `w`, -1 to 1, unchanged.
void put_octahedral(const Vec3f& direction, float w, char* out);
/// Writes eight bytes: the three smaller components, and the index of the largest. Pre: `rotation` has length 1.
void put_quaternion(const Vec4& rotation, char* out);
/// Writes four bytes: a 24-bit integer and the exponent of its power of two. The error is at most half of that power.
/// Pre: exponent_for() of `value` is at most `exponent`.
void put_exponential(float value, int exponent, char* out);
/// The exponent that numbers of at most `largest` need, at least `finest`.
int exponent_for(float largest, int finest);

/// Decodes an element of `size` bytes in place. Pre: `size` is 4 or 8 for octahedral directions, and a multiple of 4
/// for exponential numbers. A quaternion has 8 bytes.
void decode_octahedral(char* element, std::size_t size);
void decode_quaternion(char* element);
void decode_exponential(char* element, std::size_t size);

}  // namespace weald::io
