target_link_libraries(station_tests PRIVATE ZLIB::ZLIB)

# real time goes by in these
set(waiting LiveControls.* SlowClients.* ManyClients.*)
