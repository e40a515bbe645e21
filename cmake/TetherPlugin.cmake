# tether_add_plugin(NAME source...) makes NAME.so, for `tether run ... --plugin NAME.so`. It sees
# tether's headers and is compiled as tether's libraries want it, but links none of them: its
# symbols are those of the program that loads it, so that there is one of each.
function(tether_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so")
  set(of "TARGET_PROPERTY:tether::report")
  target_include_directories(${name} SYSTEM PRIVATE $<${of},INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_definitions(${name} PRIVATE $<${of},INTERFACE_COMPILE_DEFINITIONS>)
  target_compile_options(${name} PRIVATE $<${of},INTERFACE_COMPILE_OPTIONS>)
  target_compile_features(${name} PRIVATE cxx_std_20)
endfunction()
