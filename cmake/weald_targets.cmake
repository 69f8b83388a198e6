# One library target per room of src/, linked to exactly the rooms it may include.

add_library(weald_options INTERFACE)
target_compile_features(weald_options INTERFACE cxx_std_20)
target_include_directories(weald_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
# No contraction into fused multiply-add and no fast-math: the same bits from every compiler and CPU.
target_compile_options(weald_options INTERFACE -ffp-contract=off -fno-fast-math -fno-math-errno)

add_library(weald_warnings INTERFACE)
target_compile_options(weald_warnings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -pedantic
  # Designated initialisers leave members at their defaults on purpose.
  -Wno-missing-field-initializers)
# GCC 12 warns of overlapping copies and of uninitialised members inside inlined std::string and std::optional code where
# there are none (GCC bugs 105651, 80635).
target_compile_options(weald_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
# In src/, a conversion that may change a sign is a warning too. Clang reports more of them, and does not check yet.
add_library(weald_sign_warnings INTERFACE)
target_compile_options(weald_sign_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wsign-conversion>)
if(WEALD_WERROR)
  target_compile_options(weald_warnings INTERFACE -Werror)
endif()

# GCC collects its garbage far too often for files as large as these: without that, they take a tenth less time and up to 350 MB
# more memory.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)

if(WEALD_SANITIZE)
  add_compile_options(-fsanitize=${WEALD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(WEALD_SANITIZE_WITHOUT)
    list(JOIN WEALD_SANITIZE_WITHOUT "," without)
    add_compile_options(-fno-sanitize=${without})
  endif()
  add_link_options(-fsanitize=${WEALD_SANITIZE})
  # These programs are large, and linking them with the usual linker takes a tenth of the time of their build.
  find_program(WEALD_LLD ld.lld)
  if(WEALD_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_link_options(-fuse-ld=lld)
  endif()
endif()

# The rooms whose code the harnesses in tests/fuzz look at: those that read. The others only calculate, and would become
# slower for nothing. The option is what -fsanitize=fuzzer-no-link stands for, in a form that goes with the precompiled headers.
if(WEALD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT WEALD_SANITIZE MATCHES "address")
    message(FATAL_ERROR "WEALD_FUZZ needs Clang, and WEALD_SANITIZE with address")
  endif()
  set(WEALD_FUZZED_ROOMS base schema data methods/expression methods/curve methods/mesh formats/files formats/images formats/tables formats/meshes
    stages/plants/lsystem stages/import engine/cache engine/outputs engine/graph engine/plan engine/run engine/preset
    session front/compare front/golden)
  set(weald_coverage -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
endif()

# weald_room_target(<variable> <room>): the target of a room's library, weald_stages_land_noise for stages/land/noise.
function(weald_room_target variable room)
  string(REPLACE "/" "_" name ${room})
  set(${variable} weald_${name} PARENT_SCOPE)
endfunction()

# weald_room([PASSES_ON] SOURCES <file>... [LIBRARIES <third-party target>...] [PRECOMPILED <header>...]): the library of the room
# whose CMakeLists.txt this is, linked to what its row in docs/architecture.md lists. SOURCES are listed, never globbed. PASSES_ON
# says that the room calculates nothing over samples, triangles or pixels: its code runs once for each key, stage or command, and is
# optimised little, and not at all in debug builds.
# PRECOMPILED are large headers that most files of the room include: they are precompiled where every file is a unit, and in debug
# builds; elsewhere the room is one unit, which parses them once anyway.
# Every room is compiled once, so that its code can be part of the program and of libweald_c.so alike; with hidden symbols that
# costs the program nothing (docs/decisions/18-library.md).
function(weald_room)
  cmake_parse_arguments(arg "PASSES_ON" "" "SOURCES;LIBRARIES;PRECOMPILED" ${ARGN})
  file(RELATIVE_PATH room ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  weald_room_target(target ${room})
  add_library(${target} STATIC ${arg_SOURCES})
  set(may_include)
  foreach(other ${WEALD_MAY_INCLUDE_${room}})
    weald_room_target(other_target ${other})
    list(APPEND may_include ${other_target})
  endforeach()
  target_link_libraries(${target} PUBLIC weald_options ${may_include} PRIVATE weald_warnings)
  target_link_libraries(${target} PRIVATE weald_sign_warnings)
  target_link_libraries(${target} PUBLIC ${arg_LIBRARIES})
  set(precompiled_by weald_base)
  if(arg_PASSES_ON AND CMAKE_BUILD_TYPE STREQUAL Debug)
    target_compile_options(${target} PRIVATE -O0)
    set(precompiled_by weald_schema)  # the lowest room that passes on
  elseif(arg_PASSES_ON AND CMAKE_BUILD_TYPE STREQUAL Release AND CMAKE_CXX_FLAGS_RELEASE MATCHES "-O[23]")
    target_compile_options(${target} PRIVATE -Og)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      set(precompiled_by weald_schema)
    endif()
  endif()
  if(room IN_LIST WEALD_FUZZED_ROOMS)
    target_compile_options(${target} PRIVATE ${weald_coverage})
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  # Highway compiles these files once for every target by pragmas; without optimisation, GCC 12 loses one of them when a
  # precompiled header comes first.
  list(FILTER arg_SOURCES INCLUDE REGEX "_kernels\\.cpp$")
  set_source_files_properties(${arg_SOURCES} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  # Most of the time that a small file takes is the headers that nearly every file includes: they are parsed once. GCC optimises the
  # functions of precompiled headers as these were compiled, so that rooms that are optimised little have their own.
  if(target STREQUAL precompiled_by OR room STREQUAL base)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <span>
      <string> <string_view> <tuple> <vector> <fmt/format.h> <glm/glm.hpp>)
  elseif(arg_PRECOMPILED AND (CMAKE_BUILD_TYPE STREQUAL Debug OR NOT CMAKE_UNITY_BUILD))
    target_precompile_headers(${target} PRIVATE ${arg_PRECOMPILED})
  else()
    target_precompile_headers(${target} REUSE_FROM ${precompiled_by})
  endif()
endfunction()

# weald_unit_test(SOURCES <file>... [LIBRARIES <target>...]): one Catch2 program per room of src/.
function(weald_unit_test)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  file(RELATIVE_PATH room ${PROJECT_SOURCE_DIR}/tests/unit ${CMAKE_CURRENT_SOURCE_DIR})
  weald_room_target(target ${room})
  string(REGEX REPLACE "^weald_" "test_" program ${target})
  add_executable(${program} ${arg_SOURCES})
  target_link_libraries(${program} PRIVATE weald_test_main weald_warnings ${target} ${arg_LIBRARIES})
  target_precompile_headers(${program} REUSE_FROM weald_test_main)
  # What is tagged [statistics] measures results or work over large inputs; the code that makes them runs in other tests too, and
  # sanitizers find nothing more in more samples.
  set(leave_out)
  if(WEALD_SANITIZE)
    set(leave_out "~[statistics]")
  endif()
  add_test(NAME ${room} COMMAND ${program} --durations yes ${leave_out})
  set_tests_properties(${room} PROPERTIES LABELS unit)
  add_dependencies(unit_tests ${program})
endfunction()
