# weald_add_assets(<target>
#     PRESETS <preset>...        preset files, relative to the source folder
#     OUTPUT_DIR <folder>        where the files go, relative to the binary folder
#     [SET <stage.key=value>...] changes to every preset, as weald's --set
#     [SEED <n>]                 seed instead of the presets'
#     [THREADS <n>]              most threads of one weald process (default: one per core)
#     [ALL]                      make the assets in the default build
#     [DEPENDS <target|file>...] what must be there first, beyond the files that the presets name)
#
# A target that makes the files of the presets: one command per preset, run again when the preset, a preset that it extends
# or a file that it imports has changed, or weald itself. CMake runs again when a preset changes, since its outputs may.
#
# The target's property WEALD_ASSETS lists the files, for install(FILES) and for other commands to depend on;
# WEALD_OUTPUT_DIR is their folder. docs/cmake.md has examples, and says what file names may contain.
#
# The program is WEALD_EXECUTABLE where that is set. Where weald is part of the same build (add_subdirectory, FetchContent)
# it does not exist yet when CMake runs: the files are made all the same, but WEALD_ASSETS is empty.

include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

# Stops unless the arguments of weald_add_assets make sense.
macro(_weald_check_arguments)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weald_add_assets: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(name IN ITEMS PRESETS OUTPUT_DIR)
    if(NOT arg_${name})
      message(FATAL_ERROR "weald_add_assets: ${name} is missing")
    endif()
  endforeach()
  if(NOT WEALD_EXECUTABLE AND NOT TARGET weald::cli)
    message(FATAL_ERROR "weald_add_assets: no weald program; set WEALD_EXECUTABLE")
  endif()
endmacro()

# Asks weald which files it would write and read with `arguments`; sets `outputs` and `inputs` of the caller, absolute.
# Inputs that are not there are left out: optional ones, and those that the build makes.
function(_weald_list_files preset arguments)
  execute_process(COMMAND "${WEALD_EXECUTABLE}" ${arguments} --list-outputs --list-inputs --json
    RESULT_VARIABLE status OUTPUT_VARIABLE report ERROR_VARIABLE complaint)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "weald_add_assets: '${preset}' cannot be used (${status}):\n${complaint}")
  endif()
  foreach(kind IN ITEMS outputs inputs)
    set(files)
    string(JSON count LENGTH "${report}" ${kind})
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON file GET "${report}" ${kind} ${i})
      cmake_path(ABSOLUTE_PATH file NORMALIZE)
      if(kind STREQUAL outputs OR EXISTS "${file}")
        list(APPEND files "${file}")
      endif()
    endforeach()
    set(${kind} "${files}" PARENT_SCOPE)
  endforeach()
endfunction()

# Stops where one of `outputs` is made from another preset as well: a build system takes one rule per file.
function(_weald_claim_outputs preset)
  foreach(file IN LISTS ARGN)
    get_property(other GLOBAL PROPERTY "weald_preset_of ${file}")
    if(other)
      message(FATAL_ERROR "weald_add_assets: presets '${other}' and '${preset}' both write '${file}'. "
        "A preset inherits the outputs of one that it extends: leave that one out of PRESETS, give the preset 'outputs' "
        "of its own, or make the two in different OUTPUT_DIRs.")
    endif()
    set_property(GLOBAL PROPERTY "weald_preset_of ${file}" "${preset}")
  endforeach()
endfunction()

# Turns the absolute path in `variable` into what build.ninja calls it.
function(_weald_ninja_path variable)
  set(path "${${variable}}")
  cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${path}" NORMALIZE is_below)
  if(is_below)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${CMAKE_BINARY_DIR}")
    set(path "${CMAKE_NINJA_OUTPUT_PATH_PREFIX}${path}")
  endif()
  set(${variable} "${path}" PARENT_SCOPE)
endfunction()

function(weald_add_assets target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "OUTPUT_DIR;SEED;THREADS" "PRESETS;SET;DEPENDS")
  _weald_check_arguments()
  # weald writes depfiles as ninja reads them; rewriting them, CMake would lose the escapes of `#` and `$`.
  if(CMAKE_GENERATOR MATCHES "Ninja")
    cmake_policy(SET CMP0116 OLD)
  endif()
  cmake_path(ABSOLUTE_PATH arg_OUTPUT_DIR BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  set(work "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.weald")
  file(MAKE_DIRECTORY "${work}")
  set(options)
  foreach(assignment IN LISTS arg_SET)
    list(APPEND options --set "${assignment}")
  endforeach()
  if(DEFINED arg_SEED)
    list(APPEND options --seed "${arg_SEED}")
  endif()
  if(DEFINED arg_THREADS)
    list(APPEND options --threads "${arg_THREADS}")
  endif()
  if(WEALD_EXECUTABLE)
    set(weald "${WEALD_EXECUTABLE}")
  else()
    set(weald weald::cli)
  endif()

  set(assets)   # the files that are made
  set(markers)  # what the build knows of them
  set(number 0)
  foreach(preset IN LISTS arg_PRESETS)
    math(EXPR number "${number} + 1")
    cmake_path(ABSOLUTE_PATH preset BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path FILENAME name)
    set(arguments build "${path}" --output "${arg_OUTPUT_DIR}" ${options})
    set(outputs)
    set(inputs "${path}")
    if(WEALD_EXECUTABLE)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
      _weald_list_files("${path}" "${arguments}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})
      _weald_claim_outputs("${path}" ${outputs})
      list(APPEND assets ${outputs})
    endif()

    # Where the outputs are not known, or have names that CMake refuses, a stamp stands for them.
    set(finish)
    if("${outputs}" MATCHES "^$|[#<>]")
      set(outputs "${work}/${number}.stamp")
      set(finish COMMAND "${CMAKE_COMMAND}" -E touch "${outputs}")
    endif()
    # The depfile names what is not known here. Ninja cannot follow one with other characters than these.
    list(GET outputs 0 depfile_target)
    set(depfile "${work}/${number}.d")
    if(CMAKE_GENERATOR MATCHES "Ninja")
      _weald_ninja_path(depfile_target)
      _weald_ninja_path(depfile)
    endif()
    set(follow DEPFILE "${depfile}")
    if(WEALD_EXECUTABLE AND "${inputs};${outputs}" MATCHES "[\"^'&`*?<>|:\\\\]")
      set(follow)
    endif()
    add_custom_command(OUTPUT ${outputs}
      COMMAND "${weald}" ${arguments} --quiet --depfile "${work}/${number}.d" --depfile-target "${depfile_target}"
      ${finish}
      DEPENDS ${inputs} "${weald}" ${arg_DEPENDS}
      ${follow} COMMENT "Making the assets of ${name}" VERBATIM)
    list(APPEND markers ${outputs})
  endforeach()

  set(all)
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${target} ${all} DEPENDS ${markers})
  set_target_properties(${target} PROPERTIES WEALD_ASSETS "${assets}" WEALD_OUTPUT_DIR "${arg_OUTPUT_DIR}")
endfunction()

cmake_policy(POP)
