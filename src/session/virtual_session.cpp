#include "tether/session/virtual_session.hpp"

#include <cmath>

#include "session/assemble/scanners.hpp"

namespace tether::session {

VirtualSession::VirtualSession(const scenario::Scenario& scenario)
    : period_(core::duration_from_seconds(1 / scenario.rate)),
      tick_count_(static_cast<std::uint64_t>(std::llround(scenario.duration * scenario.rate))),
      setup_(follower_setup(scenario)),
      view_(scenario, setup_),
      leader_device_(leader_device(scenario, session::leader_chain(scenario))),
      follower_device_(follower_device(scenario, setup_)),
      scanner_(follower_scanner(scenario, *follower_device_)),
      link_(scenario.link.emulated, scenario.seed),
      leader_(signals::SideName::leader, *leader_device_, link_.leader(),
              leader_stages(scenario, leader_device_->chain())),
      follower_(signals::SideName::follower, *follower_device_, link_.follower(),
                follower_stages(scenario, setup_, scanner_.get())),
      leader_changes_(Changes::of_leader(scenario, leader_device_->chain())),
      follower_changes_(Changes::of_follower(scenario, setup_)) {}

void VirtualSession::tick() noexcept {
  leader_changes_.apply(now_, leader_);
  follower_changes_.apply(now_, follower_);
  leader_.tick(now_);
  follower_.tick(now_);
  show_the_follower();
  leader_scene_ = leader_camera_.take(*leader_device_, leader_.last().index, now_);
  follower_scene_ = follower_camera_.take(*follower_device_, follower_.last().index, now_);
  ++ticks_done_;
}

// until something was received, who sees late has the picture that there was at first
void VirtualSession::show_the_follower() noexcept {
  const signals::Received& received = leader_.last().received;
  if (!view_.late() || ticks_done_ == 0) {
    leader_device_->show(OperatorView::at_once(follower_.last()));
  } else if (received.valid) {
    leader_device_->show(view_.received(received.sample));
  }
}

void VirtualSession::advance() noexcept {
  leader_device_->advance(period_);
  follower_device_->advance(period_);
  now_ += period_;
}

core::Fault VirtualSession::fault() const noexcept {
  return leader_.last().fault ? leader_.last().fault : follower_.last().fault;
}

}  // namespace tether::session
