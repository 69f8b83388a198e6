add_executable(bench_core core_bench.cpp)
target_link_libraries(bench_core PRIVATE weald_base weald_warnings benchmark::benchmark)
