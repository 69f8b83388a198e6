add_executable(bench_maps maps_bench.cpp)
target_link_libraries(bench_maps PRIVATE weald_maps weald_noise weald_warnings benchmark::benchmark)
