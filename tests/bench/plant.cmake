add_executable(bench_plant plant_bench.cpp)
target_link_libraries(bench_plant PRIVATE weald_plant weald_mesh benchmark::benchmark weald_warnings)
