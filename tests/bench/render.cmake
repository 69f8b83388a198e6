add_executable(bench_render render_bench.cpp)
target_link_libraries(bench_render PRIVATE weald_render weald_warnings benchmark::benchmark benchmark::benchmark_main)
