target_sources(link_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)

# an end of a link in a process of its own, to be killed
add_executable(link_peer ${CMAKE_CURRENT_SOURCE_DIR}/link/peers/link_peer.cpp)
target_link_libraries(link_peer PRIVATE tether::link)
add_dependencies(link_tests link_peer)
target_compile_definitions(link_tests PRIVATE TETHER_LINK_PEER="$<TARGET_FILE:link_peer>")

# who looks on is another implementation
find_package(fastrtps REQUIRED)
find_package(fastcdr REQUIRED)
target_sources(link_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/oracles/fast_dds.cpp)
target_link_libraries(link_tests PRIVATE fastrtps fastcdr)

# what is announced is read back from CycloneDDS itself, and messages are made by hand
target_link_libraries(link_tests PRIVATE CycloneDDS::ddsc tether_dds_messages)

# real time goes by in these
set(waiting Relay.*)

# messages of ROS 1 where their headers are
if(roscpp_FOUND)
  target_link_libraries(link_tests PRIVATE PkgConfig::roscpp)
else()
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/link/ros/ros_messages_test.cpp
    PROPERTIES HEADER_FILE_ONLY ON)
endif()
