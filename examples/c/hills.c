/* Prints the height of the hills of a preset, and the number of triangles of their mesh. */

#include <stdio.h>

#include <weald/weald_c.h>

static int fail(weald_report* report) {
  int status = (int)weald_report_status(report);
  fputs(weald_report_message(report), stderr);
  weald_report_free(report);
  return status;
}

static void print(const weald_preset* preset, weald_heightmap map, weald_triangle_data triangles) {
  float low = map.heights[0], high = map.heights[0];
  for (size_t i = 0; i < (size_t)map.width * (size_t)map.height; ++i) {
    if (map.heights[i] < low) low = map.heights[i];
    if (map.heights[i] > high) high = map.heights[i];
  }
  printf("%s: %d x %d samples, %.1f to %.1f m, %zu triangles\n", weald_preset_name(preset), map.width, map.height, low,
         high, triangles.index_count / 3);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: hills PRESET [STAGE.KEY=VALUE]...\n");
    return 2;
  }
  const char* const stages[] = {"hills", "land"};
  weald_load_options options = {.struct_size = sizeof options};
  options.set = (const char* const*)&argv[2];
  options.set_count = (size_t)(argc - 2);
  weald_preset* preset = NULL;
  weald_report* report = NULL;
  if (weald_preset_load(argv[1], &options, &preset, &report) != WEALD_OK) return fail(report);

  int status = 0;
  weald_artifact* made[2] = {NULL, NULL};
  weald_mesh* mesh = NULL;
  weald_triangles* triangles = NULL;
  weald_heightmap map = {.struct_size = sizeof map};
  weald_triangle_data data = {.struct_size = sizeof data};
  if (weald_preset_artifacts(preset, stages, 2, NULL, made, &report) != WEALD_OK ||
      weald_artifact_heightmap(made[0], &map, &report) != WEALD_OK ||
      weald_artifact_mesh(made[1], &mesh, &report) != WEALD_OK ||
      weald_mesh_triangulate(mesh, &triangles, &report) != WEALD_OK) {
    status = fail(report);
  } else {
    weald_triangles_get(triangles, &data);
    print(preset, map, data);
  }
  weald_triangles_free(triangles);
  weald_mesh_free(mesh);
  weald_artifact_free(made[0]);
  weald_artifact_free(made[1]);
  weald_preset_free(preset);
  return status;
}
