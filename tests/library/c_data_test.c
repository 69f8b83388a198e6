/* The data of artifacts through the C interface. Part of c_api_test. */

#include <math.h>

#include "library/c_test.h"

static void* bytes_of(const char* name, size_t* size) {
  char path[4096];
  char* bytes = malloc(1 << 20);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "rb");
  REQUIRE(file != NULL && bytes != NULL);
  *size = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  return bytes;
}

static void heights_are_those_of_the_file(void) {
  weald_preset* preset = loaded();
  weald_files* files = NULL;
  weald_file file = {.struct_size = sizeof file};
  weald_heightmap map = {.struct_size = sizeof map};
  char digest[33] = "";
  size_t size = 0;
  REQUIRE(weald_preset_build(preset, folder, NULL, &files, NULL) == WEALD_OK);
  CHECK(weald_files_count(files) == 4);
  REQUIRE(weald_files_get(files, 0, &file) == WEALD_OK);
  CHECK(strstr(file.path, "hills.r32") != NULL && file.bytes == 33 * 17 * 4 && file.digest == NULL);
  CHECK(weald_files_get(files, 4, &file) == WEALD_ERROR_PRESET);
  weald_files_free(files);

  weald_artifact* hills = artifact_of("hills");
  CHECK(weald_artifact_kind(hills) == WEALD_HEIGHTMAP && strcmp(weald_artifact_stage(hills), "hills") == 0);
  REQUIRE(weald_artifact_heightmap(hills, &map, NULL) == WEALD_OK);
  CHECK(map.width == 33 && map.height == 17 && map.cell_size == 2 && map.origin_x == 5 && map.origin_z == 7);
  void* written = bytes_of("hills.r32", &size);
  CHECK(size == 33 * 17 * 4 && memcmp(written, map.heights, size) == 0);
  free(written);

  REQUIRE(weald_preset_digests(preset, NULL, &files, NULL) == WEALD_OK);
  REQUIRE(weald_files_count(files) == 2 && weald_files_get(files, 0, &file) == WEALD_OK);
  CHECK(weald_artifact_digest(hills, digest, NULL) == WEALD_OK);
  CHECK(strcmp(file.path, "hills.r32") == 0 && strcmp(file.digest, digest) == 0 && strlen(digest) == 32);
  weald_files_free(files);
  weald_artifact_free(hills);
  weald_preset_free(preset);
}

static void meshes_have_polygons_triangles_and_materials(void) {
  weald_artifact* land = artifact_of("land");
  weald_mesh* mesh = NULL;
  weald_triangles* triangles = NULL;
  weald_mesh_data polygons = {.struct_size = sizeof polygons};
  weald_triangle_data data = {.struct_size = sizeof data};
  weald_material material = {.struct_size = sizeof material};
  weald_texture texture = {.struct_size = sizeof texture};
  double area = 0;
  REQUIRE(weald_artifact_mesh(land, &mesh, NULL) == WEALD_OK);
  weald_artifact_free(land); /* meshes do not need it */
  REQUIRE(weald_mesh_get(mesh, &polygons) == WEALD_OK);
  CHECK(polygons.vertex_count == 33 * 17);
  CHECK(polygons.face_starts[0] == 0 && polygons.face_starts[polygons.face_count] == polygons.corner_count);
  CHECK(polygons.uv_count > 0 && polygons.normal_count > 0 && polygons.colours == NULL);
  REQUIRE(weald_mesh_triangulate(mesh, &triangles, NULL) == WEALD_OK);
  REQUIRE(weald_triangles_get(triangles, &data) == WEALD_OK);
  REQUIRE(data.range_count == 1 && data.index_count == 32 * 16 * 2 * 3);
  CHECK(data.ranges[0].material == 0 && data.ranges[0].first == 0 && data.ranges[0].count == data.index_count);
  CHECK(data.normals != NULL && data.uvs != NULL && data.colours == NULL);
  for (size_t i = 0; i < data.index_count; i += 3) { /* seen from above: the area of the map, counter-clockwise */
    const float* a = &data.positions[3 * data.indices[i]];
    const float* b = &data.positions[3 * data.indices[i + 1]];
    const float* c = &data.positions[3 * data.indices[i + 2]];
    area += 0.5 * ((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]));
  }
  CHECK(fabs(area - 64 * 32) < 1e-9);
  REQUIRE(weald_mesh_material_count(mesh) == 1 && weald_mesh_material(mesh, 0, &material) == WEALD_OK);
  CHECK(material.two_sided == 1 && material.roughness == 0.5f && material.colour[1] == 0.5f);
  CHECK(material.has_translucency == 1 && material.translucency == 0.25f && material.name[0] != '\0');
  CHECK(material.metallic == 0.75f && material.opacity == 0.5f);
  CHECK(material.emission[0] == 0 && material.emission[1] == 0.5f && material.emission_strength == 4);
  CHECK(material.uv_scale[1] == 3 && material.uv_offset[0] == 0.5f);
  CHECK(weald_mesh_material(mesh, 1, &material) == WEALD_ERROR_PRESET);
  CHECK(weald_mesh_texture(mesh, 0, WEALD_TEXTURE_COLOUR, &texture) == WEALD_OK);
  CHECK(texture.width == 33 && texture.height == 17 && strcmp(texture.name, "tints") == 0 && texture.rgba[3] == 255);
  CHECK(weald_mesh_texture(mesh, 0, WEALD_TEXTURE_NORMALS, &texture) == WEALD_OK && texture.rgba != NULL);
  CHECK(weald_mesh_texture(mesh, 0, WEALD_TEXTURE_OCCLUSION, &texture) == WEALD_OK && texture.width == 33);
  CHECK(weald_mesh_texture(mesh, 0, WEALD_TEXTURE_EMISSION, &texture) == WEALD_OK && texture.rgba == NULL);
  CHECK(weald_mesh_texture(mesh, 0, 6, &texture) == WEALD_ERROR_PRESET);
  weald_mesh_free(mesh); /* triangles do not need it */
  CHECK(data.positions[0] == 5 && data.positions[2] == 7);
  weald_triangles_free(triangles);

  weald_artifact* plant = artifact_of("plant");
  REQUIRE(weald_artifact_mesh(plant, &mesh, NULL) == WEALD_OK && weald_mesh_get(mesh, &polygons) == WEALD_OK);
  CHECK(polygons.wind != NULL && polygons.colours != NULL && polygons.wind[0] == 0); /* the foot does not bend */
  weald_mesh_free(mesh);
  weald_artifact_free(plant);

  weald_artifact* post = artifact_of("post");
  REQUIRE(weald_artifact_mesh(post, &mesh, NULL) == WEALD_OK);
  CHECK(weald_mesh_texture(mesh, 0, WEALD_TEXTURE_COLOUR, &texture) == WEALD_OK);
  CHECK(texture.rgba == NULL && texture.name == NULL);
  weald_mesh_free(mesh);
  weald_artifact_free(post);
}

static void scenes_have_tints_and_groups(void) {
  weald_preset* preset = loaded();
  weald_artifact* artifact = NULL;
  weald_scene* scene = NULL;
  weald_scene_data data = {.struct_size = sizeof data};
  REQUIRE(weald_preset_artifact(preset, "estate", NULL, &artifact, NULL) == WEALD_OK);
  weald_preset_free(preset);
  REQUIRE(weald_artifact_scene(artifact, &scene, NULL) == WEALD_OK);
  REQUIRE(weald_scene_get(scene, &data) == WEALD_OK);
  REQUIRE(data.instance_count == 3 && data.group_count >= 1);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(data.instance_tints[3 * i] == 1 && data.instance_tints[3 * i + 2] == 0);
    CHECK(fabs(data.instance_tints[3 * i + 1] - 0.2158605) < 1e-6); /* sRGB 128 of 255 */
    CHECK(data.instance_data[i] == (float)(i + 1));
  }
  CHECK(strcmp(data.group_names[0], "row") == 0);
  CHECK(data.group_parents[0] == -1 && data.group_begins[0] == 0 && data.group_ends[0] == 3);
  CHECK(data.group_matrices[0] == 2 && data.group_matrices[13] == 4 && data.group_matrices[15] == 1);
  weald_scene_free(scene);
  weald_artifact_free(artifact);
}

static void scenes_have_prototypes_levels_and_instances(void) {
  weald_artifact* artifacts[2];
  const char* const stages[] = {"posts", "chain"};
  weald_preset* preset = loaded();
  weald_scene* scene = NULL;
  weald_scene_data data = {.struct_size = sizeof data};
  weald_prototype prototype = {.struct_size = sizeof prototype};
  weald_level level = {.struct_size = sizeof level};
  weald_mesh_data mesh = {.struct_size = sizeof mesh};
  REQUIRE(weald_preset_artifacts(preset, stages, 2, NULL, artifacts, NULL) == WEALD_OK);
  weald_preset_free(preset);
  REQUIRE(weald_artifact_scene(artifacts[0], &scene, NULL) == WEALD_OK);
  REQUIRE(weald_scene_get(scene, &data) == WEALD_OK);
  CHECK(data.prototype_count == 1 && data.instance_count > 3);
  for (size_t i = 0; i < data.instance_count; ++i) {
    const double* m = &data.instance_matrices[16 * i];
    CHECK(data.instance_prototypes[i] == 0);
    CHECK(m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1);       /* affine */
    CHECK(m[12] >= 5 && m[12] <= 69 && m[14] >= 7 && m[14] <= 39);   /* on the map */
    CHECK(fabs(m[0] * m[0] + m[1] * m[1] + m[2] * m[2] - 1) < 1e-6); /* unscaled */
  }
  CHECK(data.instance_tints[0] == 1 && data.instance_data[0] == 0 && data.group_count == 0);
  weald_scene_free(scene);
  REQUIRE(weald_artifact_scene(artifacts[1], &scene, NULL) == WEALD_OK);
  REQUIRE(weald_scene_prototype(scene, 0, &prototype) == WEALD_OK);
  REQUIRE(prototype.level_count == 2);
  REQUIRE(weald_scene_level(scene, 0, 0, &level) == WEALD_OK && weald_mesh_get(level.mesh, &mesh) == WEALD_OK);
  CHECK(level.screen_size == 0.5 && mesh.vertex_count == 33 * 17);
  REQUIRE(weald_scene_level(scene, 0, 1, &level) == WEALD_OK && weald_mesh_get(level.mesh, &mesh) == WEALD_OK);
  CHECK(level.screen_size < 0.5);
  CHECK(mesh.vertex_count == 2 * 5 + 2); /* two rings, and the middles of the ends */
  CHECK(weald_scene_level(scene, 0, 2, &level) == WEALD_ERROR_PRESET);
  CHECK(weald_scene_prototype(scene, 1, &prototype) == WEALD_ERROR_PRESET);
  weald_scene_free(scene);
  weald_artifact_free(artifacts[0]);
  weald_artifact_free(artifacts[1]);
}

static void curves_skeletons_strings_and_images(void) {
  weald_artifact* way = artifact_of("way");
  weald_lines* lines = NULL;
  weald_line_data line = {.struct_size = sizeof line};
  weald_report* report = NULL;
  size_t fine;
  REQUIRE(weald_artifact_lines(way, 0, &lines, NULL) == WEALD_OK);
  REQUIRE(weald_lines_get(lines, &line) == WEALD_OK);
  CHECK(line.line_count == 1 && line.starts[0] == 0 && line.starts[1] == line.point_count && line.closed[0] == 0);
  CHECK(line.points[0] == 0 && line.points[3 * (line.point_count - 1) + 2] == 10);
  fine = line.point_count;
  weald_lines_free(lines);
  REQUIRE(weald_artifact_lines(way, 0.5, &lines, NULL) == WEALD_OK && weald_lines_get(lines, &line) == WEALD_OK);
  CHECK(line.point_count >= 3 && line.point_count < fine);
  weald_lines_free(lines);
  CHECK(weald_artifact_lines(way, -1, &lines, &report) == WEALD_ERROR_PRESET && lines == NULL);
  CHECK(strcmp(weald_report_message(report), "the tolerance must be above 0") == 0);
  weald_report_free(report);
  weald_artifact_free(way);

  weald_artifact* wood = artifact_of("wood");
  weald_skeleton* skeleton = NULL;
  weald_skeleton_data segments = {.struct_size = sizeof segments};
  REQUIRE(weald_artifact_skeleton(wood, &skeleton, NULL) == WEALD_OK);
  REQUIRE(weald_skeleton_get(skeleton, &segments) == WEALD_OK);
  REQUIRE(segments.segment_count > 3);
  CHECK(segments.parents[0] == -1 && segments.parents[1] == 0 && segments.levels[0] == 0);
  CHECK(segments.ends[1] == 1 && segments.starts[4] == 1 && segments.radii[0] > 0); /* F(1), upwards */
  weald_skeleton_free(skeleton);
  weald_artifact_free(wood);

  weald_artifact* word = artifact_of("word");
  weald_text* text = NULL;
  REQUIRE(weald_artifact_text(word, &text, NULL) == WEALD_OK);
  CHECK(strncmp(weald_text_data(text), "F(1)F(2)[+", 10) == 0);
  CHECK(strlen(weald_text_data(text)) == weald_text_size(text));
  weald_text_free(text);
  weald_artifact_free(word);

  weald_artifact* tints = artifact_of("tints");
  weald_image image = {.struct_size = sizeof image};
  REQUIRE(weald_artifact_image(tints, &image, NULL) == WEALD_OK);
  CHECK(image.width == 33 && image.height == 17 && image.rgba[4 * 33 * 17 - 1] == 255);
  weald_artifact_free(tints);
}

void data_of_artifacts(void) {
  heights_are_those_of_the_file();
  meshes_have_polygons_triangles_and_materials();
  scenes_have_prototypes_levels_and_instances();
  scenes_have_tints_and_groups();
  curves_skeletons_strings_and_images();
}
