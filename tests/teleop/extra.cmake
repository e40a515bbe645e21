target_sources(teleop_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
target_sources(teleop_tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/support/lock_counter.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/asking.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/simulated_port.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/joined_ports.cpp)
target_link_libraries(teleop_tests PRIVATE tether::session)
