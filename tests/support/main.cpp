#define CATCH_CONFIG_MAIN  // of Catch2 2; version 3 has a library with the function
#include "support/catch.h"

#include <stdlib.h>

namespace {

// What a test finds must not depend on what earlier runs have left: programs that tests start keep nothing, unless
// told.
const int kNoCache = ::setenv("WEALD_CACHE", "off", 1) + ::unsetenv("WEALD_CACHE_SIZE");

}  // namespace
