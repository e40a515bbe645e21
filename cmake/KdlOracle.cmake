# Shared library kdl_oracle: Orocos KDL behind an interface of plain numbers, for tests and
# benchmarks. It is compiled like Debian's KDL, without the project's processor tuning, and keeps
# its Eigen code to itself, because the layout of Eigen objects depends on the processor chosen.
if(NOT TARGET kdl_oracle)
  find_package(orocos_kdl REQUIRED)
  add_library(kdl_oracle SHARED ${PROJECT_SOURCE_DIR}/tests/support/oracles/kdl_oracle.cpp)
  target_include_directories(kdl_oracle PUBLIC ${PROJECT_SOURCE_DIR})
  target_include_directories(kdl_oracle SYSTEM PRIVATE ${orocos_kdl_INCLUDE_DIRS})
  target_compile_options(kdl_oracle PRIVATE -O2 -Wall -Wextra -Wno-overloaded-virtual -Werror)
  target_link_libraries(kdl_oracle PRIVATE ${orocos_kdl_LIBRARIES} Eigen3::Eigen)
  target_link_options(kdl_oracle PRIVATE -Wl,-Bsymbolic)
  set_target_properties(kdl_oracle PROPERTIES
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endif()
