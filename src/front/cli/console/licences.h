#pragma once
// The licences of the libraries that weald uses.

#include <string_view>

namespace weald::app {

/// The page docs/third-party.md: the libraries with their licences and copyright notices.
std::string_view third_party_licences();

}  // namespace weald::app
