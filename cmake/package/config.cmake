# Read by cpack before each kind of package: where nobody says otherwise, all times in packages are the start of 2026.
if("$ENV{SOURCE_DATE_EPOCH}" STREQUAL "")
  set(ENV{SOURCE_DATE_EPOCH} 1767225600)
endif()
