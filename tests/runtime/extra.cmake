target_sources(runtime_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support/allocation_counter.cpp)
