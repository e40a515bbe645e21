target_sources(reproduction_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
