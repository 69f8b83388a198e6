#include "picture/camera/picture_params.h"

namespace weald::schema {

template const FieldTable& table_of<render::PictureParams>();

}  // namespace weald::schema
