target_sources(assistant_tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/support/allocation_counter.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/oracles/fast_dds.cpp)
# who looks on is another implementation
target_link_libraries(assistant_tests PRIVATE fastrtps fastcdr)
# messages are made by hand
target_link_libraries(assistant_tests PRIVATE CycloneDDS::ddsc tether_dds_messages)
