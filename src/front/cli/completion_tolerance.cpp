// Completion after --tolerance of `weald compare`.

#include <filesystem>

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
  const std::string extension = files.empty() ? "" : std::filesystem::path(files.front()).extension().string();
  const bool is_any = extension.empty(), is_picture = extension == ".png";
  const bool is_mesh = extension == ".obj" || extension == ".ply" || extension == ".stl" || extension == ".glb";
  std::vector<Candidate> result;
  if (is_any || is_picture || extension == ".r16") add_keys<compare::HeightTolerance>(word, result);
  if (is_any || is_picture) add_keys<compare::ImageTolerance>(word, result);
  if (is_any || is_mesh) add_keys<compare::MeshTolerance>(word, result);
  if (is_any || !(is_picture || is_mesh || extension == ".r16")) add_keys<compare::TextTolerance>(word, result);
  return result;
}

}  // namespace weald::app
