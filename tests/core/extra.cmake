target_sources(core_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support/allocation_counter.cpp)
