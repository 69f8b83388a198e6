#include "base/check.h"

#include <string>

namespace weald {

void fail_check(const char* expression, const char* file, int line) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": check failed: " + expression);
}

}  // namespace weald
