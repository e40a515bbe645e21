# cmake -DPROGRAM=... -DREADME=... -DSCRATCH=... -P check_output.cmake
# Runs an example in a folder of its own and compares what it prints with the block ```text of its
# README, to the letter.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
execute_process(COMMAND ${PROGRAM} WORKING_DIRECTORY ${SCRATCH}
  OUTPUT_VARIABLE printed ERROR_VARIABLE said RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}\n${printed}${said}")
endif()
file(READ ${README} page)
string(REGEX MATCH "\n```text\n([^`]*)```" block "${page}")
if(NOT block)
  message(FATAL_ERROR "${README} has no block ```text with the expected output")
endif()
if(NOT printed STREQUAL CMAKE_MATCH_1)
  message(FATAL_ERROR "${README} expects\n${CMAKE_MATCH_1}\nbut the program printed\n${printed}")
endif()
