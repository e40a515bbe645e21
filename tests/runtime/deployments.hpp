// Deployments that the tests of this module share.
#pragma once

#include "tether/runtime/loops/deployment.hpp"

namespace tether::runtime::test_deployments {

// three activities, a thread each; two of them may rest while the third goes on
inline Deployment session() {
  return {{{.name = "recorder", .rate = 50, .activities = {{"recorder"}}, .sets = {}},
           {.name = "follower", .rate = 1000, .activities = {{"follower"}}, .sets = {{0}, {}}},
           {.name = "leader", .rate = 1000, .activities = {{"leader"}}, .sets = {{0}, {}}}}};
}

// a thread that switches between two activities, beside one that does not
inline Deployment switching() {
  return {{{.name = "log", .rate = 50, .activities = {{"recorder"}}, .sets = {}},
           {.name = "arm",
            .rate = 1000,
            .activities = {{"common"}, {"gentle"}, {"firm"}},
            .sets = {{0, 1}, {0, 2}}}}};
}

inline Deployment single() {
  return {{{.name = "thread", .rate = 1000, .activities = {{"one"}}, .sets = {}}}};
}

// two activities that take turns
inline Deployment two_sets() {
  return {{{.name = "thread", .rate = 1, .activities = {{"a"}, {"b"}}, .sets = {{0}, {1}}}}};
}

// seven activities on five threads, as a session that drives has
inline Deployment driving() {
  return {{{.name = "recorder", .rate = 100, .activities = {{"recorder"}}, .sets = {}},
           {.name = "lidar", .rate = 15, .activities = {{"lidar"}}, .sets = {}},
           {.name = "wheels",
            .rate = 1000,
            .activities = {{"field_bus"}, {"platform"}},
            .sets = {{0, 1}, {0}}},
           {.name = "watchdog", .rate = 100, .activities = {{"bus_watchdog"}}, .sets = {}},
           {.name = "haptics",
            .rate = 1000,
            .activities = {{"falcon"}, {"haptics"}},
            .sets = {{0, 1}, {0}}}}};
}

}  // namespace tether::runtime::test_deployments
