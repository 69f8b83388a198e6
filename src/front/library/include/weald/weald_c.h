#ifndef WEALD_WEALD_C_H
#define WEALD_WEALD_C_H
/* weald for C, and for every language that can call C: load a preset, change it, build its files, or take the result of
 * any of its stages. Needs C99 or C++; link weald_c (docs/c-and-python.md shows how).
 *
 * Compatibility. The library is libweald_c.so.1. A program keeps working with every later library of the same number:
 * functions, enumerators and members at the ends of structs may be added, but nothing is changed or removed.
 * Structs begin with struct_size, which the caller sets to the struct's sizeof before every call; the library reads or
 * writes at most that many bytes. Members unknown to an older library are set to zero; in options they must be zero.
 *
 * Errors. A function that can fail returns a weald_status. If `report` is not NULL, it receives the error, or the
 * warnings of a successful call, or NULL if there are none; the caller frees it. After an error, an output handle is
 * NULL and no other output is written. No exception leaves the library. A NULL argument where NULL is not allowed, and
 * an index that is too large, give WEALD_ERROR_PRESET, or 0 or NULL from a function that returns no status.
 *
 * Memory. Handles (preset, artifact, mesh, ...) are independent of each other unless documented otherwise. Each is
 * freed by its own function, which accepts NULL. Strings, and pointers in structs, belong to the handle that they were
 * requested from; they are not copies, and stay valid until the handle is freed, or, for a preset, changed.
 *
 * Threads. Functions that take a pointer to const may be called on one handle from several threads at once. Other
 * functions need exclusive access to the handle. The library has no global state, writes nothing to standard output or
 * error, and installs no signal handlers.
 *
 * All text is UTF-8. World: right-handed, Y up, metres; heightmaps lie in XZ, x is east, row 0 is north. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEALD_C_API __attribute__((visibility("default")))

/* ---- Version */

/** ABI version of this header: the thousands are the number after libweald_c.so, the rest counts additions. */
#define WEALD_ABI_VERSION 1001u

/** Returns WEALD_ABI_VERSION of the loaded library. */
WEALD_C_API uint32_t weald_abi_version(void);
/** Returns the version of weald, such as "0.1.0". */
WEALD_C_API const char* weald_version(void);

/* ---- Errors */

/** Result of a call. The numbers are the exit codes of the program. */
typedef int32_t weald_status;
enum {
  WEALD_OK = 0,
  WEALD_ERROR_PRESET = 2,       /**< the preset, a setting or an argument is wrong */
  WEALD_ERROR_FILE = 3,         /**< a file could not be read or written */
  WEALD_ERROR_INTERNAL = 4,     /**< a bug in weald */
  WEALD_ERROR_MEMORY = 5,       /**< out of memory, or no thread could be started */
  WEALD_ERROR_INTERRUPTED = 130 /**< cancelled by the caller */
};

/** An error or a warning, with its place. Lines and columns count from 1; columns and lengths are in bytes. */
typedef struct weald_diagnostic {
  uint32_t struct_size;
  int32_t is_error;    /**< 0: a warning */
  const char* file;    /**< as named by the caller; "set #1" etc. for settings; empty: no place */
  int32_t line;        /**< 0: the file as a whole */
  int32_t column;      /**< 0 where line is 0 */
  int32_t length;      /**< bytes, starting at the column */
  const char* message; /**< one sentence without a full stop */
  const char* help;    /**< how to correct it; may be empty */
  const char* text;    /**< as the program prints it: several lines, including the marked line of the file */
} weald_diagnostic;

/** The error or the warnings of a call. */
typedef struct weald_report weald_report;

/** WEALD_OK if there are only warnings. */
WEALD_C_API weald_status weald_report_status(const weald_report* report);
/** The whole report as the program prints it; several lines if there are diagnostics. */
WEALD_C_API const char* weald_report_message(const weald_report* report);
/** Number of diagnostics, which include every error of a preset; may be 0. */
WEALD_C_API size_t weald_report_diagnostic_count(const weald_report* report);
/** The diagnostic with this index, in the order of detection. */
WEALD_C_API weald_status weald_report_diagnostic(const weald_report* report, size_t index, weald_diagnostic* out);
WEALD_C_API void weald_report_free(weald_report* report);

/* ---- How to load and to run */

/** Options of loading. */
typedef struct weald_load_options {
  uint32_t struct_size;
  const char* const* set; /**< as for `--set`: each "stage.key=value" */
  size_t set_count;
  const uint64_t* seed;       /**< replaces the seed of the preset; NULL: keep it */
  const char* variant;        /**< as for `--variant`; NULL: none */
  const char* const* include; /**< as for `--include`: folders of components, searched in this order */
  size_t include_count;
  int32_t coarser; /**< as for `--coarser`, 1 to 1024; 0: 1 */
} weald_load_options;

/** A cancellation token, which any thread may trigger. */
typedef struct weald_cancel weald_cancel;

/** Creates a token that is not triggered; NULL if out of memory. */
WEALD_C_API weald_cancel* weald_cancel_new(void);
/** Triggers the token: all runs that were given it end soon with WEALD_ERROR_INTERRUPTED and leave no file. May be
 * called from any thread, also during runs. */
WEALD_C_API void weald_cancel_request(weald_cancel* cancel);
/** Frees the token. Pre: all runs that were given it have returned. */
WEALD_C_API void weald_cancel_free(weald_cancel* cancel);

/** Receives the progress of a run, 0 to 1, and the name of the current stage (valid during the call). Called at
 * intervals from any thread, never concurrently. A result other than 0 cancels the run. */
typedef int32_t (*weald_progress_function)(void* user, double fraction, const char* stage);

/** Options of a run. */
typedef struct weald_run_options {
  uint32_t struct_size;
  int32_t threads;            /**< maximum number, 1 to 1024; 0: one per core. The limit applies to the whole process */
  const weald_cancel* cancel; /**< may be NULL */
  weald_progress_function progress; /**< may be NULL */
  void* user;                       /**< passed to `progress` */
} weald_run_options;

/* ---- Presets */

/** Kind of an artifact, the result of a stage. */
typedef int32_t weald_kind;
enum {
  WEALD_HEIGHTMAP = 1,
  WEALD_IMAGE = 2,
  WEALD_CURVE = 3,
  WEALD_STRING = 4,
  WEALD_SKELETON = 5,
  WEALD_MESH = 6,
  WEALD_SCENE = 7
};

/** Returns the name of a kind as in presets, such as "heightmap"; NULL for other numbers. */
WEALD_C_API const char* weald_kind_name(weald_kind kind);

/** A valid preset. */
typedef struct weald_preset weald_preset;
/** The result of a stage. Immutable. */
typedef struct weald_artifact weald_artifact;
/** A list of files with their sizes or digests. */
typedef struct weald_files weald_files;
/** A drawn picture. */
typedef struct weald_picture weald_picture;

/** A stage of a preset. */
typedef struct weald_stage {
  uint32_t struct_size;
  weald_kind makes;
  const char* name;
  const char* kind; /**< as in the preset: "fbm" */
} weald_stage;

/** A part of a stage: an additional artifact. */
typedef struct weald_part {
  uint32_t struct_size;
  weald_kind makes;
  const char* name; /**< as after the dot of "tree.lod1" */
} weald_part;

/** An output of a preset. */
typedef struct weald_output {
  uint32_t struct_size;
  const char* stage; /**< name of the stage that it is made from */
  size_t file_count; /**< the file itself and the files written beside it */
} weald_output;

/** A file. */
typedef struct weald_file {
  uint32_t struct_size;
  const char* path;   /**< of a written file; in a list of digests, relative to the output folder */
  uint64_t bytes;     /**< its size; 0 in a list of digests */
  const char* digest; /**< 32 hexadecimal digits, as printed by `weald digest`; NULL for written files */
} weald_file;

/** Reads a preset file and the presets that it extends, and applies the options, which may be NULL. */
WEALD_C_API weald_status weald_preset_load(const char* path, const weald_load_options* options, weald_preset** out,
                                           weald_report** report);
/** Reads a preset from `size` bytes of text. `path` is its name in messages; relative paths in the preset are resolved
 * against the folder of `path`, which need not exist as a file. */
WEALD_C_API weald_status weald_preset_parse(const char* text, size_t size, const char* path,
                                            const weald_load_options* options, weald_preset** out,
                                            weald_report** report);
WEALD_C_API void weald_preset_free(weald_preset* preset);

/** Changes values in this order, as `--set` does: "hills.octaves=9". An error leaves the preset unchanged. */
WEALD_C_API weald_status weald_preset_set(weald_preset* preset, const char* const* assignments, size_t count,
                                          weald_report** report);
/** Sets the seed. */
WEALD_C_API weald_status weald_preset_set_seed(weald_preset* preset, uint64_t seed, weald_report** report);

/** Name of the preset: the name of its file without folder and extension. */
WEALD_C_API const char* weald_preset_name(const weald_preset* preset);
WEALD_C_API uint64_t weald_preset_seed(const weald_preset* preset);
/** Stages, in the order of the preset. */
WEALD_C_API size_t weald_preset_stage_count(const weald_preset* preset);
WEALD_C_API weald_status weald_preset_stage(const weald_preset* preset, size_t index, weald_stage* out);
/** Parts of the stage with this index. */
WEALD_C_API size_t weald_preset_part_count(const weald_preset* preset, size_t stage);
WEALD_C_API weald_status weald_preset_part(const weald_preset* preset, size_t stage, size_t index, weald_part* out);
/** Outputs in the order of the preset, each followed by the textures that it names, which are outputs too. */
WEALD_C_API size_t weald_preset_output_count(const weald_preset* preset);
WEALD_C_API weald_status weald_preset_output(const weald_preset* preset, size_t index, weald_output* out);
/** A file of an output, relative to the output folder. */
WEALD_C_API const char* weald_preset_output_file(const weald_preset* preset, size_t output, size_t index);
/** Files that a build reads: the preset, the presets that it extends, and the imports of its stages, including files
 * that it looks for and does not find. Each is listed once. */
WEALD_C_API size_t weald_preset_input_count(const weald_preset* preset);
WEALD_C_API const char* weald_preset_input(const weald_preset* preset, size_t index);

/** Builds all outputs into `directory`, which is created if missing. Either all files are written or none. `out`
 * receives the written files; `out` and `options` may be NULL. */
WEALD_C_API weald_status weald_preset_build(const weald_preset* preset, const char* directory,
                                            const weald_run_options* options, weald_files** out, weald_report** report);
/** Computes the digests of all outputs, in the order of the preset; writes nothing. */
WEALD_C_API weald_status weald_preset_digests(const weald_preset* preset, const weald_run_options* options,
                                              weald_files** out, weald_report** report);
/** Runs one stage and the stages that it needs, whether or not an output uses it. `stage` may also name a part:
 * "tree.lod1". */
WEALD_C_API weald_status weald_preset_artifact(const weald_preset* preset, const char* stage,
                                               const weald_run_options* options, weald_artifact** out,
                                               weald_report** report);
/** Writes the results of `count` stages, in the given order, to an array of `count` pointers; shared stages run
 * once. */
WEALD_C_API weald_status weald_preset_artifacts(const weald_preset* preset, const char* const* stages, size_t count,
                                                const weald_run_options* options, weald_artifact** out,
                                                weald_report** report);
/** Draws a picture of a stage. `settings` are those of an output's `picture`, each "key=value": "style=relief". */
WEALD_C_API weald_status weald_preset_picture(const weald_preset* preset, const char* stage,
                                              const char* const* settings, size_t count,
                                              const weald_run_options* options, weald_picture** out,
                                              weald_report** report);

WEALD_C_API size_t weald_files_count(const weald_files* files);
WEALD_C_API weald_status weald_files_get(const weald_files* files, size_t index, weald_file* out);
WEALD_C_API void weald_files_free(weald_files* files);

#include <weald/weald_c_data.h>

#ifdef __cplusplus
}
#endif

#endif
