# Run by cpack over the files of a package, before it is made: the same bytes from the same build, and for Debian, pages and
# changelogs as it wants them.

if(CPACK_GENERATOR STREQUAL "DEB")
  execute_process(COMMAND find "${CPACK_TEMPORARY_DIRECTORY}" -type f ( -path */share/man/* -o -name changelog )
      -exec gzip --best --no-name {} +
    COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND find "${CPACK_TEMPORARY_DIRECTORY}" -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +
  COMMAND_ERROR_IS_FATAL ANY)
