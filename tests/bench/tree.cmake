add_executable(bench_tree tree_bench.cpp)
target_link_libraries(bench_tree PRIVATE weald_tree benchmark::benchmark weald_warnings)
