# Most of the time of a build goes into reading the same headers again: Eigen's, the standard
# library's, those of the test libraries. Each set is read once here, and targets begin from it:
#   tether_begins_from(TARGET tether_read_ahead | tether_read_ahead_tests)
# Sources still include all that they use; `make lint` reads each of them without this.
option(TETHER_PRECOMPILED "Read common headers once for all sources" OFF)

# a library of nothing but the headers that its users begin from: the common ones, and others
function(tether_read_ahead name)
  cmake_parse_arguments(arg "" "" "LINKS;HEADERS" ${ARGN})
  set(empty ${PROJECT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  add_library(${name} OBJECT ${empty})
  target_link_libraries(${name} PRIVATE
    tether_options Eigen3::Eigen fmt::fmt spdlog::spdlog ${arg_LINKS})
  target_precompile_headers(${name} PRIVATE
    <Eigen/Dense> <fmt/format.h>
    <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional>
    <map> <memory> <mutex> <numbers> <optional> <random> <span> <sstream> <stdexcept> <string>
    <string_view> <thread> <unordered_map> <variant> <vector> ${arg_HEADERS})
endfunction()

function(tether_begins_from target name)
  if(TETHER_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

if(TETHER_PRECOMPILED)
  tether_read_ahead(tether_read_ahead)
  # what ccache needs to keep objects that began from such headers
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
  if(TETHER_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${TETHER_CCACHE})
  endif()
endif()
