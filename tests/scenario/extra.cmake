# what a scenario asks for is assembled
target_sources(scenario_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
target_link_libraries(scenario_tests PRIVATE tether::session)
