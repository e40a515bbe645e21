target_sources(record_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
