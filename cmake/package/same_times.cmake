# Run by cpack over the staged files: they get one time, SOURCE_DATE_EPOCH or the start of 2026.
set(time "$ENV{SOURCE_DATE_EPOCH}")
if(time STREQUAL "")
  set(time 1767225600)
endif()
execute_process(COMMAND find "${CPACK_TEMPORARY_DIRECTORY}" -exec touch --no-dereference --date=@${time} {} +
  COMMAND_ERROR_IS_FATAL ANY)
