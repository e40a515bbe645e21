// The life cycle of a thread: it starts when the one before it is up, and ends when its activities
// are done.
#include <fmt/format.h>

#include "runtime/nets/coordination_nets.hpp"

namespace tether::runtime {

void add_thread_places(Draft& draft, std::size_t index) {
  const std::string group = draft.thread_name(index);
  ThreadPlaces thread;
  thread.creation = draft.place(group, "creation", 1);
  thread.running = draft.place(group, "running");
  thread.done = draft.place(group, "done");
  thread.start = draft.place(group, "do_start");
  thread.stop = draft.place(group, "do_stop");
  thread.flag = {draft.place(group, "started"), draft.place(group, "failed"),
                 draft.place(group, "ended")};
  const std::size_t count = draft.c.deployment.threads[index].activities.size();
  for (std::size_t i = 0; i < count; ++i) {
    thread.activities.push_back(draft.c.activities.size());
    add_activity_places(draft, index, i);
  }
  draft.c.threads.push_back(std::move(thread));
}

void add_thread_steps(Draft& draft, std::size_t index) {
  ThreadPlaces& thread = draft.c.threads[index];
  const ApplicationPlaces& app = draft.c.application;
  const std::string group = draft.thread_name(index);
  const auto happens = [&](const char* what, PlaceId command, ThreadReport report) {
    thread.on[static_cast<std::size_t>(report)] = draft.add(
        Actor::environment, group, fmt::format("{} {}", group, what), {command}, {thread[report]});
  };
  happens("starts", thread.start, ThreadReport::started);
  happens("cannot be started", thread.start, ThreadReport::failed);
  happens("ends", thread.stop, ThreadReport::ended);

  const auto step = [&](std::string name, PlaceId from, PlaceId to,
                        const std::vector<PlaceId>& looks_at) {
    draft.add(Actor::mediator, group, std::move(name), {from}, {to}, looks_at);
  };
  std::vector<PlaceId> in_turn{app.deploying};
  if (index > 0) in_turn.push_back(draft.c.threads[index - 1].running);
  step(fmt::format("start {}", group), thread.creation, thread.start, in_turn);
  step(fmt::format("{} is up", group), thread[ThreadReport::started], thread.running, {});

  std::vector<PlaceId> work_is_done{app.stopping};
  for (const std::size_t a : thread.activities)
    work_is_done.push_back(draft.c.activities[a][LifeState::done]);
  step(fmt::format("end {}", group), thread.running, thread.stop, work_is_done);
  step(fmt::format("{} has ended", group), thread[ThreadReport::ended], thread.done, {});
  step(fmt::format("{} never started", group), thread.creation, thread.done, work_is_done);
  step(fmt::format("{} could not start", group), thread[ThreadReport::failed], thread.done,
       work_is_done);
}

}  // namespace tether::runtime
