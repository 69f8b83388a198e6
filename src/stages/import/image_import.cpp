#include "stages/import/image_import.h"

#include "base/error.h"
#include "formats/files/read_file.h"
#include "formats/images/png_reader.h"
#include "stages/import/detail/check_import.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxPngBytes = std::size_t{1} << 30;

}  // namespace

Estimate ImageImport::estimate(const Params& params, const schema::Estimates&) {
  try {
    const auto header = png_start(read_start(params.file.resolved, kPngStartBytes));
    return header ? Estimate::of_image(header->width, header->height, header->bits == 16 ? 16 : 8) : Estimate{};
  } catch (const IoError&) {
    return {};  // the error is reported when the stage runs
  }
}

Image ImageImport::run(const Params& params, const schema::Inputs&, const RunContext&) {
  return decode_png(read_file(params.file.resolved, kMaxPngBytes), params.file.resolved);
}

}  // namespace weald::io

void weald::schema::Schema<weald::io::ImageImportParams>::check(const P& params, Checker& checker) {
  check_import(params.file, checker, [&params] {
    const std::string& file = params.file.resolved;
    io::checked_png_start(io::read_start(file, io::kPngStartBytes), file);
  });
}
