// The coordination net of an application, made of three kinds of nets that meet in shared places:
//   application  deploying → running → stopping → done, and what people ask for
//   thread       life cycle of each thread, and of each activity on it: states, commands, flags
//   scheduling   which set of activities a thread has selected
// Start: threads in order, then resources of all in order, then capabilities of all in order, then
// all run. Stop, or the failure or end of any activity: whoever runs pauses at once (its device at
// rest), then all are cleaned in the opposite order, then the threads end. Environment transitions
// are what activities, threads and people do on their own.
// Why it is so, and the picture: docs/design/coordination.md.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tether/runtime/coordination/exchange.hpp"
#include "tether/runtime/coordination/life_cycle.hpp"
#include "tether/runtime/loops/deployment.hpp"
#include "tether/runtime/nets/net_requirements.hpp"
#include "tether/runtime/nets/petri_net.hpp"

namespace tether::runtime {

// where the net holds one activity
struct ActivityPlaces {
  std::size_t thread = 0;    // index in the deployment
  std::size_t position = 0;  // among the thread's activities
  std::array<PlaceId, kLifeStates> state{};
  std::array<PlaceId, kCommands> command{};  // none has no place; its entry is unused
  std::array<PlaceId, kReports> flag{};
  PlaceId scheduled{};  // in the thread's selected set
  PlaceId resting{};    // in another set; the same as scheduled when the thread has one set
  // the environment's transitions that a report stands for: the first enabled one happens
  std::array<std::vector<TransitionId>, kReports> on;

  PlaceId operator[](LifeState s) const noexcept { return state[static_cast<std::size_t>(s)]; }
  PlaceId operator[](Command c) const noexcept { return command[static_cast<std::size_t>(c)]; }
  PlaceId operator[](Report r) const noexcept { return flag[static_cast<std::size_t>(r)]; }
};

// where the net holds one thread and its scheduler
struct ThreadPlaces {
  PlaceId creation{}, running{}, done{};
  PlaceId start{}, stop{};  // commands
  std::array<PlaceId, kThreadReports> flag{};
  std::array<TransitionId, kThreadReports> on{};
  std::vector<PlaceId> set;  // the selected one is marked; empty when the thread has one set
  std::vector<std::vector<TransitionId>> ask_for_set;  // for each set, from each other one
  std::vector<std::size_t> activities;                 // indices into Coordination::activities

  PlaceId operator[](ThreadReport r) const noexcept { return flag[static_cast<std::size_t>(r)]; }
};

struct ApplicationPlaces {
  PlaceId deploying{}, running{}, stopping{}, done{};
  std::vector<TransitionId> ask_stop;  // one of them is enabled unless it stops already
};

struct Coordination {
  Deployment deployment;
  PetriNet net;
  ApplicationPlaces application;
  std::vector<ThreadPlaces> threads;
  std::vector<ActivityPlaces> activities;  // in the order of start
  NetRequirements requirements;
};

// throws core::InputError when the deployment is not valid
Coordination coordinate(const Deployment& deployment);

}  // namespace tether::runtime
