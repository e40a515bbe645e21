# Library tether_dds_messages: the C types of idl/, made by CycloneDDS's idlc.
enable_language(C)
find_package(CycloneDDS REQUIRED)
find_program(TETHER_IDLC idlc REQUIRED)

file(GLOB idl CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/idl/*.idl)
set(generated)
foreach(package builtin_interfaces std_msgs geometry_msgs sensor_msgs tether_msgs tether_assist DTP2DDS)
  set(base ${PROJECT_BINARY_DIR}/idl/${package})
  # without type information readers match by name, as ROS 2's do
  add_custom_command(OUTPUT ${base}.c ${base}.h
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/idl
    COMMAND ${TETHER_IDLC} -t -I ${PROJECT_SOURCE_DIR}/idl -o ${PROJECT_BINARY_DIR}/idl
            ${PROJECT_SOURCE_DIR}/idl/${package}.idl
    DEPENDS ${idl})
  list(APPEND generated ${base}.c)
endforeach()

add_library(tether_dds_messages STATIC ${generated})
target_include_directories(tether_dds_messages SYSTEM PUBLIC
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/idl>)
target_compile_options(tether_dds_messages PRIVATE -w)
target_link_libraries(tether_dds_messages PUBLIC CycloneDDS::ddsc)

target_link_libraries(tether_link PRIVATE tether_dds_messages)
