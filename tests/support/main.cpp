#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <stdlib.h>

namespace {

// What a test finds must not depend on what earlier runs have left: programs that tests start keep nothing, unless
// told.
const int kNoCache = ::setenv("WEALD_CACHE", "off", 1) + ::unsetenv("WEALD_CACHE_SIZE");

}  // namespace
