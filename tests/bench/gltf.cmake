pkg_check_modules(tinygltf REQUIRED IMPORTED_TARGET tinygltf)
add_executable(bench_gltf gltf_bench.cpp)
target_include_directories(bench_gltf PRIVATE ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(bench_gltf PRIVATE weald_formats_gltf weald_warnings PkgConfig::tinygltf
  benchmark::benchmark)
