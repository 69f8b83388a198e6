#pragma once
// How much memory this process may take.

namespace weald::io {

/// What is taken for the limit where the system does not tell of one, bytes.
inline constexpr double kAssumedMemory = 64e9;

/// Bytes that this process may still ask for: the least of the limits of its address space (setrlimit, what it has
/// already taken not counted), of its control groups (Linux, versions 1 and 2), and of the machine's memory and swap;
/// kAssumedMemory where none of them is known.
double memory_limit();

}  // namespace weald::io
