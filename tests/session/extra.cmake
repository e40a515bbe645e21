target_sources(session_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
target_sources(session_tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/support/lock_counter.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/asking.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/simulated_port.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/joined_ports.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/joined_tools.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/simulated_tool.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/sides/tool_opponent.cpp)

# real time goes by in these
set(waiting ConnectionLine.*)
