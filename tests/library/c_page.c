/* The code of docs/c-and-python.md in C: every block stands here, and runs. Usage: c_page, in a folder with hills.yaml.
 */

#include <stdio.h>

#include <weald/weald_c.h>

static size_t drawn;
static int marks;
static double bar_at;

static void mark(const char* file, int line, int column, int length, const char* message, const char* help) {
  marks += file[0] != '\0' && line == 3 && column > 0 && length == 6 && message[0] != '\0' && help[0] != '\0';
}

static void draw(const char* name, const uint32_t* indices, uint32_t count) {
  if (name[0] != '\0' && indices != NULL) drawn += count;
}

static int32_t bar(void* user, double fraction, const char* stage) {
  (void)user, (void)stage;
  bar_at = fraction;
  return 0;
}

static void diagnostics(void) {
  const char text[] = "weald: 1\nstages:\n  hills: {kind: fbm, octavs: 2}\noutputs: [{from: hills, file: a.png}]\n";
  weald_preset* preset = NULL;
  weald_report* report = NULL;
  weald_preset_parse(text, sizeof text - 1, "mine.yaml", NULL, &preset, &report);
  for (size_t i = 0; i < weald_report_diagnostic_count(report); ++i) {
    weald_diagnostic d = {.struct_size = sizeof d};
    weald_report_diagnostic(report, i, &d);
    mark(d.file, d.line, d.column, d.length, d.message, d.help);
  }
  weald_report_free(report);
}

int main(void) {
  float highest = 0;
  diagnostics();
  weald_preset* preset = NULL;
  weald_report* report = NULL;
  if (weald_preset_load("hills.yaml", NULL, &preset, &report) != WEALD_OK) {
    fputs(weald_report_message(report), stderr);
    weald_report_free(report);
    return 2;
  }
  weald_artifact* hills = NULL;
  weald_heightmap map = {.struct_size = sizeof map};
  if (weald_preset_artifact(preset, "hills", NULL, &hills, NULL) != WEALD_OK) return 1;
  if (weald_artifact_heightmap(hills, &map, NULL) != WEALD_OK) return 1;
  for (int i = 0; i < map.width * map.height; ++i) {
    if (map.heights[i] > highest) highest = map.heights[i]; /* metres */
  }
  weald_artifact_free(hills);

  weald_artifact* land = NULL;
  weald_mesh* mesh = NULL;
  weald_triangles* triangles = NULL;
  weald_triangle_data data = {.struct_size = sizeof data};
  if (weald_preset_artifact(preset, "land", NULL, &land, NULL) != WEALD_OK) return 1;
  if (weald_artifact_mesh(land, &mesh, NULL) != WEALD_OK) return 1;
  if (weald_mesh_triangulate(mesh, &triangles, NULL) != WEALD_OK) return 1;
  weald_triangles_get(triangles, &data);
  for (size_t i = 0; i < data.range_count; ++i) {
    weald_material material = {.struct_size = sizeof material};
    weald_mesh_material(mesh, data.ranges[i].material, &material);
    draw(material.name, &data.indices[data.ranges[i].first], data.ranges[i].count);
  }
  weald_triangles_free(triangles);
  weald_mesh_free(mesh);
  weald_artifact_free(land);

  weald_run_options options = {.struct_size = sizeof options, .threads = 2, .progress = bar};
  weald_status status = weald_preset_build(preset, "assets", &options, NULL, &report);
  weald_report_free(report);
  weald_preset_free(preset);
  printf("%zu indices, status %d\n", drawn, (int)status);
  return !(status == WEALD_OK && marks == 1 && drawn == 32 * 32 * 6 && highest > 0 && bar_at == 1);
}
