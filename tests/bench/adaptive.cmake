add_executable(bench_adaptive ${CMAKE_CURRENT_LIST_DIR}/adaptive_bench.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/greedy_delaunay.cpp)
target_include_directories(bench_adaptive PRIVATE ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(bench_adaptive PRIVATE weald_stages_land_meshing weald_stages_land_noise weald_warnings benchmark::benchmark)
