find_path(OPENMESH_INCLUDE_DIR OpenMesh/Core/Mesh/TriMesh_ArrayKernelT.hh REQUIRED)
find_library(OPENMESH_CORE_LIBRARY OpenMeshCore REQUIRED)
find_library(OPENMESH_TOOLS_LIBRARY OpenMeshTools REQUIRED)

foreach(topic build subdivide)
  add_executable(bench_mesh_${topic} ${CMAKE_CURRENT_LIST_DIR}/mesh_${topic}_bench.cpp)
  target_include_directories(bench_mesh_${topic} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_include_directories(bench_mesh_${topic} SYSTEM PRIVATE ${OPENMESH_INCLUDE_DIR})
  target_compile_definitions(bench_mesh_${topic} PRIVATE _USE_MATH_DEFINES)  # OpenMesh wants it
  target_link_libraries(bench_mesh_${topic} PRIVATE weald_data weald_methods_mesh weald_stages_shapes weald_warnings benchmark::benchmark
    ${OPENMESH_TOOLS_LIBRARY} ${OPENMESH_CORE_LIBRARY})
endforeach()
