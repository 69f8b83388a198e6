#pragma once
// Base64, for bytes in texts. Source: [rfc4648].

#include <string>
#include <string_view>

namespace weald {

/// The Base64 text of the bytes, without line breaks, padded with '='. Texts of parts of a multiple of 3 bytes can be
/// joined.
std::string base64(std::string_view bytes);

}  // namespace weald
