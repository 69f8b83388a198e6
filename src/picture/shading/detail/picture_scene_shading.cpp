#include <algorithm>
#include <memory>

#include <hwy/cache_control.h>

#include "base/math/math.h"
#include "base/parallel.h"
#include "picture/shading/detail/cloud_sky.h"
#include "picture/shading/picture_scene.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr float kExposure = 0.46f;  // maps a fully lit grey of 0.5 to the middle of the picture's range
// Strength of interreflection in occluded places; this light takes on the surface's colour. For leaves, most of it is
// light transmitted by other leaves.
constexpr float kSolidBounce = 0.55f, kLeafBounce = 0.55f * 0.62f + 1.1f;

constexpr float kWhiteWall = 3.0f;  // light of a white surface in the sun, equal to an emission of 1

const Vec3f kClay{0.46f, 0.45f, 0.44f};

// An occluded leaf glows with light transmitted by the leaves around it. Opaque leaves are as dark as wood.
// Translucency above that of an ordinary leaf adds only sunlight, which is computed along with the shadows.
float bounce_of(const SurfaceMaterial& material) {
  if (material.finish != Finish::leaf) return kSolidBounce;
  const float through = material.translucency.value_or(kLeafTranslucency);
  if (through >= kLeafTranslucency) return kLeafBounce;
  return kSolidBounce + (kLeafBounce - kSolidBounce) * (through * (1.0f / kLeafTranslucency));
}

// Finds the surface of a triangle of the picture, and so its colours.
class Palettes {
 public:
  explicit Palettes(std::span<const Surface* const> surfaces) : surfaces_(surfaces) {
    std::uint32_t sum = 0;
    for (const Surface* surface : surfaces) {
      first_.push_back(sum);
      sum += surface->triangle_count();
    }
    first_.push_back(sum);
  }

  std::uint32_t triangle_count() const { return first_.back(); }

  // Returns the surface of a triangle and replaces `triangle` by its number there. `hint` is tried first.
  const Surface& surface_of(std::uint32_t& triangle, std::size_t& hint) const {
    if (triangle < first_[hint] || triangle >= first_[hint + 1])
      hint = static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), triangle) - first_.begin()) - 1;
    triangle -= first_[hint];
    return *surfaces_[hint];
  }

 private:
  std::span<const Surface* const> surfaces_;
  std::vector<std::uint32_t> first_;
};

class RowShader {
 public:
  RowShader(const Palettes& palettes, PixelSize size, const PictureParams& params)
      : palettes_(palettes), size_(size), sun_(light_colours(params).sun), clay_(params.clay) {
    const LookSettings look = look_of(params);
    fog_ = srgb_.linear(look.fog_colour);
    wire_ = srgb_.linear(params.wireframe_colour);
    top_ = srgb_.linear(look.background_top);
    bottom_ = srgb_.linear(look.background_bottom);
    exposure_ = kExposure * static_cast<float>(math::exp2(look.exposure));
    haze_ = background(0.25 * size.height);
  }

  const SrgbTable& srgb() const { return srgb_; }

  // Shows the sky of the parameters, if they have one, behind a picture with this view.
  void set_sky(const PictureParams& params, const Backdrop& backdrop) {
    if (params.sky && backdrop.shows_sky())
      sky_ = std::make_shared<const CloudSky>(params, light_colours(params).sun, backdrop);
  }

  // Shades the pixels that `rows` describes, from row `y0` down, and passes them to put(x, y, linear colour).
  template <class Put>
  void shade(const LitRows& rows, int samples, int y0, const Put& put) {
    rows_ = &rows;
    samples_ = samples;
    fragment_ = surface_fragment_ = 0;
    const int y1 = std::min(size_.height, y0 + LitRows::kRows);
    for (int x0 = 0; x0 < size_.width; x0 += LitRows::kRows) {
      const int x1 = std::min(size_.width, x0 + LitRows::kRows);
      for (int y = y0; y < y1; ++y) {
        const Vec3f behind = background(y + 0.5);
        for (int x = x0; x < x1; ++x) put(x, y, pixel(behind, x, y));
      }
    }
  }

 private:
  Vec3f background(double y) const {
    return mix(top_, bottom_, smooth_step(0.0f, 0.62f, static_cast<float>(y / size_.height)));
  }

  // Whether the next pixel shows what is behind the scene.
  bool shows_behind() const {
    std::size_t i = fragment_;
    while ((rows_->heads[i] & (LitRows::kBehind | LitRows::kLast)) == 0) ++i;
    return (rows_->heads[i] & LitRows::kBehind) != 0;
  }

  Vec3f pixel(const Vec3f& row_colour, int x, int y) {
    const Vec3f behind = sky_ != nullptr && shows_behind() ? sky_->at(x + 0.5, y + 0.5) : row_colour;
    Vec3f sum{0};
    std::uint8_t head = 0;
    do {
      head = rows_->heads[fragment_];
      const Vec3f light = unpack_light(rows_->lights[fragment_]);
      const std::size_t i = fragment_++;
      const bool is_behind = (head & LitRows::kBehind) != 0;
      Vec3f colour{0};
      const bool is_mirrored = (head & LitRows::kMirrored) != 0;
      if (!is_mirrored && !is_wet(i)) {
        colour = is_behind ? behind * light : surface(light);
      } else {
        const Vec3f below = is_behind ? behind * light * (1.0f / exposure_) : wet_surface(light);
        if (is_mirrored) {
          mirrored_ += (rows_->fog.empty() ? below : mix(below, fog_ * (1.0f / exposure_), share16(rows_->fog[i]))) *
                       unpack_light(rows_->through[i]);
          continue;
        }
        colour =
            tone_map((below * unpack_light(rows_->through[i]) + unpack_light(rows_->veil[i]) + mirrored_) * exposure_);
        mirrored_ = Vec3f{0};
      }
      if (!rows_->fog.empty()) colour = mix(colour, fog_, share16(rows_->fog[i]));
      if (!rows_->shares.empty()) colour *= share16(rows_->shares[i]);
      sum += colour * static_cast<float>(head & LitRows::kSamples);
    } while ((head & LitRows::kLast) == 0);
    return sum * (1.0f / static_cast<float>(samples_));
  }

  // Whether water changes the colour of a fragment.
  bool is_wet(std::size_t i) const {
    return !rows_->through.empty() && (rows_->through[i] != all_ || rows_->veil[i] != none_);
  }

  // Displayed colour of the next surface fragment, with tone mapping, wireframe and haze.
  Vec3f surface(const Vec3f& light) {
    const Vec3f sent = sent_light(light);
    const std::size_t i = surface_fragment_ - 1;
    Vec3f display = tone_map(sent * exposure_);
    if (!rows_->wire.empty()) display = mix(display, wire_, share8(rows_->wire[i]));
    return rows_->haze.empty() ? display : mix(display, haze_, share16(rows_->haze[i]));
  }

  // Scene light of the next surface fragment, wireframe included, before water and tone mapping.
  Vec3f wet_surface(const Vec3f& light) {
    const Vec3f sent = sent_light(light);
    if (rows_->wire.empty()) return sent;
    return mix(sent, wire_ * (1.0f / exposure_), share8(rows_->wire[surface_fragment_ - 1]));
  }

  // Light that the surface of the next fragment sends to the camera.
  Vec3f sent_light(const Vec3f& light) {
    const std::size_t i = surface_fragment_++;
    fetch_ahead(i);
    std::uint32_t triangle = rows_->triangles[i];
    const Surface& surface = palettes_.surface_of(triangle, hint_);
    const SurfaceMaterial& material = surface.material_of(triangle);
    const float closed = share8(rows_->closed[i]), gloss = share8(rows_->gloss[i]);
    if (material.finish == Finish::water) return light;
    Vec3f colour = clay_ ? kClay : material.colour;
    if (!rows_->tints.empty() && !clay_) colour *= tint(rows_->tints[i]);
    if (!surface.colours.empty() && !clay_) colour *= vertex_colour(surface, triangle, rows_->weights[i]);
    if (material.texture != nullptr && !clay_) {
      const float detail = rows_->detail.empty() ? 0.0f : static_cast<float>(rows_->detail[i]) * (1.0f / 16.0f);
      colour *= material.texture->colour(uv(surface, triangle, rows_->weights[i]), detail);
    }
    const Vec3f sent = colour * (light + colour * (closed * bounce_of(material))) + sun_ * (gloss * gloss);
    return clay_ || material.emission == Vec3f{0.0f} ? sent : sent + own_light(surface, material, triangle, i);
  }

  // Fetches what fragments after number `i` will need into the cache: their triangles, and then most of their colours.
  void fetch_ahead(std::size_t i) {
    constexpr std::size_t kTrianglesAhead = 24, kColoursAhead = 12;
    const auto ahead = [&](std::size_t by, const auto& fetch) {
      if (i + by >= rows_->triangles.size()) return;
      std::uint32_t triangle = rows_->triangles[i + by];
      const Surface& surface = palettes_.surface_of(triangle, hint_ahead_);
      if (!surface.colours.empty()) fetch(surface, triangle);
    };
    ahead(kTrianglesAhead, [](const Surface& surface, std::uint32_t t) { hwy::Prefetch(&surface.triangles[t]); });
    ahead(kColoursAhead, [](const Surface& surface, std::uint32_t t) {
      hwy::Prefetch(&surface.colours[surface.triangles[t][0]]);
      hwy::Prefetch(&surface.colours[surface.triangles[t][1]]);  // the third one often lies near one of these
    });
  }

  Vec3f tint(std::uint32_t packed) const {
    const auto channel = [&](int shift) { return srgb_.linear(static_cast<std::uint8_t>(packed >> shift)); };
    return {channel(0), channel(8), channel(16)};
  }

  // Emitted light of the surface of fragment `i`.
  Vec3f own_light(const Surface& surface, const SurfaceMaterial& material, std::uint32_t triangle,
                  std::size_t i) const {
    if (material.emission_texture == nullptr) return material.emission * kWhiteWall;
    const float detail = rows_->detail.empty() ? 0.0f : static_cast<float>(rows_->detail[i]) * (1.0f / 16.0f);
    return material.emission * kWhiteWall *
           material.emission_texture->colour(uv(surface, triangle, rows_->weights[i]),
                                             std::max(detail + material.emission_detail, 0.0f));
  }

  static float share8(std::uint8_t share) { return static_cast<float>(share) * (1.0f / 255.0f); }
  static float share16(std::uint16_t share) { return static_cast<float>(share) * (1.0f / 65535.0f); }

  static Vec3f vertex_colour(const Surface& surface, std::uint32_t triangle, std::uint32_t weights) {
    const TriangleIndices& t = surface.triangles[triangle];
    const float b = static_cast<float>(weights & 0xFFFFu) * (1.0f / 65535.0f);
    const float c = static_cast<float>(weights >> 16) * (1.0f / 65535.0f);
    return surface.colours[t[0]] * (1.0f - b - c) + surface.colours[t[1]] * b + surface.colours[t[2]] * c;
  }

  static Vec2 uv(const Surface& surface, std::uint32_t triangle, std::uint32_t weights) {
    const TriangleIndices& t = surface.uv_indices[triangle];
    const double b = static_cast<double>(weights & 0xFFFFu) / 65535.0, c = static_cast<double>(weights >> 16) / 65535.0;
    return Vec2{surface.uvs[t[0]]} * (1.0 - b - c) + Vec2{surface.uvs[t[1]]} * b + Vec2{surface.uvs[t[2]]} * c;
  }

  const std::uint32_t all_ = pack_light(Vec3f{1}), none_ = pack_light(Vec3f{0});

  const Palettes& palettes_;
  PixelSize size_;
  SrgbTable srgb_;
  Vec3f top_{0}, bottom_{0}, haze_{0}, sun_{0}, fog_{0}, wire_{0};
  bool clay_ = false;
  float exposure_ = 1;
  Vec3f mirrored_{0};  // reflection in the water of the next fragment
  const LitRows* rows_ = nullptr;
  int samples_ = 1;
  std::size_t fragment_ = 0, surface_fragment_ = 0;
  std::size_t hint_ = 0, hint_ahead_ = 0;
  std::shared_ptr<const CloudSky> sky_;  // null: the background
};

Image blank_image(PixelSize size) {
  Image image;
  image.pixels = Grid<Rgba8>(size.width, size.height);
  return image;
}

void shade_rows(std::span<const LitRows> rows, int samples, std::size_t first, RowShader shader, Image& image) {
  const auto put = [&](int x, int y, const Vec3f& colour) {
    image.pixels.at(x, y) = shader.srgb().encode(colour, x, y);
  };
  for (std::size_t i = 0; i < rows.size(); ++i)
    shader.shade(rows[i], samples, static_cast<int>(first + i) * LitRows::kRows, put);
}

// Shades a stored picture, each band while the next one is read. Returns false if the picture is invalid or does not
// match.
bool shade_kept(ByteSource& source, const Palettes& palettes, const PictureParams& params, Image& image) {
  const PixelSize size{image.pixels.width(), image.pixels.height()};
  LitReader reader(source, size);
  RowShader shader(palettes, size, params);
  shader.set_sky(params, reader.backdrop());
  for (auto band = reader.next(); band;) {
    for (const LitRows& rows : band->rows) {
      if (!shows_only(rows, palettes.triangle_count())) return false;
    }
    std::optional<LitBand> next;
    parallel_blocks(band->rows.size() + 1, 1, [&](std::size_t i, std::size_t) {
      if (i == 0)
        next = reader.next();
      else
        shade_rows(band->rows.subspan(i - 1, 1), reader.samples(), band->first + i - 1, shader, image);
    });
    band = next;
  }
  return reader.is_whole();
}

}  // namespace

Image shade_picture(const LitPicture& picture, std::span<const Surface* const> surfaces, const PictureParams& params) {
  Image image = blank_image(picture.size);
  const Palettes palettes(surfaces);
  RowShader shader(palettes, picture.size, params);
  shader.set_sky(params, picture.backdrop);
  parallel_blocks(picture.rows.size(), 4, [&](std::size_t begin, std::size_t end) {
    shade_rows(std::span(picture.rows).subspan(begin, end - begin), picture.samples, begin, shader, image);
  });
  return image;
}

void add_shaded(const LitPicture& picture, std::span<const Surface* const> surfaces, const PictureParams& params,
                Grid<Vec3f>& sum) {
  const Palettes palettes(surfaces);
  RowShader shader(palettes, picture.size, params);
  shader.set_sky(params, picture.backdrop);
  const auto put = [&](int x, int y, const Vec3f& colour) { sum.at(x, y) += colour; };
  parallel_blocks(picture.rows.size(), 4, [&](std::size_t begin, std::size_t end) {
    RowShader own = shader;
    for (std::size_t i = begin; i < end; ++i)
      own.shade(picture.rows[i], picture.samples, static_cast<int>(i) * LitRows::kRows, put);
  });
}

std::optional<Image> find_picture(const std::string& key, PixelSize size,
                                  const std::function<std::span<const Surface* const>()>& surfaces,
                                  const PictureParams& params, const RunContext& context) {
  Image image = blank_image(size);
  bool fits = false;
  const bool is_unharmed = context.store->read(
      key, [&](ByteSource& source) { fits = shade_kept(source, Palettes(surfaces()), params, image); });
  return is_unharmed && fits ? std::optional(std::move(image)) : std::nullopt;
}

Image find_or_make_picture(const std::string& key, PixelSize size, std::span<const Surface* const> surfaces,
                           const PictureParams& params, const RunContext& context,
                           const std::function<LitPicture()>& make) {
  if (context.store == nullptr) return shade_picture(make(), surfaces, params);
  if (auto found = find_picture(
          key, size, [&] { return surfaces; }, params, context))
    return *std::move(found);
  const LitPicture picture = make();
  keep_lit_picture(*context.store, key, picture);
  return shade_picture(picture, surfaces, params);
}

}  // namespace weald::render
