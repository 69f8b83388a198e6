add_executable(bench_io io_bench.cpp)
target_link_libraries(bench_io PRIVATE weald_io weald_mesh weald_core weald_warnings PNG::PNG benchmark::benchmark)
