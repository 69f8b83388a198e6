#include "front/compare/tolerance.h"

namespace weald::schema {

template const FieldTable& table_of<compare::HeightTolerance>();
template const FieldTable& table_of<compare::ImageTolerance>();
template const FieldTable& table_of<compare::MeshTolerance>();
template const FieldTable& table_of<compare::TextTolerance>();

}  // namespace weald::schema
