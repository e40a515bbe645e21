target_link_libraries(station_tests PRIVATE ZLIB::ZLIB)
