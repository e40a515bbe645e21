// The version of tether; CMake reads it from here.
#pragma once

#define TETHER_VERSION "0.1.0"
