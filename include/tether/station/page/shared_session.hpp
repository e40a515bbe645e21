// What all connections of a station share: the session's newest state, looked at and encoded once
// for all of them, the events so far, who has the handle, and what is sent to everybody when it
// changes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tether/station/page/controls.hpp"
#include "tether/station/page/ending.hpp"
#include "tether/station/page/state_frame.hpp"
#include "tether/station/server/client_connection.hpp"

namespace tether::station {

// the connection that holds the handle; counts up from 1
using PageNumber = std::uint64_t;

class SharedSession {
 public:
  static constexpr double kHandleHold = 0.5;  // without `hold` the handle is free again [s]
  static constexpr double kJogHold = 0.2;     // the same of jogging [s]

  // seconds that never go back
  using Clock = std::function<double()>;
  static double steady();

  // `controls` outlives this. Throws core::InputError where the session could not be set up either.
  explicit SharedSession(Controls& controls, Clock clock = steady);
  ~SharedSession();
  SharedSession(const SharedSession&) = delete;
  SharedSession& operator=(const SharedSession&) = delete;

  Controls& controls() noexcept { return controls_; }
  double now() const { return clock_(); }
  int joints(signals::SideName side) const noexcept;

  // looks at the session again, unless that was done for another connection just now
  void refresh();

  // a new number for a new frame; 0 when nothing was seen yet
  std::uint32_t frames() const noexcept { return frames_; }
  const Outgoing& frame() const noexcept { return frame_; }
  const Snapshot& snapshot() const noexcept { return snapshot_; }
  std::uint32_t scans() const noexcept { return scans_; }
  const Outgoing& scan() const noexcept { return scan_frame_; }
  const assist::RangeScan& newest_scan() const noexcept { return scan_; }
  const std::vector<record::Event>& events() const noexcept { return events_; }
  const std::vector<Outgoing>& event_messages() const noexcept { return event_messages_; }

  // the session is over: from now on there is a last message for every page, and a last look
  void end(const Ending& ending);
  const std::optional<Outgoing>& ending() const noexcept { return ending_; }

  // the first thing that is sent to a page
  Outgoing document();

  // pages that are sent what changes; the number is the page's name from then on
  PageNumber join(Outbox& outbox);
  void leave(PageNumber page);
  std::size_t pages() const noexcept { return pages_.size(); }
  void send_values();  // if they have changed
  void send_fixtures();
  void send_poses();

  // the handle is this page's from now on, or why it is not
  Refusal hold(PageNumber page, const HandAim& aim);
  Refusal release(PageNumber page);
  Refusal jog(signals::SideName side, const control::JogVelocity& velocity);

  void count_refusal() noexcept { ++refusals_; }
  std::uint64_t refusals() const noexcept { return refusals_; }  // of what pages asked for

 private:
  struct Page {
    PageNumber number = 0;
    Outbox* outbox = nullptr;
  };
  struct Handle {
    PageNumber page = 0;
    double held_at = 0;
  };

  void expire_handle(double now);
  void look();
  void collect_events();
  void send_to_all(const std::string& message);

  Controls& controls_;
  Clock clock_;
  std::string scenes_;  // of both sides, and workspace: the inside of an object
  int leader_joints_ = 0, follower_joints_ = 0;

  std::optional<double> looked_at_;
  std::optional<double> compared_at_;  // values with what was sent
  Snapshot snapshot_;
  std::uint32_t frames_ = 0;
  Outgoing frame_;
  assist::RangeScan scan_;
  std::uint32_t scans_ = 0;
  Outgoing scan_frame_;
  std::vector<record::Event> events_;
  std::vector<Outgoing> event_messages_;
  std::string sent_values_;
  std::optional<Outgoing> ending_;

  std::vector<Page> pages_;
  PageNumber newest_page_ = 0;
  std::optional<Handle> handle_;
  std::optional<double> jogged_at_;
  std::uint64_t refusals_ = 0;
};

}  // namespace tether::station
