#include "picture/camera/picture_params.h"

#include <set>
#include "support/catch.h"

#include "schema/decode.h"

using namespace weald;
using namespace weald::render;

static_assert(schema::Described<PictureParams>);
static_assert(schema::has_sound_texts<PictureParams>());
static_assert(schema::has_sound_defaults<PictureParams>());

TEST_CASE("picture params: every member is declared under its own key", "[render]") {
  std::set<std::string_view> keys;
  for (const schema::FieldInfo& field : schema::describe<PictureParams>()) {
    CHECK(keys.insert(field.key).second);
    CHECK_FALSE(field.required);
  }
  CHECK(keys.size() == 45);
}

TEST_CASE("picture params: changed values print as they would be written in a preset", "[render]") {
  PictureParams params;
  CHECK(schema::print_fields(params, true) == "{}");
  params.size = {{640, 480}};
  params.style = HeightStyle::relief;
  params.ground = false;
  CHECK(schema::print_fields(params, true) == "{size: [640, 480], style: relief, ground: false}");
}
