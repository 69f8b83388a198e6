#ifndef WEALD_WEALD_C_H
#define WEALD_WEALD_C_H
/* weald for C, and for every language that can call C: load a preset, change it, build its files, or get the result of
 * any of its stages. Needs C99 or C++; link weald_c (docs/c-and-python.md shows how).
 *
 * Interface. The library is libweald_c.so.1. While that number stays, programs keep working without being rebuilt:
 * functions, enumerators and members at the ends of structs may be added, but nothing is changed or removed. Structs
 * begin with struct_size, which the caller sets to sizeof before every call; the library reads or writes no more bytes
 * than that. A library that is older than the caller's header sets members that it does not know to zero, and requires
 * them to be zero in options.
 *
 * Errors. Functions that can fail return a weald_status. If `report` is not NULL, it receives the error, the warnings
 * of a successful call, or NULL if there are none. The caller frees it. After an error the function has written only
 * the report, and NULL for the handle it would have made. No C++ exception leaves the library. NULL for an argument
 * that must not be NULL, and an index out of range, give WEALD_ERROR_PRESET; a function without a status returns 0 or
 * NULL.
 *
 * Memory. Handles (preset, artifact, mesh, ...) are independent of each other unless stated otherwise. Each is freed by
 * its own function, which also accepts NULL. Pointers in structs and returned strings are not copies: they belong to
 * the handle that was queried and are valid until it is freed; those of a preset only until it is changed.
 *
 * Threads. Functions that take a pointer to const may be called on one handle from several threads at once. Others need
 * exclusive access to their handle. The library has no global state, writes nothing to standard output or error, and
 * installs no signal handlers.
 *
 * All text is UTF-8. World: right-handed, Y up, metres; heightmaps lie in XZ, x is east, row 0 is north. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEALD_C_API __attribute__((visibility("default")))

/* ---- Version */

/** Version of this header's interface: 1000 times the number in libweald_c.so.N, plus the number of additions since. */
#define WEALD_ABI_VERSION 1000u

/** The WEALD_ABI_VERSION of the loaded library. */
WEALD_C_API uint32_t weald_abi_version(void);
/** Version of weald, such as "0.1.0". */
WEALD_C_API const char* weald_version(void);

/* ---- Errors */

/** The status of a call. The numbers are the exit codes of the program. */
typedef int32_t weald_status;
enum {
  WEALD_OK = 0,
  WEALD_ERROR_PRESET = 2,       /**< the preset, a setting or an argument is wrong */
  WEALD_ERROR_FILE = 3,         /**< a file could not be read or written */
  WEALD_ERROR_INTERNAL = 4,     /**< a bug in weald */
  WEALD_ERROR_MEMORY = 5,       /**< not enough memory, or no further thread */
  WEALD_ERROR_INTERRUPTED = 130 /**< cancelled by the caller */
};

/** A diagnostic and its location. Lines and columns count from 1, columns and lengths in bytes. */
typedef struct weald_diagnostic {
  uint32_t struct_size;
  int32_t is_error;    /**< 0: a warning */
  const char* file;    /**< as the caller named it; "set #1" and so on for settings; empty: no location */
  int32_t line;        /**< 0: the file as a whole */
  int32_t column;      /**< 0 if line is 0 */
  int32_t length;      /**< bytes, starting at the column */
  const char* message; /**< one sentence without a full stop */
  const char* help;    /**< how to fix it; may be empty */
  const char* text;    /**< the whole diagnostic as the program prints it, in several lines, with the marked line */
} weald_diagnostic;

/** The report of a call: an error, or warnings. */
typedef struct weald_report weald_report;

/** The status of the call; WEALD_OK if the report contains only warnings. */
WEALD_C_API weald_status weald_report_status(const weald_report* report);
/** The report as the program prints it; several lines if there are diagnostics. */
WEALD_C_API const char* weald_report_message(const weald_report* report);
/** Number of diagnostics; may be 0. A preset's report has all of its errors. */
WEALD_C_API size_t weald_report_diagnostic_count(const weald_report* report);
/** The diagnostic with this index, in the order in which they were found. */
WEALD_C_API weald_status weald_report_diagnostic(const weald_report* report, size_t index, weald_diagnostic* out);
WEALD_C_API void weald_report_free(weald_report* report);

/* ---- Options for loading and running */

/** Options for loading. */
typedef struct weald_load_options {
  uint32_t struct_size;
  const char* const* set; /**< as `--set`: each "stage.key=value" */
  size_t set_count;
  const uint64_t* seed; /**< instead of the preset's; NULL: the preset's */
} weald_load_options;

/** A flag that cancels runs, which any thread may set. */
typedef struct weald_cancel weald_cancel;

/** Creates a flag that is not set; NULL if out of memory. */
WEALD_C_API weald_cancel* weald_cancel_new(void);
/** Sets the flag: all runs that use it end soon with WEALD_ERROR_INTERRUPTED and leave no file. May be called from any
 * thread, also during these runs. */
WEALD_C_API void weald_cancel_request(weald_cancel* cancel);
/** Frees the flag. Call it only after all runs that use it have returned. */
WEALD_C_API void weald_cancel_free(weald_cancel* cancel);

/** Receives the progress of a run: `fraction`, 0 to 1, and the current stage (`stage` is valid during the call only).
 * Called occasionally, from any thread, one call at a time. A result other than 0 cancels the run. */
typedef int32_t (*weald_progress_function)(void* user, double fraction, const char* stage);

/** Options of a run. */
typedef struct weald_run_options {
  uint32_t struct_size;
  int32_t threads;                  /**< maximum, 1 to 1024; 0: one per core. It applies to the whole process */
  const weald_cancel* cancel;       /**< may be NULL */
  weald_progress_function progress; /**< may be NULL */
  void* user;                       /**< passed to `progress` */
} weald_run_options;

/* ---- Presets */

/** The kind of an artifact. */
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

/** The name of a kind as presets spell it: "heightmap"; NULL for other numbers. */
WEALD_C_API const char* weald_kind_name(weald_kind kind);

/** A valid preset that was read. */
typedef struct weald_preset weald_preset;
/** The result of a stage. Immutable. */
typedef struct weald_artifact weald_artifact;
/** Names of files with their sizes or digests. */
typedef struct weald_files weald_files;
/** An image that was drawn. */
typedef struct weald_picture weald_picture;

/** A stage of a preset. */
typedef struct weald_stage {
  uint32_t struct_size;
  weald_kind makes;
  const char* name;
  const char* kind; /**< as in the preset: "fbm" */
} weald_stage;

/** An additional artifact of a stage. */
typedef struct weald_part {
  uint32_t struct_size;
  weald_kind makes;
  const char* name; /**< the part after the dot in "tree.lod1" */
} weald_part;

/** An output of a preset. */
typedef struct weald_output {
  uint32_t struct_size;
  const char* stage; /**< the stage that it is made from */
  size_t file_count; /**< the file itself and those written beside it */
} weald_output;

/** A file. */
typedef struct weald_file {
  uint32_t struct_size;
  const char* path;   /**< path of a written file; for digests, relative to the output folder */
  uint64_t bytes;     /**< its size; 0 for digests */
  const char* digest; /**< 32 hexadecimal digits, as `weald digest` prints them; NULL for written files */
} weald_file;

/** Reads a preset file and the presets that it extends, and applies the options, which may be NULL. */
WEALD_C_API weald_status weald_preset_load(const char* path, const weald_load_options* options, weald_preset** out,
                                           weald_report** report);
/** Reads a preset from `size` bytes of text. `path` names it in messages; relative paths in it are relative to the
 * folder of `path`, which need not exist as a file. */
WEALD_C_API weald_status weald_preset_parse(const char* text, size_t size, const char* path,
                                            const weald_load_options* options, weald_preset** out,
                                            weald_report** report);
WEALD_C_API void weald_preset_free(weald_preset* preset);

/** Changes values in this order, like `--set`: "hills.octaves=9". After an error the preset is unchanged. */
WEALD_C_API weald_status weald_preset_set(weald_preset* preset, const char* const* assignments, size_t count,
                                          weald_report** report);
/** Changes the seed. */
WEALD_C_API weald_status weald_preset_set_seed(weald_preset* preset, uint64_t seed, weald_report** report);

/** Name of the preset: its file's name without folder and extension. */
WEALD_C_API const char* weald_preset_name(const weald_preset* preset);
WEALD_C_API uint64_t weald_preset_seed(const weald_preset* preset);
/** Stages, as listed in the preset. */
WEALD_C_API size_t weald_preset_stage_count(const weald_preset* preset);
WEALD_C_API weald_status weald_preset_stage(const weald_preset* preset, size_t index, weald_stage* out);
/** Parts of the stage with this index. */
WEALD_C_API size_t weald_preset_part_count(const weald_preset* preset, size_t stage);
WEALD_C_API weald_status weald_preset_part(const weald_preset* preset, size_t stage, size_t index, weald_part* out);
/** Outputs, as listed in the preset, each followed by the textures that it names, which are outputs too. */
WEALD_C_API size_t weald_preset_output_count(const weald_preset* preset);
WEALD_C_API weald_status weald_preset_output(const weald_preset* preset, size_t index, weald_output* out);
/** A file of an output, below the output folder. */
WEALD_C_API const char* weald_preset_output_file(const weald_preset* preset, size_t output, size_t index);
/** Files that building reads, each once: the preset, the presets that it extends, and the files that its stages import,
 * including missing files that are looked for. */
WEALD_C_API size_t weald_preset_input_count(const weald_preset* preset);
WEALD_C_API const char* weald_preset_input(const weald_preset* preset, size_t index);

/** Builds all outputs into `directory`, which is created if missing. Either all files appear together, or none. `out`
 * receives the written files. `out` and `options` may be NULL. */
WEALD_C_API weald_status weald_preset_build(const weald_preset* preset, const char* directory,
                                            const weald_run_options* options, weald_files** out, weald_report** report);
/** The digest of every output, as listed in the preset; writes nothing. */
WEALD_C_API weald_status weald_preset_digests(const weald_preset* preset, const weald_run_options* options,
                                              weald_files** out, weald_report** report);
/** Runs one stage and its inputs, even if no output is made from it. `stage` may name a part: "tree.lod1". */
WEALD_C_API weald_status weald_preset_artifact(const weald_preset* preset, const char* stage,
                                               const weald_run_options* options, weald_artifact** out,
                                               weald_report** report);
/** The results of `count` stages, in this order. `out` is an array of `count` pointers. Shared inputs are computed
 * once. */
WEALD_C_API weald_status weald_preset_artifacts(const weald_preset* preset, const char* const* stages, size_t count,
                                                const weald_run_options* options, weald_artifact** out,
                                                weald_report** report);
/** A picture of a stage. `settings` are those of an output's `picture`, each "key=value": "style=relief". */
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
