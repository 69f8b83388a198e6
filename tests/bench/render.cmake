add_executable(bench_render render_bench.cpp)
target_link_libraries(bench_render PRIVATE weald_render weald_warnings benchmark::benchmark benchmark::benchmark_main)

add_executable(bench_valley valley_bench.cpp)
target_compile_definitions(bench_valley PRIVATE VALLEY_PRESET="${CMAKE_SOURCE_DIR}/presets/valley.yaml")
target_link_libraries(bench_valley PRIVATE weald_preset weald_warnings benchmark::benchmark benchmark::benchmark_main)
