#include "front/cli/arguments/preset_options.h"

namespace weald::app {

session::LoadedPresets load_presets(const PresetOptions& options, const Context& context) {
  session::LoadedPresets loaded = session::load_presets(options);
  report_new(loaded, context);
  return loaded;
}

}  // namespace weald::app
