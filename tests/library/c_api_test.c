/* The C interface: every function once, what it gives against files and what is known, and every kind of error.
 * Usage: c_api_test ALL.yaml FOLDER. Compiled as C11 with all warnings as errors. */

#include "library/c_test.h"

int failures;
const char* preset_path;
const char* folder;

weald_preset* loaded(void) {
  weald_preset* preset = NULL;
  weald_report* report = NULL;
  if (weald_preset_load(preset_path, NULL, &preset, &report) != WEALD_OK) puts(weald_report_message(report));
  weald_report_free(report);
  REQUIRE(preset != NULL);
  return preset;
}

weald_artifact* artifact_of(const char* stage) {
  weald_preset* preset = loaded();
  weald_artifact* artifact = NULL;
  REQUIRE(weald_preset_artifact(preset, stage, NULL, &artifact, NULL) == WEALD_OK);
  weald_preset_free(preset); /* artifacts do not need it */
  return artifact;
}

static void versions(void) {
  CHECK(weald_abi_version() == WEALD_ABI_VERSION);
  CHECK(strchr(weald_version(), '.') != NULL);
  CHECK(strcmp(weald_kind_name(WEALD_HEIGHTMAP), "heightmap") == 0);
  CHECK(strcmp(weald_kind_name(WEALD_SCENE), "scene") == 0);
  CHECK(weald_kind_name(0) == NULL && weald_kind_name(8) == NULL);
}

static void mistakes_have_their_place(void) {
  const char* const text = "weald: 1\nstages:\n  a: {kind: fbm, octavs: 2}\noutputs: [{from: a, file: a.png}]\n";
  weald_preset* preset = NULL;
  weald_report* report = NULL;
  weald_diagnostic found = {.struct_size = sizeof found};
  CHECK(weald_preset_parse(text, strlen(text), "x.yaml", NULL, &preset, &report) == WEALD_ERROR_PRESET);
  REQUIRE(preset == NULL && report != NULL);
  CHECK(weald_report_status(report) == WEALD_ERROR_PRESET);
  CHECK(strstr(weald_report_message(report), "x.yaml:3:18: error: unknown key 'octavs'") != NULL);
  REQUIRE(weald_report_diagnostic_count(report) == 1);
  REQUIRE(weald_report_diagnostic(report, 0, &found) == WEALD_OK);
  CHECK(found.is_error == 1 && found.line == 3 && found.column == 18 && found.length == 6);
  CHECK(strcmp(found.file, "x.yaml") == 0);
  CHECK(strcmp(found.message, "unknown key 'octavs' in stage 'a'") == 0);
  CHECK(strcmp(found.help, "did you mean 'octaves'?") == 0);
  CHECK(strstr(found.text, "^~~~~~") != NULL);
  CHECK(weald_report_diagnostic(report, 1, &found) == WEALD_ERROR_PRESET);
  weald_report_free(report);

  CHECK(weald_preset_load("no/such.yaml", NULL, &preset, &report) == WEALD_ERROR_FILE);
  CHECK(strstr(weald_report_message(report), "no/such.yaml") != NULL);
  weald_report_free(report);
  CHECK(weald_preset_load("no/such.yaml", NULL, &preset, NULL) == WEALD_ERROR_FILE); /* reports may be left out */
}

static void warnings_come_with_what_succeeds(void) {
  weald_preset* preset = loaded();
  weald_report* report = NULL;
  weald_diagnostic found = {.struct_size = sizeof found};
  REQUIRE(weald_preset_build(preset, folder, NULL, NULL, &report) == WEALD_OK && report != NULL);
  CHECK(weald_report_status(report) == WEALD_OK && weald_report_diagnostic_count(report) == 1);
  CHECK(strstr(weald_report_message(report), "warning: output: 'land.obj' is written without") != NULL);
  CHECK(weald_report_diagnostic(report, 0, &found) == WEALD_OK && found.is_error == 0 && found.line > 0);
  weald_report_free(report);
  weald_preset_free(preset);
}

static void settings_change_the_preset(void) {
  const char* const set[] = {"hills.octaves=3", "hills.size=[9, 9]"};
  const char* const wrong[] = {"hills.octaves=4", "hills.sise=[9, 9]"};
  const uint64_t seed = 77;
  const weald_load_options options = {.struct_size = sizeof options, .set = set, .set_count = 2, .seed = &seed};
  weald_preset* preset = NULL;
  weald_artifact* hills = NULL;
  weald_report* report = NULL;
  weald_heightmap map = {.struct_size = sizeof map};
  REQUIRE(weald_preset_load(preset_path, &options, &preset, NULL) == WEALD_OK);
  CHECK(weald_preset_seed(preset) == 77);
  CHECK(weald_preset_set_seed(preset, UINT64_MAX, NULL) == WEALD_OK);
  CHECK(weald_preset_seed(preset) == UINT64_MAX);
  CHECK(weald_preset_set(preset, wrong, 2, &report) == WEALD_ERROR_PRESET);
  CHECK(strstr(weald_report_message(report), "set #2:1:7: error: unknown key 'sise'") != NULL);
  weald_report_free(report);
  REQUIRE(weald_preset_artifact(preset, "hills", NULL, &hills, NULL) == WEALD_OK);
  CHECK(weald_artifact_heightmap(hills, &map, NULL) == WEALD_OK);
  CHECK(map.width == 9 && map.height == 9);
  weald_artifact_free(hills);
  CHECK(weald_preset_set(preset, wrong, 1, NULL) == WEALD_OK);
  weald_preset_free(preset);
}

/* The options of a program that was built before they had more members. */
static void older_options_have_fewer_members(void) {
  const uint64_t seed = 77;
  weald_load_options options = {.struct_size = offsetof(weald_load_options, variant), .seed = &seed, .coarser = 2000};
  weald_preset* preset = NULL;
  weald_report* report = NULL;
  CHECK(weald_preset_load(preset_path, &options, &preset, NULL) == WEALD_OK && weald_preset_seed(preset) == 77);
  weald_preset_free(preset);
  options.struct_size = sizeof options;
  CHECK(weald_preset_load(preset_path, &options, &preset, &report) == WEALD_ERROR_PRESET && preset == NULL);
  CHECK(strcmp(weald_report_message(report), "'coarser' is 2000; it must be 1 to 1024") == 0);
  weald_report_free(report);
}

static void a_preset_lists_what_it_has(void) {
  weald_preset* preset = loaded();
  weald_stage stage = {.struct_size = sizeof stage};
  weald_part part = {.struct_size = sizeof part};
  weald_output output = {.struct_size = sizeof output};
  CHECK(strcmp(weald_preset_name(preset), "all") == 0);
  CHECK(weald_preset_seed(preset) == 3);
  REQUIRE(weald_preset_stage_count(preset) == 14);
  CHECK(weald_preset_stage(preset, 1, &stage) == WEALD_OK);
  CHECK(strcmp(stage.name, "tiers") == 0 && strcmp(stage.kind, "heightmap_lods") == 0 && stage.makes == WEALD_MESH);
  CHECK(weald_preset_stage(preset, 14, &stage) == WEALD_ERROR_PRESET);
  CHECK(weald_preset_part_count(preset, 0) == 0);
  REQUIRE(weald_preset_part_count(preset, 1) == 3);
  CHECK(weald_preset_part(preset, 1, 2, &part) == WEALD_OK);
  CHECK(strcmp(part.name, "lod3") == 0 && part.makes == WEALD_MESH);
  CHECK(weald_preset_part(preset, 1, 3, &part) == WEALD_ERROR_PRESET);
  REQUIRE(weald_preset_output_count(preset) == 2);
  CHECK(weald_preset_output(preset, 0, &output) == WEALD_OK);
  CHECK(strcmp(output.stage, "hills") == 0 && output.file_count == 2);
  CHECK(strcmp(weald_preset_output_file(preset, 0, 0), "hills.r32") == 0);
  CHECK(strcmp(weald_preset_output_file(preset, 0, 1), "hills.r32.json") == 0);
  CHECK(weald_preset_output_file(preset, 0, 2) == NULL && weald_preset_output_file(preset, 2, 0) == NULL);
  REQUIRE(weald_preset_input_count(preset) == 1);
  CHECK(strcmp(weald_preset_input(preset, 0), preset_path) == 0);
  CHECK(weald_preset_input(preset, 1) == NULL);
  weald_preset_free(preset);
}

static void pictures_are_drawn(void) {
  const char* const settings[] = {"style=relief", "size=[40, 30]"};
  const char* const wrong[] = {"stile=relief"};
  weald_preset* preset = loaded();
  weald_picture* picture = NULL;
  weald_report* report = NULL;
  weald_image image = {.struct_size = sizeof image};
  REQUIRE(weald_preset_picture(preset, "hills", settings, 2, NULL, &picture, NULL) == WEALD_OK);
  CHECK(weald_picture_image(picture, &image) == WEALD_OK);
  CHECK(image.width == 40 && image.height == 30 && image.rgba != NULL);
  weald_picture_free(picture);
  CHECK(weald_preset_picture(preset, "hills", wrong, 1, NULL, &picture, &report) == WEALD_ERROR_PRESET);
  CHECK(picture == NULL && strstr(weald_report_message(report), "style") != NULL);
  weald_report_free(report);
  weald_preset_free(preset);
}

struct heard {
  int calls;
  int enough;
  double last;
  weald_cancel* cancel;
};

static int32_t hear(void* user, double fraction, const char* stage) {
  struct heard* heard = user;
  CHECK(fraction >= heard->last && fraction <= 1 && stage[0] != '\0');
  heard->last = fraction;
  ++heard->calls;
  if (heard->cancel != NULL) weald_cancel_request(heard->cancel);
  return heard->enough;
}

static void runs_tell_of_progress_and_can_be_ended(void) {
  weald_preset* preset = loaded();
  weald_report* report = NULL;
  struct heard heard = {0};
  weald_run_options options = {.struct_size = sizeof options, .threads = 2, .progress = hear, .user = &heard};
  weald_files* files = NULL;
  weald_artifact* artifact = NULL;
  CHECK(weald_preset_digests(preset, &options, &files, NULL) == WEALD_OK);
  CHECK(heard.calls > 0 && heard.last == 1);
  weald_files_free(files);

  heard = (struct heard){.enough = 1};
  CHECK(weald_preset_digests(preset, &options, &files, &report) == WEALD_ERROR_INTERRUPTED && files == NULL);
  CHECK(strcmp(weald_report_message(report), "interrupted") == 0);
  weald_report_free(report);

  heard = (struct heard){.cancel = weald_cancel_new()};
  options.cancel = heard.cancel;
  CHECK(weald_preset_build(preset, folder, &options, NULL, NULL) == WEALD_ERROR_INTERRUPTED);
  CHECK(weald_preset_artifact(preset, "land", &options, &artifact, NULL) == WEALD_ERROR_INTERRUPTED);
  weald_cancel_free(heard.cancel);

  options = (weald_run_options){.struct_size = sizeof options, .threads = -1};
  CHECK(weald_preset_artifact(preset, "land", &options, &artifact, &report) == WEALD_ERROR_PRESET);
  CHECK(strstr(weald_report_message(report), "-1 threads") != NULL && artifact == NULL);
  weald_report_free(report);
  weald_preset_free(preset);
}

static void another_kind_is_refused(void) {
  weald_artifact* hills = artifact_of("hills");
  weald_report* report = NULL;
  weald_mesh* mesh = NULL;
  weald_image image = {.struct_size = sizeof image};
  CHECK(weald_artifact_mesh(hills, &mesh, &report) == WEALD_ERROR_PRESET && mesh == NULL);
  CHECK(strcmp(weald_report_message(report), "stage 'hills' makes a heightmap, not a mesh") == 0);
  CHECK(weald_report_diagnostic_count(report) == 0);
  weald_report_free(report);
  CHECK(weald_artifact_image(hills, &image, NULL) == WEALD_ERROR_PRESET && image.rgba == NULL);
  weald_artifact_free(hills);
}

/* A program of an older header has shorter structs, one of a newer header longer ones. */
static void structs_may_have_other_sizes(void) {
  struct {
    weald_heightmap map;
    uint64_t later;
  } newer;
  struct {
    weald_run_options options;
    uint64_t later;
  } asking = {.options = {.struct_size = sizeof asking, .threads = 1}, .later = 0};
  weald_artifact* hills = artifact_of("hills");
  weald_preset* preset = loaded();
  weald_report* report = NULL;
  weald_files* files = NULL;
  weald_heightmap older;
  memset(&older, 7, sizeof older);
  older.struct_size = offsetof(weald_heightmap, cell_size);
  CHECK(weald_artifact_heightmap(hills, &older, NULL) == WEALD_OK);
  CHECK(older.width == 33 && ((const char*)&older.cell_size)[0] == 7);
  memset(&newer, 7, sizeof newer);
  newer.map.struct_size = sizeof newer;
  CHECK(weald_artifact_heightmap(hills, &newer.map, NULL) == WEALD_OK);
  CHECK(newer.map.cell_size == 2 && newer.later == 0);
  older.struct_size = 0;
  CHECK(weald_artifact_heightmap(hills, &older, &report) == WEALD_ERROR_PRESET);
  CHECK(strstr(weald_report_message(report), "struct_size of weald_heightmap is not set") != NULL);
  weald_report_free(report);

  CHECK(weald_preset_digests(preset, &asking.options, &files, NULL) == WEALD_OK);
  weald_files_free(files);
  asking.later = 1;
  CHECK(weald_preset_digests(preset, &asking.options, &files, &report) == WEALD_ERROR_PRESET);
  CHECK(strstr(weald_report_message(report), "does not support") != NULL);
  weald_report_free(report);
  weald_preset_free(preset);
  weald_artifact_free(hills);
}

static void null_is_refused(void) {
  const char* const none[] = {NULL};
  weald_preset* preset = NULL;
  weald_report* report = NULL;
  weald_artifact* artifact = NULL;
  weald_stage stage = {.struct_size = sizeof stage};
  CHECK(weald_preset_load(NULL, NULL, &preset, &report) == WEALD_ERROR_PRESET && preset == NULL);
  CHECK(strcmp(weald_report_message(report), "the argument 'path' is NULL") == 0);
  weald_report_free(report);
  CHECK(weald_preset_load(preset_path, NULL, NULL, NULL) == WEALD_ERROR_PRESET);
  preset = NULL;
  CHECK(weald_preset_parse(NULL, 3, "a.yaml", NULL, &preset, NULL) == WEALD_ERROR_PRESET);
  CHECK(weald_preset_artifact(NULL, "a", NULL, &artifact, NULL) == WEALD_ERROR_PRESET);
  CHECK(weald_preset_build(NULL, "a", NULL, NULL, NULL) == WEALD_ERROR_PRESET);
  CHECK(weald_preset_stage(NULL, 0, &stage) == WEALD_ERROR_PRESET && weald_preset_stage_count(NULL) == 0);
  CHECK(weald_preset_name(NULL) == NULL && weald_report_message(NULL) == NULL && weald_text_data(NULL) == NULL);
  CHECK(weald_artifact_kind(NULL) == 0 && weald_artifact_stage(NULL) == NULL);
  CHECK(weald_mesh_get(NULL, NULL) == WEALD_ERROR_PRESET && weald_scene_get(NULL, NULL) == WEALD_ERROR_PRESET);
  preset = loaded();
  CHECK(weald_preset_set(preset, none, 1, NULL) == WEALD_ERROR_PRESET);
  CHECK(weald_preset_set(preset, NULL, 0, NULL) == WEALD_OK);
  CHECK(weald_preset_stage(preset, 0, NULL) == WEALD_ERROR_PRESET);
  weald_preset_free(preset);
  weald_report_free(NULL), weald_preset_free(NULL), weald_artifact_free(NULL), weald_files_free(NULL);
  weald_picture_free(NULL), weald_mesh_free(NULL), weald_triangles_free(NULL), weald_scene_free(NULL);
  weald_lines_free(NULL), weald_skeleton_free(NULL), weald_text_free(NULL), weald_cancel_free(NULL);
}

int main(int argc, char** argv) {
  REQUIRE(argc == 3);
  preset_path = argv[1];
  folder = argv[2];
  versions();
  mistakes_have_their_place();
  warnings_come_with_what_succeeds();
  settings_change_the_preset();
  older_options_have_fewer_members();
  a_preset_lists_what_it_has();
  data_of_artifacts();
  pictures_are_drawn();
  runs_tell_of_progress_and_can_be_ended();
  another_kind_is_refused();
  structs_may_have_other_sizes();
  null_is_refused();
  return failures > 0;
}
