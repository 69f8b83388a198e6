#include "session/findings.h"

namespace weald::session {

void Findings::add_once(const Diagnostics& found) {
  for (const Diagnostic& diagnostic : found.all())
    if (known_.insert(format(diagnostic, sources, false)).second) diagnostics.add(diagnostic);
}

Diagnostics Findings::take_new() {
  Diagnostics fresh;
  for (; taken_ < diagnostics.all().size(); ++taken_) fresh.add(diagnostics.all()[taken_]);
  return fresh;
}

}  // namespace weald::session
