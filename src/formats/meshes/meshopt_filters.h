#pragma once
// The filters of EXT_meshopt_compression: representations of directions, rotations and numbers that compress well. Each
// function processes one element. Source: [meshopt-spec].

#include <cstddef>

#include "base/math/vec.h"

namespace weald::io {

/// Writes four bytes: an octahedral direction, a 1, and `w`, -1 to 1, unchanged.
void put_octahedral(const Vec3f& direction, float w, char* out);
/// Writes eight bytes: the three smaller components, and which one is the largest. Pre: `rotation` has length 1.
void put_quaternion(const Vec4& rotation, char* out);
/// Writes four bytes: a 24-bit integer and the exponent of its power of two. The error is half of that power. Pre:
/// exponent_for() of a number as large gives no more than `exponent`.
void put_exponential(float value, int exponent, char* out);
/// The exponent that numbers of at most `largest` need, at least `finest`.
int exponent_for(float largest, int finest);

/// Decodes an element of `size` bytes in place. Pre: size is 4 or 8, 8, and 4 times a whole number.
void decode_octahedral(char* element, std::size_t size);
void decode_quaternion(char* element);
void decode_exponential(char* element, std::size_t size);

}  // namespace weald::io
