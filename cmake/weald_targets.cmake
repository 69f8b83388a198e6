# One library target per folder of src/, linked to exactly the folders it may include.

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
if(WEALD_WERROR)
  target_compile_options(weald_warnings INTERFACE -Werror)
endif()

if(WEALD_SANITIZE)
  add_compile_options(-fsanitize=${WEALD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WEALD_SANITIZE})
  # These programs are large, and linking them with the usual linker takes a tenth of the time of their build.
  find_program(WEALD_LLD ld.lld)
  if(WEALD_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_link_options(-fuse-ld=lld)
  endif()
endif()

# The folders whose code the harnesses in tests/fuzz look at: those that read. The others only calculate, and would become
# slower for nothing. The option is what -fsanitize=fuzzer-no-link stands for, in a form that goes with the precompiled headers.
if(WEALD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT WEALD_SANITIZE MATCHES "address")
    message(FATAL_ERROR "WEALD_FUZZ needs Clang, and WEALD_SANITIZE with address")
  endif()
  set(WEALD_FUZZED_FOLDERS core schema mesh lsystem compare io pipeline preset golden)
  set(weald_coverage -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
endif()

# weald_library(<folder> SOURCES <file>... [MAY_INCLUDE <folder>...] [LIBRARIES <third-party target>...])
# SOURCES are listed, never globbed. MAY_INCLUDE is the folder's row in docs/architecture.md.
# Every folder is compiled once, so that its code can be part of the program and of libweald.so alike; with hidden symbols
# that costs the program nothing (docs/decisions/0017-library.md).
function(weald_library folder)
  cmake_parse_arguments(arg "" "" "SOURCES;MAY_INCLUDE;LIBRARIES" ${ARGN})
  add_library(weald_${folder} STATIC ${arg_SOURCES})
  list(TRANSFORM arg_MAY_INCLUDE PREPEND weald_)
  target_link_libraries(weald_${folder} PUBLIC weald_options ${arg_MAY_INCLUDE} PRIVATE weald_warnings)
  target_link_libraries(weald_${folder} PUBLIC ${arg_LIBRARIES})
  if(folder IN_LIST WEALD_FUZZED_FOLDERS)
    target_compile_options(weald_${folder} PRIVATE ${weald_coverage})
  endif()
  set_target_properties(weald_${folder} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  # Most of the time that a small file takes is the headers that nearly every file includes: they are parsed once.
  if(folder STREQUAL core)
    target_precompile_headers(weald_core PRIVATE <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <span>
      <string> <string_view> <tuple> <vector> <fmt/format.h> <glm/glm.hpp>)
  elseif(NOT folder STREQUAL app)
    target_precompile_headers(weald_${folder} REUSE_FROM weald_core)
  endif()
endfunction()

# weald_unit_test(<folder> SOURCES <file>... [LIBRARIES <target>...]): one Catch2 program per folder of src/.
function(weald_unit_test folder)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(test_${folder} ${arg_SOURCES})
  target_link_libraries(test_${folder} PRIVATE weald_test_main weald_warnings ${arg_LIBRARIES})
  target_precompile_headers(test_${folder} REUSE_FROM weald_test_main)
  if(TARGET weald_${folder})
    target_link_libraries(test_${folder} PRIVATE weald_${folder})
  endif()
  # What is tagged [statistics] measures results or work over large inputs; the code that makes them runs in other tests too, and
  # sanitizers find nothing more in more samples.
  set(leave_out)
  if(WEALD_SANITIZE)
    set(leave_out "~[statistics]")
  endif()
  add_test(NAME ${folder} COMMAND test_${folder} --durations yes ${leave_out})
  set_tests_properties(${folder} PROPERTIES LABELS unit)
  add_dependencies(unit_tests test_${folder})
endfunction()
