#pragma once
// The chunks and accessors of a GLB file, validated against the size of the file.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace weald::io {

using GlbJson = nlohmann::json;

/// A GLB file in memory.
class GlbContent {
 public:
  /// `bytes` must outlive it; `name` is the file name in messages. Compressed views are unpacked. Errors: IoError if
  /// the file is not a GLB of version 2, is truncated, or has JSON that cannot be parsed or a view that cannot be
  /// unpacked.
  GlbContent(std::string_view bytes, std::string name);

  const GlbJson& document() const { return document_; }

  /// The entry of a list of the document ("meshes") whose index is `owner[key]`; null if there is no such key. Errors:
  /// IoError if the value is not a number, or there is no such entry.
  const GlbJson* entry(std::string_view list, const GlbJson& owner, const char* key) const;
  /// The entry with a known index. Errors: as above.
  const GlbJson& entry(std::string_view list, std::uint64_t number) const;

  /// The vectors of an accessor as numbers, `length` for each vector. Normalized integers become 0 to 1, or -1 to 1;
  /// missing components are set to `filler`. Errors: IoError if the accessor has more components, does not lie within
  /// the file, is sparse, or contains a number that is not finite.
  std::vector<float> vectors(const GlbJson& accessor, std::size_t length, float filler = 0) const;
  /// The indices of an accessor. Errors: as vectors(), and if the numbers are not whole.
  std::vector<std::uint32_t> indices(const GlbJson& accessor) const;
  /// The bytes of a view of the buffer. Errors: IoError if it does not lie within the file.
  std::string_view view(const GlbJson& view) const;

  /// Throws IoError "cannot read 'name': message".
  [[noreturn]] void fail(const std::string& message) const;

 private:
  struct Layout {
    std::string_view bytes;  // from the first vector on
    std::size_t count = 0, components = 0, stride = 0;
    int type = 0;
    bool normalized = false;
  };
  Layout layout_of(const GlbJson& accessor) const;
  void unpack_views();
  std::string unpacked(const GlbJson& view, const GlbJson& extension) const;
  std::string_view stored(const GlbJson& owner) const;
  std::uint64_t whole(const GlbJson& owner, const char* key, std::optional<std::uint64_t> otherwise) const;

  std::string name_;
  GlbJson document_;
  std::string_view binary_;
  std::map<const GlbJson*, std::string> unpacked_;  // by the view
};

}  // namespace weald::io
