target_sources(session_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
target_sources(session_tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/support/lock_counter.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/simulated_port.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/joined_ports.cpp)
