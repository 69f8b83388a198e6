// GLB: read and built into a mesh, which must be sound.

#include "io/glb_reader.h"
#include "mesh_promises.h"
