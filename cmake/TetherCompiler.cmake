# Compiler settings that every target of the project shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(TETHER_CCACHE ccache)
if(TETHER_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TETHER_CCACHE})
endif()

# Everything can become part of a shared object: a plug-in, a module of another language. Calls
# within a library stay calls that the compiler may inline, as without it.
add_compile_options(-fPIC -fno-semantic-interposition)

add_library(tether_options INTERFACE)
target_include_directories(tether_options INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_options(tether_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual -Werror
  # designated initialisers leave the rest to the defaults
  -Wno-missing-field-initializers
  # errno and floating-point traps are never read here; without them sqrt is one instruction
  -fno-math-errno -fno-trapping-math)
if(TETHER_NATIVE)
  # without AVX-512: it gains nothing on vectors of three, doubles the alignment of everything, and
  # gcc 12 warns about its own headers for it
  target_compile_options(tether_options INTERFACE
    -march=native -mno-avx512f -ffp-contract=fast
    # gcc 12 sees overruns in vectorised code that are not there; other builds still warn
    -Wno-array-bounds -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-restrict)
endif()
if(CMAKE_UNITY_BUILD)
  # sources look like headers there, whose types must not use unnamed namespaces
  target_compile_options(tether_options INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()
if(TETHER_SANITIZE)
  target_compile_options(tether_options INTERFACE
    -fsanitize=${TETHER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(tether_options INTERFACE -fsanitize=${TETHER_SANITIZE})
endif()
if(TETHER_SANITIZE MATCHES "thread")
  # the thread sanitizer does not know fences; Asio's only back up the locks that it takes anyway
  target_compile_definitions(tether_options INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()
if(TETHER_SANITIZE OR TETHER_COVERAGE)
  # gcc 12 takes parts of std::regex and std::optional for uninitialised once they are instrumented
  target_compile_options(tether_options INTERFACE -Wno-maybe-uninitialized)
endif()
if(TETHER_COVERAGE)
  # Counts lines of the project only, so that Eigen stays fast; atomic, because the loops of two
  # threads run the same lines. Without asserts, as in a release; gcov needs no debug information.
  target_compile_options(tether_options INTERFACE
    -O1 -DNDEBUG --coverage -fprofile-update=atomic
    "-fprofile-filter-files=(src|include/tether|apps)/[a-z]+/.*[.][ch]pp$")
  target_link_options(tether_options INTERFACE --coverage)
endif()
