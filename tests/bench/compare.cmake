add_executable(bench_compare compare_bench.cpp)
target_link_libraries(bench_compare PRIVATE weald_front_compare weald_warnings benchmark::benchmark
  benchmark::benchmark_main)
