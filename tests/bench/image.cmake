add_executable(bench_image image_bench.cpp)
target_include_directories(bench_image SYSTEM PRIVATE ${STB_INCLUDE_DIR})
target_link_libraries(bench_image PRIVATE weald_stages_images benchmark::benchmark)
