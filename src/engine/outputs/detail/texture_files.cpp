#include "engine/outputs/detail/texture_files.h"

#include <fmt/format.h>

namespace weald::schema {

using pipeline::NamedTexture;
using pipeline::TextureFiles;

bool Codec<TextureFiles>::decode(const Node& node, const Slot& slot, Decoder& decoder, TextureFiles& out) {
  const Node::Map* map = node.map();
  if (map == nullptr && (node.scalar() == nullptr || node.scalar()->quoted || !parse_number(node.scalar()->text)))
    return decoder.wrong_type(node, slot, "a whole number, or a map of files to the stages whose pictures they hold");
  if (map == nullptr) return Codec<int>::decode(node, slot, decoder, out.count);
  if (map->empty() || map->size() > pipeline::kMaxTextureFiles) {
    decoder.error(node.where, fmt::format("'{}' in {} needs 1 to {} files, not {}", slot.key, decoder.owner(),
                                          pipeline::kMaxTextureFiles, map->size()));
    return false;
  }
  bool ok = true;
  for (const Entry& entry : *map) {
    NamedTexture& texture = out.named.emplace_back();
    texture.file = {entry.key, entry.key_where};
    texture.declared_file = entry.key;
    ok = Codec<Input<Image>>::decode(entry.value, {entry.key, {}, {}}, decoder, texture.from) && ok;
  }
  return ok;
}

ValueType Codec<TextureFiles>::type(const Slot& slot) {
  return {.kind = ValueType::Kind::any_of,
          .elements = {Codec<int>::type(slot),
                       {.kind = ValueType::Kind::map, .elements = {Codec<Input<Image>>::type({})}}}};
}

Node Codec<TextureFiles>::to_node(const TextureFiles& value) {
  if (value.named.empty()) return Codec<int>::to_node(value.count);
  Node::Map map;
  for (const NamedTexture& texture : value.named)
    map.push_back({texture.file.value, {}, Codec<Input<Image>>::to_node(texture.from)});
  return map_node(std::move(map));
}

}  // namespace weald::schema
