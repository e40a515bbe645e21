// The three kinds of nets of a coordination, each in a file of its own. Places are added first and
// transitions after, as each kind looks at places of the others.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tether/runtime/coordination/coordination.hpp"

namespace tether::runtime {

// a coordination while its net is being built
struct Draft {
  Coordination& c;

  PlaceId place(const std::string& group, std::string_view what, unsigned tokens = 0);
  // `looks_at`: places that must be marked and stay so
  TransitionId add(Actor actor, const std::string& group, std::string name,
                   std::vector<PlaceId> takes, std::vector<PlaceId> gives,
                   const std::vector<PlaceId>& looks_at = {});
  const std::string& activity_name(std::size_t activity) const;
  // "leader thread": an activity may have the thread's name
  std::string thread_name(std::size_t thread) const;
};

void add_application_places(Draft& draft);
void add_application_steps(Draft& draft);

void add_thread_places(Draft& draft, std::size_t thread);
void add_thread_steps(Draft& draft, std::size_t thread);

void add_activity_places(Draft& draft, std::size_t thread, std::size_t position);
// what an activity does on its own
void add_activity_environment(Draft& draft, std::size_t activity);
// in the order of start, then while serving, then in the opposite order
void add_activity_configuration(Draft& draft, std::size_t activity);
void add_activity_serving(Draft& draft, std::size_t activity);
void add_activity_cleaning(Draft& draft, std::size_t activity);

// places and steps; nothing when the thread has one set
void add_scheduling(Draft& draft, std::size_t thread);

}  // namespace tether::runtime
