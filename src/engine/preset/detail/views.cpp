#include "engine/preset/detail/views.h"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/preset/preset_text.h"
#include "picture/camera/picture_params.h"
#include "schema/decode.h"
#include "schema/wording.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

/// A view is checked like the settings of a picture that has nothing else.
bool is_sound(const std::string& name, const Node& view, Diagnostics& diagnostics) {
  schema::Decoder decoder(diagnostics, fmt::format("view '{}'", name), "");
  if (const Entry* inner = view.find("view")) {
    decoder.error(inner->key_where, "a view cannot name another view");
    return false;
  }
  render::PictureParams unused;
  return schema::decode_fields(view, decoder, unused);
}

}  // namespace

Views::Views(const Node& root, ExpressionScope& scope, Diagnostics& diagnostics) {
  const Entry* views = root.find("views");
  if (views == nullptr) return;
  if (views->value.map() == nullptr) {
    diagnostics.error(
        views->value.where,
        fmt::format("'views' needs a map of names to settings of pictures, not {}", views->value.kind_name()),
        "for example views: {front: {azimuth: 180}, top: {elevation: 90}}");
    return;
  }
  for (const Entry& entry : *views->value.map()) {
    declared_.emplace(entry.key, entry.key_where);
    if (entry.value.map() == nullptr) {
      diagnostics.error(entry.value.where, fmt::format("view '{}' needs a map of settings of a picture, not {}",
                                                       entry.key, entry.value.kind_name()));
      continue;
    }
    auto plain = scope.evaluate(entry.value, "views." + entry.key);
    if (plain && is_sound(entry.key, *plain, diagnostics)) views_.emplace(entry.key, std::move(*plain));
  }
}

bool Views::add_to(Node& map, Diagnostics& diagnostics) const {
  Entry* picture = map.map() != nullptr ? map.find("picture") : nullptr;
  const Entry* view = picture != nullptr && picture->value.map() != nullptr ? picture->value.find("view") : nullptr;
  if (view == nullptr || view->value.scalar() == nullptr) return true;
  const std::string& name = view->value.scalar()->text;
  if (const auto found = views_.find(name); found != views_.end()) {
    Node settings = found->second;
    settings.where = picture->value.where;
    merge(settings, std::move(picture->value));
    picture->value = std::move(settings);
    return true;
  }
  if (declared_.contains(name)) return false;
  std::vector<std::string_view> names;
  for (const auto& [other, where] : declared_) names.push_back(other);
  diagnostics.error(view->value.where, fmt::format("the preset has no view '{}'", name),
                    names.empty() ? "views stand under the key 'views' of the preset" : schema::suggest(name, names));
  return false;
}

}  // namespace weald::preset
