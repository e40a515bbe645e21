# tether_module(NAME [USES module...] [LINKS target...] [PRIVATE_LINKS target...])
# makes library tether_NAME (alias tether::NAME) of every source in src/NAME and its folders. Headers
# in include/tether/NAME are for others; those in src/NAME are its own ("NAME/folder/file.hpp").
# Folder = library = CMake target = namespace. A module may use only modules declared before it.
set(TETHER_MODULES "" CACHE INTERNAL "modules declared so far, in order")

function(tether_module name)
  cmake_parse_arguments(arg "" "" "USES;LINKS;PRIVATE_LINKS" ${ARGN})
  foreach(used IN LISTS arg_USES)
    if(NOT used IN_LIST TETHER_MODULES)
      message(FATAL_ERROR "module ${name} uses ${used}, which is not above it in the list of modules")
    endif()
  endforeach()
  list(TRANSFORM arg_USES PREPEND tether::)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  # what depends on what is installed is added where that is looked for
  list(FILTER sources EXCLUDE REGEX "/link/ros/")
  if(sources)
    add_library(tether_${name} STATIC ${sources})
    target_link_libraries(tether_${name}
      PUBLIC $<BUILD_INTERFACE:tether_options> ${arg_USES} ${arg_LINKS}
      PRIVATE ${arg_PRIVATE_LINKS})
    target_include_directories(tether_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    tether_begins_from(tether_${name} tether_read_ahead)
  else()
    # headers only
    add_library(tether_${name} INTERFACE)
    target_link_libraries(tether_${name} INTERFACE
      $<BUILD_INTERFACE:tether_options> ${arg_USES} ${arg_LINKS})
  endif()
  # warnings and tuning stay here; whoever uses an install gets headers and the language
  target_include_directories(tether_${name} INTERFACE $<INSTALL_INTERFACE:include>)
  target_compile_features(tether_${name} INTERFACE $<INSTALL_INTERFACE:cxx_std_20>)
  add_library(tether::${name} ALIAS tether_${name})
  set(TETHER_MODULES ${TETHER_MODULES} ${name} CACHE INTERNAL "")
endfunction()
