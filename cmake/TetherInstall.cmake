# What an install holds: the program with its data, completions and manual page (component
# runtime), and libraries, headers and the CMake package `tether` (component development). The
# program finds its data from its own path, so a prefix may be moved; a user's own program finds
# them in the prefix that was configured, or in TETHER_DATA_DIR.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(data_dir ${CMAKE_INSTALL_DATADIR}/tether)
set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc/tether)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tether)

# --- libraries
# what is compiled against them must agree with them on the layout of vectors
set(abi_options)
if(TETHER_NATIVE)
  list(APPEND abi_options -march=native -mno-avx512f)
endif()
if(TETHER_SANITIZE)
  list(APPEND abi_options -fsanitize=${TETHER_SANITIZE})
  target_link_options(tether_core INTERFACE $<INSTALL_INTERFACE:-fsanitize=${TETHER_SANITIZE}>)
endif()
foreach(option IN LISTS abi_options)
  target_compile_options(tether_core INTERFACE $<INSTALL_INTERFACE:${option}>)
endforeach()

set(installed_libraries)
foreach(name IN LISTS TETHER_MODULES ITEMS report_page dds_messages)
  set_target_properties(tether_${name} PROPERTIES EXPORT_NAME ${name})
  list(APPEND installed_libraries tether_${name})
endforeach()
install(TARGETS ${installed_libraries} EXPORT tether
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tether DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT development)

# --- find_package(tether)
install(EXPORT tether NAMESPACE tether:: FILE tetherTargets.cmake DESTINATION ${package_dir}
  COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tetherConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/tetherConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS data_dir NO_SET_AND_CHECK_MACRO)
# before 1.0 a minor version may change the interface
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/tetherConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/tetherConfig.cmake
  ${PROJECT_BINARY_DIR}/package/tetherConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/TetherPlugin.cmake
  DESTINATION ${package_dir} COMPONENT development)

# --- the program and what it reads
install(TARGETS tether RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios ${PROJECT_SOURCE_DIR}/robots
  ${PROJECT_SOURCE_DIR}/worlds ${PROJECT_SOURCE_DIR}/multibody ${PROJECT_SOURCE_DIR}/data
  DESTINATION ${data_dir} COMPONENT runtime)

# --- made by the program from its own command line
find_program(TETHER_GZIP gzip REQUIRED)
set(made ${PROJECT_BINARY_DIR}/package)
add_custom_command(
  OUTPUT ${made}/tether.1.gz ${made}/tether.bash ${made}/_tether ${made}/tether.fish
  COMMAND tether man > ${made}/tether.1
  COMMAND ${TETHER_GZIP} -9nf ${made}/tether.1
  COMMAND tether completion bash > ${made}/tether.bash
  COMMAND tether completion zsh > ${made}/_tether
  COMMAND tether completion fish > ${made}/tether.fish
  DEPENDS tether VERBATIM)
add_custom_command(OUTPUT ${made}/changelog.gz
  COMMAND ${TETHER_GZIP} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${made}/changelog.gz
  DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM)
add_custom_target(tether_pages ALL DEPENDS ${made}/tether.1.gz ${made}/tether.bash
  ${made}/_tether ${made}/tether.fish ${made}/changelog.gz)
install(FILES ${made}/tether.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
install(FILES ${made}/tether.bash RENAME tether
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT runtime)
install(FILES ${made}/_tether
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT runtime)
install(FILES ${made}/tether.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/cmake/debian/copyright
  ${made}/changelog.gz DESTINATION ${doc_dir} COMPONENT runtime)
# Debian has the text of it already
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${doc_dir} COMPONENT licence)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/copyright ${made}/changelog.gz
  DESTINATION ${doc_dir}-dev COMPONENT development)

# --- .deb: tether and tether-dev
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tether)
set(CPACK_PACKAGE_VENDOR "tether developers")
set(CPACK_PACKAGE_CONTACT "tether developers <tether@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "haptic bilateral teleoperation")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME tether)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "graphviz, rt-tests")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
"haptic bilateral teleoperation
A hand here, a robot there: the program simulates or runs both sides of a
teleoperation session over any network, keeps them passive, and leaves a
report. Robots, worlds and scenarios are part of it.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME tether-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(dev_packages "tether (= ${PROJECT_VERSION})" libeigen3-dev libmujoco-dev libqhull-dev
  libgl-dev libfmt-dev libspdlog-dev nlohmann-json3-dev libzstd-dev zlib1g-dev libsodium-dev
  cyclonedds-dev pkg-config)
if(roscpp_FOUND)
  list(APPEND dev_packages libroscpp-dev libgeometry-msgs-dev)
endif()
list(JOIN dev_packages ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"haptic bilateral teleoperation, libraries
Static libraries, headers and a CMake package (find_package(tether)) to build
devices, robots, couplings and sessions of one's own.")
include(CPack)
