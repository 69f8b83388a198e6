#ifndef WEALD_WEALD_C_DATA_H
#define WEALD_WEALD_C_DATA_H
/* The data of artifacts. Part of <weald/weald_c.h>, which is what programs include. */
#ifndef WEALD_WEALD_C_H
#error "include <weald/weald_c.h>"
#endif

/* ---- Artifacts. Asking for data of another kind is WEALD_ERROR_PRESET. */

/** Heights on a regular grid. Sample (column, row) lies at x = origin_x + column * cell_size, z = origin_z + row *
 * cell_size. */
typedef struct weald_heightmap {
  uint32_t struct_size;
  int32_t width;        /**< samples along x */
  int32_t height;       /**< samples along z */
  double cell_size;     /**< metres between neighbouring samples */
  double origin_x;      /**< metres */
  double origin_z;      /**< metres */
  const float* heights; /**< metres, row by row, the northern row first; width * height values */
} weald_heightmap;

/** Pixels of four bytes: red, green, blue (sRGB) and alpha (255 is opaque). */
typedef struct weald_image {
  uint32_t struct_size;
  int32_t width;
  int32_t height;
  const uint8_t* rgba; /**< row by row, the upper row first; 4 * width * height bytes */
} weald_image;

/** A polygon mesh with its materials. */
typedef struct weald_mesh weald_mesh;
/** A triangulated mesh. */
typedef struct weald_triangles weald_triangles;
/** Prototypes, and the instances that place copies of them. */
typedef struct weald_scene weald_scene;
/** The paths of a curve as polylines. */
typedef struct weald_lines weald_lines;
/** Segments of branches, as drawn by a turtle. */
typedef struct weald_skeleton weald_skeleton;
/** A derived string. */
typedef struct weald_text weald_text;

WEALD_C_API weald_kind weald_artifact_kind(const weald_artifact* artifact);
/** The stage that made it. */
WEALD_C_API const char* weald_artifact_stage(const weald_artifact* artifact);
/** Writes 32 hexadecimal digits and a NUL: equal for equal content, the digest that `weald digest` prints for an output
 * of data. */
WEALD_C_API weald_status weald_artifact_digest(const weald_artifact* artifact, char digest[33], weald_report** report);
/** The data of a heightmap, owned by the artifact. */
WEALD_C_API weald_status weald_artifact_heightmap(const weald_artifact* artifact, weald_heightmap* out,
                                                  weald_report** report);
/** The data of an image, owned by the artifact. */
WEALD_C_API weald_status weald_artifact_image(const weald_artifact* artifact, weald_image* out, weald_report** report);
/** A copy of a mesh as arrays. */
WEALD_C_API weald_status weald_artifact_mesh(const weald_artifact* artifact, weald_mesh** out, weald_report** report);
/** A copy of a scene, with its meshes as arrays. */
WEALD_C_API weald_status weald_artifact_scene(const weald_artifact* artifact, weald_scene** out, weald_report** report);
/** The paths of a curve, flattened to polylines within `tolerance` metres; 0: the tolerance of files, 1e-4 of the
 * curve's diagonal. */
WEALD_C_API weald_status weald_artifact_lines(const weald_artifact* artifact, double tolerance, weald_lines** out,
                                              weald_report** report);
/** The segments of a skeleton. */
WEALD_C_API weald_status weald_artifact_skeleton(const weald_artifact* artifact, weald_skeleton** out,
                                                 weald_report** report);
/** The text of a derived string. */
WEALD_C_API weald_status weald_artifact_text(const weald_artifact* artifact, weald_text** out, weald_report** report);
WEALD_C_API void weald_artifact_free(weald_artifact* artifact);

/** The pixels, owned by the picture. */
WEALD_C_API weald_status weald_picture_image(const weald_picture* picture, weald_image* out);
WEALD_C_API void weald_picture_free(weald_picture* picture);

/* ---- Meshes */

/** Polygons, counter-clockwise seen from outside. As in OBJ, a corner of a face has an index into the positions, one
 * into the UVs and one into the normals. */
typedef struct weald_mesh_data {
  uint32_t struct_size;
  size_t vertex_count;
  size_t face_count;
  size_t corner_count;
  size_t uv_count;                 /**< 0: none */
  size_t normal_count;             /**< 0: none */
  const float* positions;          /**< x, y, z per vertex, metres */
  const uint8_t* colours;          /**< red, green, blue, alpha per vertex, sRGB; NULL: none */
  const float* uvs;                /**< u, v per UV, v upwards; NULL: none */
  const float* normals;            /**< x, y, z per normal, unit length; NULL: none */
  const uint32_t* face_starts;     /**< face f has the corners face_starts[f] to face_starts[f + 1] - 1 */
  const uint32_t* face_materials;  /**< per face, the index of its material */
  const uint32_t* corner_vertices; /**< per corner */
  const uint32_t* corner_uvs;      /**< per corner; NULL: no UVs */
  const uint32_t* corner_normals;  /**< per corner; NULL: no normals */
  const uint8_t* wind;             /**< bend, phase, flutter, branch per vertex; NULL: none */
} weald_mesh_data;

/** The triangles of one material. This struct never grows. */
typedef struct weald_triangle_range {
  uint32_t material; /**< index of a material of the mesh */
  uint32_t first;    /**< index of the first index */
  uint32_t count;    /**< number of indices, three per triangle */
} weald_triangle_range;

/** A mesh for graphics libraries: every vertex has all its attributes, and all faces are triangles. */
typedef struct weald_triangle_data {
  uint32_t struct_size;
  size_t vertex_count;
  size_t index_count;
  size_t range_count;
  const float* positions;             /**< x, y, z per vertex, metres */
  const float* normals;               /**< x, y, z per vertex; NULL: none */
  const float* uvs;                   /**< u, v per vertex, v upwards; NULL: none */
  const uint8_t* colours;             /**< red, green, blue, alpha per vertex, sRGB; NULL: none */
  const uint32_t* indices;            /**< three per triangle, counter-clockwise, grouped by material */
  const weald_triangle_range* ranges; /**< one per material that has triangles, in the order of the materials */
  const uint8_t* wind;                /**< bend, phase, flutter, branch per vertex; NULL: none */
} weald_triangle_data;

/** The appearance of a surface. */
typedef struct weald_material {
  uint32_t struct_size;
  int32_t two_sided; /**< both sides are visible: leaves and other cards */
  const char* name;
  float colour[3];          /**< sRGB, 0 to 1 */
  float roughness;          /**< 0 mirror, 1 matt */
  int32_t has_translucency; /**< 0: not stated */
  float translucency;       /**< two-sided surfaces: share of the light that passes through, 0 to 1 */
  float metallic;           /**< 0: dielectric, 1: metal */
  float emission[3];        /**< colour of emitted light, sRGB, 0 to 1 */
  float emission_strength;  /**< multiplies the emitted light; 1 is about as bright as a white wall in the sun */
  float opacity;            /**< 0: invisible, 1: opaque */
  float uv_scale[2];        /**< all textures are sampled at uv * uv_scale + uv_offset */
  float uv_offset[2];
} weald_material;

/** The use of a texture. */
typedef int32_t weald_texture_use;
enum {
  WEALD_TEXTURE_COLOUR = 1,             /**< sRGB, multiplied with the material's colour in linear light */
  WEALD_TEXTURE_NORMALS = 2,            /**< normal map: red along u, green along v, blue outwards, 128 for zero */
  WEALD_TEXTURE_OCCLUSION = 3,          /**< red: share of the sky's light that reaches the surface */
  WEALD_TEXTURE_METALLIC_ROUGHNESS = 4, /**< green multiplies `roughness`, blue multiplies `metallic` */
  WEALD_TEXTURE_EMISSION = 5            /**< sRGB, multiplied with `emission` in linear light */
};

/** A picture that UVs map onto a surface: (0, 0) is the lower left corner of the picture, (1, 1) the upper right one;
 * outside this range the picture repeats. */
typedef struct weald_texture {
  uint32_t struct_size;
  int32_t width;
  int32_t height;
  float cutout;        /**< the surface has holes where alpha (0 to 1) is below this; 0: alpha is ignored */
  const char* name;    /**< name of its stage or file; NULL: the material has no such texture */
  const uint8_t* rgba; /**< row by row, the upper row first; 4 * width * height bytes; NULL if `name` is */
} weald_texture;

/** The arrays of a mesh, owned by the mesh. */
WEALD_C_API weald_status weald_mesh_get(const weald_mesh* mesh, weald_mesh_data* out);
WEALD_C_API size_t weald_mesh_material_count(const weald_mesh* mesh);
WEALD_C_API weald_status weald_mesh_material(const weald_mesh* mesh, size_t index, weald_material* out);
/** The texture of a material. Without one, the result is WEALD_OK and `rgba` is NULL. */
WEALD_C_API weald_status weald_mesh_texture(const weald_mesh* mesh, size_t material, weald_texture_use use,
                                            weald_texture* out);
/** Triangulates the faces, with one vertex per combination of position, UV and normal. */
WEALD_C_API weald_status weald_mesh_triangulate(const weald_mesh* mesh, weald_triangles** out, weald_report** report);
WEALD_C_API void weald_mesh_free(weald_mesh* mesh);

/** The arrays of the triangles, owned by the handle. */
WEALD_C_API weald_status weald_triangles_get(const weald_triangles* triangles, weald_triangle_data* out);
WEALD_C_API void weald_triangles_free(weald_triangles* triangles);

/* ---- Scenes */

/** The instances of a scene, and its groups: parts with a name and a frame of their own. */
typedef struct weald_scene_data {
  uint32_t struct_size;
  size_t prototype_count;
  size_t instance_count;
  const uint32_t* instance_prototypes; /**< per instance, the index of its prototype */
  const double* instance_matrices;     /**< per instance, world from prototype: 4 x 4, affine, column by column */
  const float* instance_tints;         /**< per instance, factors of the mesh's red, green and blue, linear */
  const float* instance_data;          /**< per instance, a number for other programs; 0: none */
  size_t group_count;                  /**< groups nest or are disjoint; outer groups precede inner ones */
  const char* const* group_names;      /**< per group; no two are equal */
  const int64_t* group_parents;        /**< per group, the innermost group around it; -1: none */
  const uint32_t* group_begins;        /**< per group, the index of its first instance */
  const uint32_t* group_ends;          /**< per group, the index after that of its last instance */
  const double* group_matrices;        /**< per group, world from group: 4 x 4, affine, column by column */
} weald_scene_data;

/** A mesh shared by instances. */
typedef struct weald_prototype {
  uint32_t struct_size;
  const char* name;
  size_t level_count; /**< number of levels of detail, at least 1 */
} weald_prototype;

/** A level of detail of a prototype: 0 is the finest. */
typedef struct weald_level {
  uint32_t struct_size;
  double screen_size;     /**< shown while its height is at least this share of the screen's; 0: always */
  const weald_mesh* mesh; /**< owned by the scene: do not free */
} weald_level;

/** The instances, owned by the scene. */
WEALD_C_API weald_status weald_scene_get(const weald_scene* scene, weald_scene_data* out);
WEALD_C_API weald_status weald_scene_prototype(const weald_scene* scene, size_t index, weald_prototype* out);
WEALD_C_API weald_status weald_scene_level(const weald_scene* scene, size_t prototype, size_t level, weald_level* out);
WEALD_C_API void weald_scene_free(weald_scene* scene);

/* ---- Curves, skeletons, texts */

/** Polylines. */
typedef struct weald_line_data {
  uint32_t struct_size;
  size_t line_count;
  size_t point_count;
  const double* points;   /**< x, y, z per point, metres */
  const uint64_t* starts; /**< line l has the points starts[l] to starts[l + 1] - 1 */
  const uint8_t* closed;  /**< per line, 1: a segment joins the last point to the first, which is not repeated */
} weald_line_data;

/** Segments in drawing order: parents precede children. */
typedef struct weald_skeleton_data {
  uint32_t struct_size;
  size_t segment_count;
  const double* starts;   /**< x, y, z per segment, metres */
  const double* ends;     /**< x, y, z per segment, metres */
  const double* radii;    /**< at the start and at the end, per segment, metres */
  const int64_t* parents; /**< per segment, the segment at whose end it starts; -1 at a root */
  const uint32_t* levels; /**< per segment, the branching level; 0: the trunk */
} weald_skeleton_data;

/** The polylines, owned by the handle. */
WEALD_C_API weald_status weald_lines_get(const weald_lines* lines, weald_line_data* out);
WEALD_C_API void weald_lines_free(weald_lines* lines);
/** The segments, owned by the skeleton. */
WEALD_C_API weald_status weald_skeleton_get(const weald_skeleton* skeleton, weald_skeleton_data* out);
WEALD_C_API void weald_skeleton_free(weald_skeleton* skeleton);
/** The text, terminated by a NUL. */
WEALD_C_API const char* weald_text_data(const weald_text* text);
/** Length of the text in bytes, without the NUL. */
WEALD_C_API size_t weald_text_size(const weald_text* text);
WEALD_C_API void weald_text_free(weald_text* text);

#endif
