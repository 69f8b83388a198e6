# The rooms of src/, read from the table in docs/architecture.md: WEALD_ROOMS lists them from the lowest storey up,
# WEALD_MAY_INCLUDE_<room> what each may include. A new room is a row there and a folder with a CMakeLists.txt.

set(weald_table ${PROJECT_SOURCE_DIR}/docs/architecture.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${weald_table})
file(STRINGS ${weald_table} weald_rows REGEX "^\\| [a-z]+(/[a-z]+)* \\|[a-z/, ]*\\|$")
set(WEALD_ROOMS)
foreach(row ${weald_rows})
  if(row MATCHES "^\\| ([a-z/]+) \\|([a-z/, ]*)\\|$" AND NOT CMAKE_MATCH_1 STREQUAL room)
    list(APPEND WEALD_ROOMS ${CMAKE_MATCH_1})
    string(REGEX MATCHALL "[a-z/]+" WEALD_MAY_INCLUDE_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endif()
endforeach()
