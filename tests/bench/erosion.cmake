add_executable(bench_erosion erosion_bench.cpp erosion_textbook.cpp)
target_link_libraries(bench_erosion PRIVATE weald_terrain weald_warnings benchmark::benchmark)
# The textbook gets what the compiler can do for this machine; weald is measured as it is shipped.
set_source_files_properties(erosion_textbook.cpp PROPERTIES COMPILE_OPTIONS "-O3;-march=native" SKIP_UNITY_BUILD_INCLUSION ON)
