add_executable(bench_adaptive ${CMAKE_CURRENT_LIST_DIR}/adaptive_bench.cpp ${CMAKE_CURRENT_LIST_DIR}/greedy_delaunay.cpp)
target_link_libraries(bench_adaptive PRIVATE weald_terrain weald_noise weald_warnings benchmark::benchmark)
