target_sources(report_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp)
target_link_libraries(report_tests PRIVATE tether::study)
