// weald build --preview: redraws a picture after every build.

#include "formats/images/image_writer.h"
#include "front/cli/building/detail/build_steps.h"
#include "front/cli/console/failure.h"
#include "front/cli/previews/preview.h"
#include "front/terminal/terminal_view.h"

namespace weald::app {

int draw_preview(const BuildOptions& options, ResultStore* cache, const Context& context) {
  PreviewRequest request;
  request.preset = session::request_for(options.presets.paths.front(), options.presets);
  if (options.preview != "-") request.file = options.preview;
  PreviewRun run;
  run.eval.stop = context.stop;
  run.eval.cache = cache;
  session::Findings findings;
  const PreviewResult result = make_preview(request, run, findings);
  if (!result.ok) {  // the build has reported the warnings
    report_new(findings, context);
    return failure_code(findings.diagnostics);
  }
  if (options.preview == "-") {
    show_in_terminal(result.picture, TerminalMode::automatic);
    return kOk;
  }
  io::FileSet files;
  files.write(options.preview, [&](io::Sink& sink) { io::write_png8(result.picture, sink); });
  files.commit();
  return kOk;
}

}  // namespace weald::app
