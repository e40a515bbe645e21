target_sources(device_tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/lock_counter.cpp)
