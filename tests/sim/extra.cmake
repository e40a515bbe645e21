target_sources(sim_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
target_sources(sim_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/sides/blind_drive.cpp)
