add_executable(bench_render render_bench.cpp)
target_link_libraries(bench_render PRIVATE weald_picture_render weald_warnings benchmark::benchmark benchmark::benchmark_main)

add_executable(bench_preset_picture preset_picture_bench.cpp)
target_compile_definitions(bench_preset_picture PRIVATE PRESETS="${CMAKE_SOURCE_DIR}/presets")
target_link_libraries(bench_preset_picture PRIVATE weald_engine_run weald_engine_preset weald_warnings
  benchmark::benchmark benchmark::benchmark_main)
