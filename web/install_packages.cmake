# cmake -DNPM=... -DINSTALLED=... -P install_packages.cmake, run in the folder of package.json.
# Quiet unless it fails. Build directories share node_modules, hence the lock (a file cmake.lock)
# and the second look: another build may have installed them meanwhile.
file(LOCK ${CMAKE_CURRENT_LIST_DIR} DIRECTORY GUARD PROCESS)
set(wanted ${CMAKE_CURRENT_LIST_DIR}/package-lock.json)
# IS_NEWER_THAN also holds when a file is missing
if(NOT ${wanted} IS_NEWER_THAN ${INSTALLED})
  return()
endif()
execute_process(
  COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund
  WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "npm ci failed (${status}):\n${output}")
endif()
file(TOUCH ${INSTALLED})
