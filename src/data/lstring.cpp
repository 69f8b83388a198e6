#include "data/lstring.h"

#include <charconv>

namespace weald::lsystem {

std::string to_text(const LString& string) {
  std::string out;
  out.reserve(string.symbols.size() + string.parameters.size() * 8);
  const double* parameter = string.parameters.data();
  for (const std::uint8_t id : string.symbols) {
    const Symbol& symbol = string.alphabet[id];
    out += symbol.name;
    for (unsigned i = 0; i < symbol.parameters; ++i) {
      out += i == 0 ? '(' : ',';
      // The C++ standard defines this overload as printf's %.6g in the C locale. The buffer is large enough for 6
      // digits, sign, point and exponent.
      char buffer[32];
      const auto end = std::to_chars(buffer, buffer + sizeof buffer, *parameter++, std::chars_format::general, 6);
      out.append(buffer, end.ptr);
    }
    if (symbol.parameters > 0) out += ')';
  }
  return out;
}

}  // namespace weald::lsystem
