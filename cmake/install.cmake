# What `cmake --install` puts where, and the packages that CPack makes of it. Components: `program` (weald, its presets and
# manual pages), `library` (libweald_c.so), `development` (headers, CMake package), `python` (the package `weald` of Python) and
# `documents`.

include(CMakePackageConfigHelpers)

set(weald_data ${CMAKE_INSTALL_DATADIR}/weald)
set(weald_config ${CMAKE_INSTALL_LIBDIR}/cmake/weald)

install(TARGETS weald EXPORT wealdTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(TARGETS libweald libweald_c EXPORT wealdTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/front/library/include/weald DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT development FILES_MATCHING PATTERN "*.h")
install(EXPORT wealdTargets NAMESPACE weald:: DESTINATION ${weald_config} COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/package/wealdConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/wealdConfig.cmake
  INSTALL_DESTINATION ${weald_config} PATH_VARS CMAKE_INSTALL_BINDIR)
# Until 1.0, minor versions may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/wealdConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/wealdConfig.cmake ${PROJECT_BINARY_DIR}/package/wealdConfigVersion.cmake
    ${CMAKE_CURRENT_LIST_DIR}/weald_assets.cmake
  DESTINATION ${weald_config} COMPONENT development)

file(RELATIVE_PATH from_pkgconfig ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/package/weald_c.pc.in ${PROJECT_BINARY_DIR}/package/weald_c.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/weald_c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# Where Debian's Python looks for packages of Debian. Elsewhere PYTHONPATH names it.
set(WEALD_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Folder for packages of Python, below the prefix")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/front/library/python/weald DESTINATION ${WEALD_PYTHON_DIR} COMPONENT python
  FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
file(RELATIVE_PATH to_library ${CMAKE_INSTALL_PREFIX}/${WEALD_PYTHON_DIR}/weald ${CMAKE_INSTALL_FULL_LIBDIR})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/_place.py
  CONTENT "\"\"\"Where the library was installed, seen from here.\"\"\"\n\nFOLDER = \"${to_library}\"\n" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/_place.py DESTINATION ${WEALD_PYTHON_DIR}/weald COMPONENT python)

# The presets name the schema by its place in the repository; beside the installed ones it lies elsewhere.
file(GLOB presets RELATIVE ${PROJECT_SOURCE_DIR}/presets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/presets/*.yaml
  ${PROJECT_SOURCE_DIR}/presets/bases/*.yaml ${PROJECT_SOURCE_DIR}/presets/components/*.yaml)
foreach(name ${presets})
  set(preset ${PROJECT_SOURCE_DIR}/presets/${name})
  file(READ ${preset} text)
  string(REPLACE "../docs/weald.schema.json" "../weald.schema.json" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/presets/${name} CONTENT "${text}" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${preset})
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/presets DESTINATION ${weald_data} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/presets/data DESTINATION ${weald_data}/presets COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/docs/weald.schema.json DESTINATION ${weald_data} COMPONENT program)

# Documents and examples lie as in the repository, so that their links hold. What is installed elsewhere, or not at all, is
# linked to as it is there, or not at all.
file(RELATIVE_PATH to_presets ${CMAKE_INSTALL_FULL_DOCDIR} ${CMAKE_INSTALL_FULL_DATADIR}/weald/presets)
file(RELATIVE_PATH to_headers ${CMAKE_INSTALL_FULL_DOCDIR} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(GLOB_RECURSE pages RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md
  ${PROJECT_SOURCE_DIR}/examples/*.md)
foreach(page ${pages} README.md CHANGELOG.md CONTRIBUTING.md)
  file(READ ${PROJECT_SOURCE_DIR}/${page} text)
  string(REGEX REPLACE "\\]\\(((\\.\\./)*)presets/" "](\\1${to_presets}/" text "${text}")
  string(REGEX REPLACE "\\]\\(((\\.\\./)*)src/front/library/include/" "](\\1${to_headers}/" text "${text}")
  string(REGEX REPLACE "\\[(`[^`]*`)\\]\\((\\.\\./)*(dev|(src|tests|[.]ci)(/[^)]*)?)\\)" "\\1" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/doc/${page} CONTENT "${text}" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${page})
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/doc/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents
  FILES_MATCHING PATTERN "*.png" PATTERN "*.json" PATTERN "*.yaml")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents
  PATTERN "*.md" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)

# Man pages and completions come out of the program itself; it cannot run where it is built for another machine.
if(NOT CMAKE_CROSSCOMPILING)
  set(pages ${PROJECT_BINARY_DIR}/package/pages)
  file(MAKE_DIRECTORY ${pages})
  add_custom_command(OUTPUT ${pages}/made
    COMMAND weald man --dir ${pages}/man > ${pages}/made
    COMMAND weald completion bash > ${pages}/weald
    COMMAND weald completion zsh > ${pages}/_weald
    COMMAND weald completion fish > ${pages}/weald.fish
    DEPENDS weald COMMENT "Making man pages and completions" VERBATIM)
  add_custom_target(pages ALL DEPENDS ${pages}/made)
  foreach(section 1 5)
    install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT program
      FILES_MATCHING PATTERN "*.${section}")
  endforeach()
  install(FILES ${pages}/weald DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${pages}/_weald DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
  install(FILES ${pages}/weald.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/packages.cmake)
