# The link over ROS 1, where roscpp is installed; tether says that it has none otherwise.
pkg_check_modules(roscpp QUIET IMPORTED_TARGET roscpp geometry_msgs)
if(roscpp_FOUND)
  message(STATUS "ROS 1: link over roscpp ${roscpp_roscpp_VERSION}")
  target_sources(tether_link PRIVATE
    ${PROJECT_SOURCE_DIR}/src/link/ros/ros_endpoint.cpp
    ${PROJECT_SOURCE_DIR}/src/link/ros/ros_messages.cpp)
  target_link_libraries(tether_link PRIVATE PkgConfig::roscpp)
  # for find_package(tether)
  set(tether_ros_modules roscpp=roscpp,geometry_msgs)
else()
  message(STATUS "ROS 1: not installed (libroscpp-dev, libgeometry-msgs-dev), no link over it")
  target_sources(tether_link PRIVATE ${PROJECT_SOURCE_DIR}/src/link/ros/without_roscpp.cpp)
endif()
