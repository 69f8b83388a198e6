add_executable(bench_curve curve_bench.cpp)
target_link_libraries(bench_curve PRIVATE weald_curve weald_scene weald_warnings benchmark::benchmark)
