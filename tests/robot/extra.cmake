include(KdlOracle)
target_link_libraries(robot_tests PRIVATE kdl_oracle)
target_sources(robot_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
