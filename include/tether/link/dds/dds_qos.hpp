// Qualities of service, by what they are for. All have no latency budget and plain CDR, the
// encoding that every implementation and every ROS 2 has.
#pragma once

#include <memory>

#include <dds/dds.h>

namespace tether::link {

template <auto Delete>
struct DdsDeleter {
  void operator()(auto* object) const noexcept { Delete(object); }
};
using Qos = std::unique_ptr<dds_qos_t, DdsDeleter<dds_delete_qos>>;
using Listener = std::unique_ptr<dds_listener_t, DdsDeleter<dds_delete_listener>>;

// a signal: best effort, volatile, keep last 1
Qos newest_only();
// what holds until it is changed, one instance per key: reliable, transient local, keep last 1;
// a writer that ends disposes nothing
Qos kept_for_late_joiners();
// questions and answers: reliable, volatile, keep all
Qos each_once();

}  // namespace tether::link
