add_executable(bench_io io_bench.cpp ../support/png.cpp)
target_include_directories(bench_io PRIVATE ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(bench_io PRIVATE weald_formats_meshes weald_warnings PNG::PNG benchmark::benchmark)
