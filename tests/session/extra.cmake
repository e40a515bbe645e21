target_sources(session_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
target_sources(session_tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/support/lock_counter.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/simulated_port.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/joined_ports.cpp)

# real time goes by in these
set(waiting ConnectionLine.*)
