# The packages that `cpack` makes: one .tar.gz, and a .deb per component.

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_VENDOR "the weald authors")
set(CPACK_PACKAGE_CONTACT "the weald authors <weald@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_COMPONENTS_ALL program library development python documents)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package/config.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package/stage.cmake)

set(library_package libweald-c1)
set(packages weald ${library_package} libweald-dev python3-weald weald-doc)  # in the order of the components
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME weald)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "weald generates terrain, plants, curves and meshes from small YAML presets.
The same preset and seed give the same bytes on every machine.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "weald-doc, libgdal32")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/package/triggers)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The library of weald for C, C++ and Python: it builds presets, and returns the
heightmaps, meshes, images and curves that their stages make. Its interface remains stable while weald changes.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-weald)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.9), ${library_package} (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  "${CMAKE_CURRENT_LIST_DIR}/package/python/postinst;${CMAKE_CURRENT_LIST_DIR}/package/python/prerm")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "weald for Python 3: it builds presets, and returns the results of their
stages as NumPy arrays without copying.")

set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_NAME weald-doc)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_RECOMMENDS weald)
set(CPACK_COMPONENT_DOCUMENTS_DESCRIPTION "The documentation of weald: the reference of every stage and parameter,
guides to terrain, plants, engines, golden tests and the library, and examples.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libweald-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${library_package} (= ${PROJECT_VERSION}), weald (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The headers of weald's library for C++ and C, and the CMake package with
weald_add_assets(), which builds assets as part of a project.")

# What Debian looks for in every package, and where its zsh looks; only in the .deb.
configure_file(${CMAKE_CURRENT_LIST_DIR}/package/changelog.in ${PROJECT_BINARY_DIR}/package/changelog @ONLY)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
file(READ ${PROJECT_SOURCE_DIR}/docs/third-party.md third_party)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/copyright CONTENT "@license@\n@third_party@" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/third-party.md)
foreach(component package IN ZIP_LISTS CPACK_COMPONENTS_ALL packages)
  install(FILES ${PROJECT_BINARY_DIR}/package/changelog DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${PROJECT_BINARY_DIR}/package/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
if(TARGET pages)
  install(FILES ${pages}/_weald DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
    COMPONENT program EXCLUDE_FROM_ALL)
endif()

include(CPack)
