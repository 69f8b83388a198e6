#include "picture/render/detail/kept_file.h"

#include <span>
#include <string_view>

#include "base/hash.h"
#include "schema/decode.h"

namespace weald::pipeline {

namespace {

constexpr std::uint64_t kPictureVersion = 1;  // version of the data that a picture's key covers

void add(Hasher& hasher, const Vec3& point) {
  for (int axis = 0; axis < 3; ++axis) hasher.add(point[axis]);
}

/// The store has verified the bytes; this check rejects forged entries and results of another kind.
bool is_whole_png(std::string_view file) {
  constexpr std::string_view kStart = "\x89PNG\r\n\x1a\n", kEnd = "IEND\xAE\x42\x60\x82";
  return file.starts_with(kStart) && file.ends_with(kEnd);
}

}  // namespace

std::string picture_key(const char* what, const ArtifactRef& artifact, const render::PictureParams& params,
                        const RunContext& context) {
  if (context.store == nullptr || artifact.digest().empty()) return {};
  Hasher hasher;
  hasher.add(what);
  hasher.add(kPictureVersion);
  hasher.add(artifact.digest());
  hasher.add(schema::print_fields(params, false));
  if (params.camera && params.camera->box) {
    add(hasher, params.camera->box->min);
    add(hasher, params.camera->box->max);
  }
  return hasher.hex();
}

std::string kept_file(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context,
                      const std::function<void(io::Sink&)>& make) {
  const std::string key = picture_key("weald picture file", artifact, params, context);
  io::StringSink file;
  const auto read_file = [&](ByteSource& source) {
    file.text.resize(source.left());
    source.read(file.text.data(), file.text.size());
  };
  if (!key.empty() && context.store->read(key, read_file) && is_whole_png(file.text)) return std::move(file.text);
  file.text.clear();
  make(file);
  if (!key.empty()) context.store->keep(key, std::as_bytes(std::span(file.text)));
  return std::move(file.text);
}

}  // namespace weald::pipeline
