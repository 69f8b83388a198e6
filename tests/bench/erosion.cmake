add_executable(bench_erosion erosion_bench.cpp erosion_textbook.cpp)
target_link_libraries(bench_erosion PRIVATE weald_stages_land_erosion weald_warnings benchmark::benchmark)
# The textbook is compiled as weald's libraries are; the other benchmarks need no speed of their own.
set_source_files_properties(erosion_textbook.cpp PROPERTIES COMPILE_OPTIONS "-O3" SKIP_UNITY_BUILD_INCLUSION ON)
