#include "front/cli/console/version.h"

namespace weald::app {

const char* weald_version() { return WEALD_VERSION; }

}  // namespace weald::app
