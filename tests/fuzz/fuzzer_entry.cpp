// What libFuzzer calls, for the harness WEALD_HARNESS.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weald::fuzz {
void WEALD_HARNESS(std::string_view input);
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // What is thrown ends the process, and libFuzzer keeps the input.
  weald::fuzz::WEALD_HARNESS({reinterpret_cast<const char*>(data), size});
  return 0;
}
