# weald_add_assets(<target>
#     PRESETS <preset>...        preset files, relative to the source folder
#     OUTPUT_DIR <folder>        where the files go, relative to the binary folder
#     [SET <stage.key=value>...] changes to every preset, as weald's --set
#     [SEED <n>]                 seed instead of the presets'
#     [VARIANT <name>]           variant of the presets
#     [INCLUDE <folder>...]      folders of components, relative to the source folder
#     [THREADS <n>]              most threads of one weald process (default: one per core)
#     [ALL]                      make the assets in the default build
#     [DEPENDS <target|file>...] what must be there first, beyond the files that the presets name)
#
# A target that makes the files of the presets: one command per preset, run again when the preset, a preset that it extends
# or a file that it imports has changed, or weald itself. CMake runs again when a preset has other outputs or inputs than
# before (with Ninja and Ninja Multi-Config; with other generators when a preset is newer). A preset with a mistake is an error when the assets are
# made, and no sooner.
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

# Adds the files in which the mistakes of a report are to `inputs` of the caller.
function(_weald_faulty_files report)
  string(JSON count ERROR_VARIABLE none LENGTH "${report}" diagnostics)
  if(none OR count EQUAL 0)
    return()
  endif()
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON file ERROR_VARIABLE none GET "${report}" diagnostics ${i} file)
    if(NOT none AND EXISTS "${file}")
      cmake_path(ABSOLUTE_PATH file NORMALIZE)
      list(APPEND inputs "${file}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES inputs)
  set(inputs "${inputs}" PARENT_SCOPE)
endfunction()

# Asks weald which files it would write and read with `arguments`; sets `outputs` and `inputs` of the caller, absolute, and
# `complaint`, which is empty where that succeeds; else the files with mistakes are added to the caller's `inputs`. Inputs
# that are not there are left out: optional ones, and those that the build makes.
function(_weald_ask weald arguments)
  execute_process(COMMAND "${weald}" ${arguments} --list-outputs --list-inputs --json
    RESULT_VARIABLE status OUTPUT_VARIABLE report ERROR_VARIABLE complaint)
  if(NOT status EQUAL 0)
    set(complaint "(${status})\n${complaint}" PARENT_SCOPE)
    _weald_faulty_files("${report}")
    set(inputs "${inputs}" PARENT_SCOPE)
    return()
  endif()
  set(complaint "" PARENT_SCOPE)
  foreach(kind IN ITEMS outputs inputs)
    set(files)
    string(JSON count LENGTH "${report}" ${kind})
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON file GET "${report}" ${kind} ${i})
      cmake_path(ABSOLUTE_PATH file NORMALIZE)
      if(kind STREQUAL "outputs" OR EXISTS "${file}")
        list(APPEND files "${file}")
      endif()
    endforeach()
    set(${kind} "${files}" PARENT_SCOPE)
  endforeach()
endfunction()

# Puts `outputs` and `inputs` of the caller into the file `list`, which stays as it is where it has them already.
function(_weald_write_list list)
  list(JOIN outputs "\n" written)
  list(JOIN inputs "\n" read)
  set(before)
  if(EXISTS "${list}")
    file(READ "${list}" before)
  endif()
  set(now "${written}\n\n${read}\n")
  if(NOT before STREQUAL now)
    file(WRITE "${list}" "${now}")
  endif()
endfunction()

# Sets `outputs` and `inputs` of the caller to those in the file `list`, less inputs that are no more; leaves them where there
# is none.
function(_weald_read_list list)
  if(NOT EXISTS "${list}")
    return()
  endif()
  file(READ "${list}" text)
  string(FIND "${text}" "\n\n" middle)
  string(SUBSTRING "${text}" 0 ${middle} written)
  math(EXPR middle "${middle} + 2")
  string(SUBSTRING "${text}" ${middle} -1 read)
  string(STRIP "${read}" read)
  string(REPLACE "\n" ";" written "${written}")
  string(REPLACE "\n" ";" read "${read}")
  set(outputs "${written}" PARENT_SCOPE)
  set(files)
  foreach(file IN LISTS read)
    if(EXISTS "${file}")
      list(APPEND files "${file}")
    endif()
  endforeach()
  set(inputs "${files}" PARENT_SCOPE)
endfunction()

# Sets `outputs` and `inputs` of the caller to what the preset has now, or had when it was last without a mistake, and keeps
# them in the file `list`.
function(_weald_list_files preset list arguments)
  if(NOT EXISTS "${preset}")
    message(FATAL_ERROR "weald_add_assets: there is no preset '${preset}'")
  endif()
  set(outputs)
  set(inputs "${preset}")
  _weald_read_list("${list}")
  list(FIND inputs "${preset}" place)
  if(place EQUAL -1)
    list(PREPEND inputs "${preset}")
  endif()
  _weald_ask("${WEALD_EXECUTABLE}" "${arguments}")
  if(complaint)
    message(WARNING "weald_add_assets: '${preset}' cannot be used; its assets cannot be made until it is put right. ${complaint}")
  endif()
  _weald_write_list("${list}")
  set(outputs "${outputs}" PARENT_SCOPE)
  set(inputs "${inputs}" PARENT_SCOPE)
endfunction()

# The work of the rule that looks whether a preset has other outputs or inputs, with the arguments
# -- <list> <stamp> <depfile> <target of the depfile> <weald> <argument>...: the list is written where they differ. A preset
# with a mistake is as it was: what stands here must not fail, since CMake could not run then, and nothing would be built.
function(_weald_renew_list)
  set(arguments)
  set(is_ours OFF)
  math(EXPR last "${CMAKE_ARGC} - 1")
  foreach(i RANGE ${last})
    if(is_ours)
      list(APPEND arguments "${CMAKE_ARGV${i}}")
    elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
      set(is_ours ON)
    endif()
  endforeach()
  list(POP_FRONT arguments list stamp depfile target weald)
  set(outputs)
  set(inputs)
  _weald_read_list("${list}")
  _weald_ask("${weald}" "${arguments}")
  _weald_write_list("${list}")
  set(rule "${target}:")
  foreach(file IN LISTS inputs)
    string(REPLACE "$" "$$" file "${file}")
    string(REPLACE "#" "\\#" file "${file}")
    string(REPLACE " " "\\ " file "${file}")
    string(APPEND rule " ${file}")
  endforeach()
  file(WRITE "${depfile}" "${rule}\n")
  # What may put a mistake right is not known: the next build looks again.
  if(complaint)
    file(REMOVE "${stamp}")
  else()
    file(TOUCH "${stamp}")
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  _weald_renew_list()
  cmake_policy(POP)
  return()
endif()

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

# Sets `result` to whether Ninja can follow a depfile with the names of these files.
function(_weald_can_follow result)
  if("${ARGN}" MATCHES "[\"^'&`*?<>|:\\\\]")
    set(${result} OFF PARENT_SCOPE)
  else()
    set(${result} ON PARENT_SCOPE)
  endif()
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

# Lets CMake run again where the preset `name` has other outputs or inputs than in the file `<work>.list`. Ninja makes what CMake
# depends on before anything else, and sees that a list stayed the same. Other generators cannot, nor can Ninja follow a
# depfile with some characters: then CMake runs again where an input is newer. Sets `rule` of the caller to what some target
# has to depend on, so that CMake writes the rule.
function(_weald_watch_list name work arguments)
  set(rule "" PARENT_SCOPE)
  _weald_can_follow(is_followed "${work}" ${ARGN})
  if(NOT CMAKE_GENERATOR MATCHES "^Ninja" OR NOT is_followed)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
    return()
  endif()
  cmake_policy(SET CMP0116 OLD)  # as in weald_add_assets
  set(depfile_target "${work}.listed")
  set(depfile "${work}.listed.d")
  _weald_ninja_path(depfile_target)
  _weald_ninja_path(depfile)
  string(REPLACE "$" "$$" escaped "${depfile_target}")
  string(REPLACE "#" "\\#" escaped "${escaped}")
  string(REPLACE " " "\\ " escaped "${escaped}")
  add_custom_command(OUTPUT "${work}.listed" BYPRODUCTS "${work}.list"
    COMMAND "${CMAKE_COMMAND}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}" -- "${work}.list" "${work}.listed" "${work}.listed.d"
      "${escaped}" "${WEALD_EXECUTABLE}" ${arguments}
    DEPENDS "${WEALD_EXECUTABLE}" DEPFILE "${depfile}" COMMENT "Looking at ${name}" VERBATIM)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${work}.list")
  set(rule "${work}.listed" PARENT_SCOPE)
endfunction()

function(weald_add_assets target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "OUTPUT_DIR;SEED;VARIANT;THREADS" "PRESETS;SET;INCLUDE;DEPENDS")
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
  foreach(folder IN LISTS arg_INCLUDE)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND options --include "${folder}")
  endforeach()
  if(DEFINED arg_VARIANT)
    list(APPEND options --variant "${arg_VARIANT}")
  endif()
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
      set(list "${work}/${number}.list")
      _weald_list_files("${path}" "${list}" "${arguments}")
      _weald_claim_outputs("${path}" ${outputs})
      list(APPEND assets ${outputs})
      _weald_watch_list("${name}" "${work}/${number}" "${arguments}" ${inputs})
      list(APPEND markers ${rule})
    endif()

    # Where the outputs are not known, or have names that CMake refuses, a stamp stands for them.
    set(finish)
    if("${outputs}" MATCHES "^$|[#<>]")
      set(outputs "${work}/${number}.stamp")
      set(finish COMMAND "${CMAKE_COMMAND}" -E touch "${outputs}")
    endif()
    # The depfile names what is not known here.
    list(GET outputs 0 depfile_target)
    set(depfile "${work}/${number}.d")
    if(CMAKE_GENERATOR MATCHES "Ninja")
      _weald_ninja_path(depfile_target)
      _weald_ninja_path(depfile)
    endif()
    set(follow DEPFILE "${depfile}")
    _weald_can_follow(is_followed ${inputs} ${outputs})
    if(WEALD_EXECUTABLE AND NOT is_followed)
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
