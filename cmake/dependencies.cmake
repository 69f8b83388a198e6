# Third-party libraries, all of them Debian 12 packages (see ./dev for their names).

find_package(fmt REQUIRED)
find_package(glm REQUIRED)
find_package(TBB REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PNG REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
# Without vector instructions: one lane, also where the compiler could emulate four (GCC 12.2 cannot). No CPU in use needs
# these, and with sanitizers they alone took nine tenths of the time that the kernels take to compile.
target_compile_definitions(PkgConfig::hwy INTERFACE HWY_BROKEN_EMU128=1)
# Scalable vectors have no size that the compiler knows, and the kernels keep vectors in members of classes: SVE and RVV are
# left out, so that ARM takes NEON.
list(TRANSFORM WEALD_SIMD_WITHOUT PREPEND HWY_ OUTPUT_VARIABLE without)
list(APPEND without HWY_SVE HWY_SVE2 HWY_SVE_256 HWY_SVE2_128 HWY_RVV)
list(JOIN without "|" without)
target_compile_definitions(PkgConfig::hwy INTERFACE "HWY_DISABLED_TARGETS=(${without})")
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(tinyobjloader REQUIRED IMPORTED_TARGET tinyobjloader)
find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
find_path(FAST_FLOAT_INCLUDE_DIR fast_float/fast_float.h REQUIRED)
if(WEALD_TESTS)
  find_package(Catch2 2.13 REQUIRED)
  find_package(meshoptimizer REQUIRED)
  find_package(tinyexr CONFIG REQUIRED)
  pkg_check_modules(tinygltf REQUIRED IMPORTED_TARGET tinygltf)
endif()
