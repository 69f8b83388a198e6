// Completion after --tolerance of `weald compare`.

#include <filesystem>

#include "formats/images/height_files.h"
#include "formats/meshes/mesh_file.h"
#include "front/cli/completion.h"
#include "front/compare/tolerance.h"
#include "schema/decode.h"

namespace weald::app {

namespace {

/// The keys of one kind of results, or the default of the key that was typed.
template <class Tolerance>
void add_keys(std::string_view word, std::vector<Candidate>& result) {
  const std::size_t equals = word.find('=');
  for (const schema::FieldInfo& field : schema::describe<Tolerance>()) {
    const std::string text = std::string(field.key) + "=";
    const std::string with_default = text + (field.default_text.empty() ? "off" : field.default_text);
    if (equals == std::string_view::npos && text.starts_with(word))
      result.push_back({text, std::string(field.help), false});
    else if (equals != std::string_view::npos && with_default.starts_with(word))
      result.push_back({with_default, "default", true});
  }
}

}  // namespace

std::vector<Candidate> complete_tolerance(const std::vector<std::string>& files, std::string_view word) {
  const std::filesystem::path file = files.empty() ? "" : files.front();
  const io::HeightFiles* const heights = io::height_files(file);
  const bool is_any = file.extension().empty(), is_mesh = io::mesh_format(file).has_value();
  const bool is_picture =
      heights != nullptr && io::height_format(file) == io::HeightFormat::png && !io::is_elevation_grid(file);
  std::vector<Candidate> result;
  if (is_any || heights != nullptr) add_keys<compare::HeightTolerance>(word, result);
  if (is_any || is_picture) add_keys<compare::ImageTolerance>(word, result);
  if (is_any || is_mesh) add_keys<compare::MeshTolerance>(word, result);
  if (is_any || !(is_mesh || heights != nullptr)) add_keys<compare::TextTolerance>(word, result);
  return result;
}

}  // namespace weald::app
