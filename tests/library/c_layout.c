/* The layout of the structs of interface 1 on 64-bit machines. A row that is here stays as it is; members that are
 * added get rows behind it, and the sizes are those of the first version. Part of c_api_test. */

#include <weald/weald_c.h>

#define AT(type, member, offset) _Static_assert(offsetof(type, member) == (offset), #type "." #member " has moved")
#define AT_LEAST(type, size) _Static_assert(sizeof(type) >= (size), #type " has become smaller")

#if UINTPTR_MAX == UINT64_MAX
AT(weald_diagnostic, is_error, 4);
AT(weald_diagnostic, file, 8);
AT(weald_diagnostic, line, 16);
AT(weald_diagnostic, column, 20);
AT(weald_diagnostic, length, 24);
AT(weald_diagnostic, message, 32);
AT(weald_diagnostic, help, 40);
AT(weald_diagnostic, text, 48);
AT_LEAST(weald_diagnostic, 56);
AT(weald_load_options, set, 8);
AT(weald_load_options, set_count, 16);
AT(weald_load_options, seed, 24);
AT(weald_load_options, variant, 32);
AT(weald_load_options, include, 40);
AT(weald_load_options, include_count, 48);
AT(weald_load_options, coarser, 56);
AT_LEAST(weald_load_options, 32);
AT(weald_run_options, threads, 4);
AT(weald_run_options, cancel, 8);
AT(weald_run_options, progress, 16);
AT(weald_run_options, user, 24);
AT_LEAST(weald_run_options, 32);
AT(weald_stage, makes, 4);
AT(weald_stage, name, 8);
AT(weald_stage, kind, 16);
AT_LEAST(weald_stage, 24);
AT(weald_part, makes, 4);
AT(weald_part, name, 8);
AT_LEAST(weald_part, 16);
AT(weald_output, stage, 8);
AT(weald_output, file_count, 16);
AT_LEAST(weald_output, 24);
AT(weald_file, path, 8);
AT(weald_file, bytes, 16);
AT(weald_file, digest, 24);
AT_LEAST(weald_file, 32);
AT(weald_heightmap, width, 4);
AT(weald_heightmap, height, 8);
AT(weald_heightmap, cell_size, 16);
AT(weald_heightmap, origin_x, 24);
AT(weald_heightmap, origin_z, 32);
AT(weald_heightmap, heights, 40);
AT_LEAST(weald_heightmap, 48);
AT(weald_image, width, 4);
AT(weald_image, height, 8);
AT(weald_image, rgba, 16);
AT_LEAST(weald_image, 24);
AT(weald_mesh_data, vertex_count, 8);
AT(weald_mesh_data, face_count, 16);
AT(weald_mesh_data, corner_count, 24);
AT(weald_mesh_data, uv_count, 32);
AT(weald_mesh_data, normal_count, 40);
AT(weald_mesh_data, positions, 48);
AT(weald_mesh_data, colours, 56);
AT(weald_mesh_data, uvs, 64);
AT(weald_mesh_data, normals, 72);
AT(weald_mesh_data, face_starts, 80);
AT(weald_mesh_data, face_materials, 88);
AT(weald_mesh_data, corner_vertices, 96);
AT(weald_mesh_data, corner_uvs, 104);
AT(weald_mesh_data, corner_normals, 112);
AT(weald_mesh_data, wind, 120);
AT_LEAST(weald_mesh_data, 128);
AT(weald_triangle_range, material, 0);
AT(weald_triangle_range, first, 4);
AT(weald_triangle_range, count, 8);
AT_LEAST(weald_triangle_range, 12);
AT(weald_triangle_data, vertex_count, 8);
AT(weald_triangle_data, index_count, 16);
AT(weald_triangle_data, range_count, 24);
AT(weald_triangle_data, positions, 32);
AT(weald_triangle_data, normals, 40);
AT(weald_triangle_data, uvs, 48);
AT(weald_triangle_data, colours, 56);
AT(weald_triangle_data, indices, 64);
AT(weald_triangle_data, ranges, 72);
AT(weald_triangle_data, wind, 80);
AT_LEAST(weald_triangle_data, 88);
AT(weald_material, two_sided, 4);
AT(weald_material, name, 8);
AT(weald_material, colour, 16);
AT(weald_material, roughness, 28);
AT(weald_material, has_translucency, 32);
AT(weald_material, translucency, 36);
AT(weald_material, metallic, 40);
AT(weald_material, emission, 44);
AT(weald_material, emission_strength, 56);
AT(weald_material, opacity, 60);
AT(weald_material, uv_scale, 64);
AT(weald_material, uv_offset, 72);
AT_LEAST(weald_material, 80);
AT(weald_texture, width, 4);
AT(weald_texture, height, 8);
AT(weald_texture, cutout, 12);
AT(weald_texture, name, 16);
AT(weald_texture, rgba, 24);
AT_LEAST(weald_texture, 32);
AT(weald_scene_data, prototype_count, 8);
AT(weald_scene_data, instance_count, 16);
AT(weald_scene_data, instance_prototypes, 24);
AT(weald_scene_data, instance_matrices, 32);
AT(weald_scene_data, instance_tints, 40);
AT(weald_scene_data, instance_data, 48);
AT(weald_scene_data, group_count, 56);
AT(weald_scene_data, group_names, 64);
AT(weald_scene_data, group_parents, 72);
AT(weald_scene_data, group_begins, 80);
AT(weald_scene_data, group_ends, 88);
AT(weald_scene_data, group_matrices, 96);
AT_LEAST(weald_scene_data, 104);
AT(weald_prototype, name, 8);
AT(weald_prototype, level_count, 16);
AT_LEAST(weald_prototype, 24);
AT(weald_level, screen_size, 8);
AT(weald_level, mesh, 16);
AT_LEAST(weald_level, 24);
AT(weald_line_data, line_count, 8);
AT(weald_line_data, point_count, 16);
AT(weald_line_data, points, 24);
AT(weald_line_data, starts, 32);
AT(weald_line_data, closed, 40);
AT_LEAST(weald_line_data, 48);
AT(weald_skeleton_data, segment_count, 8);
AT(weald_skeleton_data, starts, 16);
AT(weald_skeleton_data, ends, 24);
AT(weald_skeleton_data, radii, 32);
AT(weald_skeleton_data, parents, 40);
AT(weald_skeleton_data, levels, 48);
AT_LEAST(weald_skeleton_data, 56);
_Static_assert(sizeof(weald_triangle_range) == 12, "weald_triangle_range never grows");
#endif

_Static_assert(WEALD_OK == 0 && WEALD_ERROR_PRESET == 2 && WEALD_ERROR_FILE == 3 && WEALD_ERROR_INTERNAL == 4 &&
                   WEALD_ERROR_MEMORY == 5 && WEALD_ERROR_INTERRUPTED == 130,
               "numbers of errors");
_Static_assert(WEALD_HEIGHTMAP == 1 && WEALD_IMAGE == 2 && WEALD_CURVE == 3 && WEALD_STRING == 4 &&
                   WEALD_SKELETON == 5 && WEALD_MESH == 6 && WEALD_SCENE == 7,
               "numbers of kinds");
_Static_assert(WEALD_TEXTURE_COLOUR == 1 && WEALD_TEXTURE_NORMALS == 2, "numbers of textures");
