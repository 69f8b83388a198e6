#ifndef WEALD_WEALD_C_H
#define WEALD_WEALD_C_H
/* weald for C, and for every language that can call C: load a preset, change it, build its files, or take the result of
 * any of its stages. Needs C99 or C++; link weald_c (docs/c-and-python.md shows how).
 *
 * Interface. The library is libweald_c.so.1; what a program was built with goes on working for as long as that number
 * stays. Functions, enumerators and members at the ends of structs are added, nothing is changed or removed.
 * Structs begin with struct_size, which the caller sets to sizeof before every call; the library fills in, or reads, no
 * more than that. Members that an older library does not know are set to zero; in options they must be zero.
 *
 * Errors. What can fail returns a weald_status. `report`, where it is not NULL, receives what there was to say: the
 * error, or the warnings of a call that succeeded, or NULL. The caller frees it. After an error nothing else is
 * written but that, the handle that was to be made being NULL. No exception passes. An argument that may not be NULL is
 * WEALD_ERROR_PRESET, or 0 and NULL where a function returns no status; so is an index beyond the count.
 *
 * Memory. Handles (preset, artifact, mesh, ...) are independent of each other unless it says otherwise, and each is
 * freed by its own function, which takes NULL too. Pointers in structs and strings that are returned belong to the
 * handle they were asked of, are not copies, and hold until it is freed; those of a preset until it is changed.
 *
 * Threads. Functions that take a pointer to const may be called on one handle from several threads at once. Others need
 * a handle for themselves. The library keeps no state of its own, writes nothing to standard output or error, and
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

/** Of this header: thousands are the number behind libweald_c.so, the rest counts what was added to it. */
#define WEALD_ABI_VERSION 1000u

/** WEALD_ABI_VERSION of the library that is loaded. */
WEALD_C_API uint32_t weald_abi_version(void);
/** Version of weald, such as "0.1.0". */
WEALD_C_API const char* weald_version(void);

/* ---- Errors */

/** What became of a call. The numbers are the exit codes of the program. */
typedef int32_t weald_status;
enum {
  WEALD_OK = 0,
  WEALD_ERROR_PRESET = 2,       /**< the preset, a setting or an argument is wrong */
  WEALD_ERROR_FILE = 3,         /**< a file could not be read or written */
  WEALD_ERROR_INTERNAL = 4,     /**< a bug in weald */
  WEALD_ERROR_MEMORY = 5,       /**< not enough memory, or no further thread */
  WEALD_ERROR_INTERRUPTED = 130 /**< cancelled by the caller */
};

/** Something wrong, and where. Lines and columns count from 1, columns and lengths in bytes. */
typedef struct weald_diagnostic {
  uint32_t struct_size;
  int32_t is_error;    /**< 0: a warning */
  const char* file;    /**< as the caller named it; "set #1" and its like for settings; empty: no place */
  int32_t line;        /**< 0: the file as a whole */
  int32_t column;      /**< 0 where line is 0 */
  int32_t length;      /**< bytes, from the column on */
  const char* message; /**< one sentence without a full stop */
  const char* help;    /**< what to do about it; may be empty */
  const char* text;    /**< all of it as the program prints it: several lines, with the line of the file and a mark */
} weald_diagnostic;

/** What a call had to say: an error, or warnings. */
typedef struct weald_report weald_report;

/** WEALD_OK where there are warnings only. */
WEALD_C_API weald_status weald_report_status(const weald_report* report);
/** All of it as the program prints it; several lines where there are diagnostics. */
WEALD_C_API const char* weald_report_message(const weald_report* report);
/** Number of diagnostics: all that is wrong with a preset; may be 0. */
WEALD_C_API size_t weald_report_diagnostic_count(const weald_report* report);
/** A diagnostic, in the order they were found. */
WEALD_C_API weald_status weald_report_diagnostic(const weald_report* report, size_t index, weald_diagnostic* out);
WEALD_C_API void weald_report_free(weald_report* report);

/* ---- How to load and to run */

/** How to load. */
typedef struct weald_load_options {
  uint32_t struct_size;
  const char* const* set; /**< as `--set`: each "stage.key=value" */
  size_t set_count;
  const uint64_t* seed; /**< instead of the preset's; NULL: the preset's */
} weald_load_options;

/** A wish to cancel, to be made in any thread. */
typedef struct weald_cancel weald_cancel;

/** A wish that is not made yet; NULL where there is no memory. */
WEALD_C_API weald_cancel* weald_cancel_new(void);
/** Makes the wish: all runs that were given it end soon with WEALD_ERROR_INTERRUPTED and leave no file. From any
 * thread, also while runs use it. */
WEALD_C_API void weald_cancel_request(weald_cancel* cancel);
/** Not before the runs that were given it have returned. */
WEALD_C_API void weald_cancel_free(weald_cancel* cancel);

/** Hears how far a run is, 0 to 1, and which stage is at work (`stage` holds during the call). Called now and then,
 * from any thread, one call at a time. A result other than 0 cancels the run. */
typedef int32_t (*weald_progress_function)(void* user, double fraction, const char* stage);

/** How to run. */
typedef struct weald_run_options {
  uint32_t struct_size;
  int32_t threads;            /**< most to use, 1 to 1024; 0: one per core. The limit holds for the whole process */
  const weald_cancel* cancel; /**< may be NULL */
  weald_progress_function progress; /**< may be NULL */
  void* user;                       /**< given to `progress` */
} weald_run_options;

/* ---- Presets */

/** What a stage makes. */
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

/** A preset that was read and found to be right. */
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

/** A further artifact of a stage. */
typedef struct weald_part {
  uint32_t struct_size;
  weald_kind makes;
  const char* name; /**< as behind the dot of "tree.lod1" */
} weald_part;

/** An output of a preset. */
typedef struct weald_output {
  uint32_t struct_size;
  const char* stage; /**< that it is made from */
  size_t file_count; /**< the file itself, then what is written beside it */
} weald_output;

/** A file. */
typedef struct weald_file {
  uint32_t struct_size;
  const char* path;   /**< of a file that was written; of digests: below the output folder */
  uint64_t bytes;     /**< its size; 0 of digests */
  const char* digest; /**< 32 hexadecimal digits, as `weald digest` prints them; NULL of files that were written */
} weald_file;

/** Reads a preset file, what it extends, and applies the options, which may be NULL. */
WEALD_C_API weald_status weald_preset_load(const char* path, const weald_load_options* options, weald_preset** out,
                                           weald_report** report);
/** Reads a preset from `size` bytes of text. `path` names it in messages; relative paths in it count from the folder of
 * `path`, which need not exist as a file. */
WEALD_C_API weald_status weald_preset_parse(const char* text, size_t size, const char* path,
                                            const weald_load_options* options, weald_preset** out,
                                            weald_report** report);
WEALD_C_API void weald_preset_free(weald_preset* preset);

/** Changes values, as `--set` does, in this order: "hills.octaves=9". After an error the preset is as it was. */
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
/** Outputs, as listed in the preset, and after each the textures that it names: they are outputs too. */
WEALD_C_API size_t weald_preset_output_count(const weald_preset* preset);
WEALD_C_API weald_status weald_preset_output(const weald_preset* preset, size_t index, weald_output* out);
/** A file of an output, below the output folder. */
WEALD_C_API const char* weald_preset_output_file(const weald_preset* preset, size_t output, size_t index);
/** Files that building reads: the preset, what it extends, and what its stages import, also what is looked for and
 * missing. Each once. */
WEALD_C_API size_t weald_preset_input_count(const weald_preset* preset);
WEALD_C_API const char* weald_preset_input(const weald_preset* preset, size_t index);

/** Builds all outputs into `directory`, which is made where it is missing. All files appear together, or none. `out`
 * receives the files that were written; it may be NULL, as may `options`. */
WEALD_C_API weald_status weald_preset_build(const weald_preset* preset, const char* directory,
                                            const weald_run_options* options, weald_files** out, weald_report** report);
/** The digest of every output, as listed in the preset; writes nothing. */
WEALD_C_API weald_status weald_preset_digests(const weald_preset* preset, const weald_run_options* options,
                                              weald_files** out, weald_report** report);
/** Runs one stage and those it needs, whether or not an output is made from it. `stage` may be a part of one:
 * "tree.lod1". */
WEALD_C_API weald_status weald_preset_artifact(const weald_preset* preset, const char* stage,
                                               const weald_run_options* options, weald_artifact** out,
                                               weald_report** report);
/** The results of `count` stages, in this order, in an array of `count` pointers; what they share is made once. */
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
