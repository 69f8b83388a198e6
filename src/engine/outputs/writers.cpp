#include "engine/outputs/writers.h"

#include <fmt/format.h>

#include "data/masked_rows.h"
#include "engine/outputs/detail/heightmap_writers.h"
#include "engine/outputs/detail/model_writers.h"
#include "picture/render/picture.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr double kUsualNoData = -9999;

std::string extension_of(const OutputSpec& spec) { return fs::path(spec.file.value).extension().string(); }

const Writer& writer_of(std::string_view artifact, const OutputSpec& spec) {
  const Writer* writer = find_writer(artifact, extension_of(spec));
  WEALD_CHECK(writer != nullptr);
  return *writer;
}

/// Writes the rows of a heightmap, without those samples that its mask leaves out.
void write_rows(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
                io::FileSet& files) {
  const Writer& writer = writer_of(schema::ArtifactName<Heightmap>::value, spec);
  if (spec.mask_rows == nullptr) return writer.write_rows(spec, rows, path, context, files);
  MaskedRows masked(rows, *spec.mask_rows, no_data_of(spec));
  writer.write_rows(spec, masked, path, context, files);
}

/// Whether a file of heights has one sample of at least 16 bits for each, and a sidecar that says what they mean.
bool has_samples(const OutputSpec& spec) { return spec.depth != Depth::bits8; }

}  // namespace

float no_data_of(const OutputSpec& spec) { return static_cast<float>(spec.no_data.value_or(kUsualNoData)); }

bool is_written_from_rows(const OutputSpec& spec) {
  const Writer* writer = find_writer(schema::ArtifactName<Heightmap>::value, extension_of(spec));
  return writer != nullptr && writer->write_rows != nullptr && !spec.picture && has_samples(spec);
}

namespace {

/// Work for each sample or pixel and for each byte of a file that is not compressed: what the formats take, measured.
Amount writing_seconds(const OutputCost& cost, const Estimate& from) {
  constexpr double kItem = 2.5e-8, kByte = 2e-9;
  const Amount items = from.pixels.most ? from.pixels : Amount::exactly(0);
  return items.roughly_times(kItem) + cost.all().roughly_times(kByte);
}

}  // namespace

OutputCost cost_of(const OutputSpec& spec, std::string_view artifact, const Estimate& from) {
  if (spec.picture && artifact != schema::ArtifactName<Image>::value) return picture_output_cost(spec, from);
  const Writer* writer = find_writer(artifact, extension_of(spec));
  if (writer == nullptr) return {};
  OutputCost cost = writer->cost(spec, from);
  if (!cost.seconds.most) cost.seconds = writing_seconds(cost, from);
  cost.beside = bytes_beside(spec, artifact, from);
  return cost;
}

std::vector<std::string> texture_names(const OutputSpec& spec) {
  std::vector<std::string> names;
  const std::string stem = fs::path(spec.file.value).stem().string();
  for (int i = 1; spec.textures && i <= spec.textures->count; ++i) names.push_back(fmt::format("{}_{}.png", stem, i));
  return names;
}

std::string name_beside(const OutputSpec& spec, const std::string& texture) {
  const fs::path folder = fs::path(spec.file.value).lexically_normal().parent_path();
  const fs::path file = fs::path(texture).lexically_normal();
  return (folder.empty() ? file : file.lexically_relative(folder)).generic_string();
}

std::vector<std::string> files_of(const OutputSpec& spec, std::string_view artifact) {
  const fs::path file = fs::path(spec.file.value).lexically_normal();
  std::vector<std::string> files{file.generic_string()};
  const Writer* writer = spec.picture || !has_samples(spec) ? nullptr : find_writer(artifact, extension_of(spec));
  if (writer != nullptr) {
    for (const std::string_view sidecar : writer->sidecars)
      files.push_back(fs::path(file).replace_extension(sidecar).generic_string());
    if (spec.reload.value_or(false)) files.push_back(reload_script_of(file).generic_string());
    for (const std::string& name : texture_names(spec)) files.push_back((file.parent_path() / name).generic_string());
  }
  return files;
}

void write_output(const OutputSpec& spec, const ArtifactRef& artifact, const fs::path& directory,
                  const RunContext& context, io::FileSet& files) {
  const fs::path path = directory / fs::path(spec.file.value).lexically_normal();
  if (spec.picture) {
    const std::string file = picture_file(artifact, *spec.picture, context);
    files.write(path, [&](io::Sink& sink) { sink.append(file); });
    return;
  }
  if (HeightRows* rows = artifact.rows(); rows != nullptr && is_written_from_rows(spec))
    return write_rows(spec, *rows, path, context, files);
  const Writer& writer = writer_of(name_of(artifact.get()), spec);
  if (writer.write_rows == nullptr) return writer.write(spec, artifact, path, context, files);
  StoredRows stored(std::get<Heightmap>(artifact.get()));
  write_rows(spec, stored, path, context, files);
}

}  // namespace weald::pipeline
