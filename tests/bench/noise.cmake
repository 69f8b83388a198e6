find_library(LIBNOISE_LIBRARY noise REQUIRED)
find_path(LIBNOISE_INCLUDE_DIR libnoise/noise.h REQUIRED)

add_executable(bench_noise noise_bench.cpp)
target_link_libraries(bench_noise PRIVATE weald_stages_land_noise weald_warnings benchmark::benchmark
  ${LIBNOISE_LIBRARY})
target_include_directories(bench_noise SYSTEM PRIVATE ${LIBNOISE_INCLUDE_DIR})
