#pragma once
// The amount of memory that this process may use.

namespace weald::io {

/// The assumed limit if the system reports none, bytes.
inline constexpr double kAssumedMemory = 64e9;

/// Bytes that this process may still allocate: the minimum of the limits of its address space (setrlimit, minus what it
/// already uses), of its control groups (Linux, versions 1 and 2), and of the machine's memory and swap; kAssumedMemory
/// if none of them is known.
double memory_limit();

}  // namespace weald::io
