// Deployments that the tests of this module share.
#pragma once

#include "tether/runtime/deployment.hpp"

namespace tether::runtime::test_deployments {

// three activities, a thread each
inline Deployment session() {
  return {{{.name = "recorder", .rate = 50, .activities = {{"recorder"}}, .sets = {}},
           {.name = "follower", .rate = 1000, .activities = {{"follower"}}, .sets = {}},
           {.name = "leader", .rate = 1000, .activities = {{"leader"}}, .sets = {}}}};
}

// a thread that switches between two activities, beside one that does not
inline Deployment switching() {
  return {{{.name = "log", .rate = 50, .activities = {{"recorder"}}, .sets = {}},
           {.name = "arm",
            .rate = 1000,
            .activities = {{"common"}, {"gentle"}, {"firm"}},
            .sets = {{0, 1}, {0, 2}}}}};
}

inline Deployment alone() {
  return {{{.name = "thread", .rate = 1000, .activities = {{"one"}}, .sets = {}}}};
}

}  // namespace tether::runtime::test_deployments
