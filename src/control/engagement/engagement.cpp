#include "tether/control/engagement/engagement.hpp"

#include <algorithm>

namespace tether::control {
namespace {

spatial::Pose blend(const spatial::Pose& from, const spatial::Pose& to, double share) noexcept {
  return {from.quaternion().slerp(share, to.quaternion()).toRotationMatrix(),
          from.position + share * (to.position - from.position)};
}

double angle_between(const spatial::Pose& a, const spatial::Pose& b) noexcept {
  return a.quaternion().angularDistance(b.quaternion());
}

}  // namespace

const char* name(Engagement engagement) noexcept {
  switch (engagement) {
    case Engagement::waiting:
      return "waiting";
    case Engagement::engaging:
      return "engaging";
    case Engagement::engaged:
      return "engaged";
    case Engagement::holding:
      return "holding";
    case Engagement::clutched:
      return "clutched";
  }
  return "unknown";
}

// offset and turn are both kept in base axes, so that motions stay parallel
spatial::Pose FollowerEngagement::indexed(const spatial::Pose& leader) const noexcept {
  return {index_.rotation * leader.rotation, index_.position + leader.position};
}

PortSignals FollowerEngagement::as_seen(const PortSignals& own) const noexcept {
  PortSignals seen = own;
  seen.pose = {index_.rotation.transpose() * own.pose.rotation,
               own.pose.position - index_.position};
  seen.plane.point -= index_.position;
  if (!params_.keeps_place) return seen;
  // a place that is seen turned turns about turned axes
  const spatial::Matrix3 turn = seen.pose.rotation * own.pose.rotation.transpose();
  seen.twist.angular = turn * own.twist.angular;
  seen.acceleration.angular = turn * own.acceleration.angular;
  return seen;
}

void FollowerEngagement::realign(Alignment alignment, const spatial::Pose& target) noexcept {
  params_.alignment = alignment;
  if (state_ == Engagement::waiting) return;
  received_.pose = target;
  keep_offset_ = true;
}

void FollowerEngagement::begin(const spatial::Pose& from, const spatial::Pose& leader) noexcept {
  if (params_.alignment == Alignment::index || keep_offset_) {
    index_ = {from.rotation * leader.rotation.transpose(), from.position - leader.position};
    keep_offset_ = false;
  }
  from_ = from;
  const spatial::Pose goal = indexed(leader);
  const double duration =
      std::max({params_.ramp, params_.sample_time,
                Ease::kPeak * (goal.position - from.position).norm() / params_.speed,
                Ease::kPeak * angle_between(goal, from) / params_.turn_speed});
  step_ = params_.sample_time / duration;
  approach_.restart();
  state_ = Engagement::engaging;
}

EngagementOutput FollowerEngagement::update(const EngagementInput& in) noexcept {
  if (in.after_gap && state_ != Engagement::waiting) {
    jump_.begin();
    turn_.begin();
  }
  if (in.live) {
    jump_.update(in.remote.pose.position);
    turn_.update(in.remote.pose.rotation);
  }
  const spatial::Pose leader{turn_.value(), jump_.value()};
  const bool clutched = in.live && in.peer == Engagement::clutched;
  if (!in.live || clutched) {
    // hold the last target, if there ever was one
    if (state_ == Engagement::waiting) return {};
    state_ = clutched ? Engagement::clutched : Engagement::holding;
    if (clutched) keep_offset_ = true;
    stiffness_.down(params_.sample_time / params_.release);
  } else {
    if (state_ == Engagement::waiting) {
      begin(in.own, leader);
    } else if (state_ == Engagement::holding || state_ == Engagement::clutched ||
               in.epoch != epoch_) {
      begin(received_.pose, leader);
    }
    epoch_ = in.epoch;
    if (state_ == Engagement::engaging) {
      approach_.up(step_);
      if (approach_.full()) state_ = Engagement::engaged;
    }
    stiffness_.up(params_.sample_time / params_.ramp);
    const spatial::Pose goal = indexed(leader);
    received_ = in.remote;
    received_.plane.point += index_.position;
    received_.pose = approach_.full() ? goal : blend(from_, goal, approach_.share());
  }
  EngagementOutput out{.valid = true, .remote = received_, .share = 1};
  out.share = params_.hold_stiffness + (1 - params_.hold_stiffness) * stiffness_.share();
  out.remote.twist = stiffness_.share() * received_.twist;
  out.remote.external = stiffness_.share() * received_.external;
  const bool apart = state_ == Engagement::holding || state_ == Engagement::clutched;
  if (params_.keeps_place && apart) realign(params_.alignment, in.own);
  return out;
}

EngagementOutput LeaderEngagement::update(const EngagementInput& in) noexcept {
  const bool same_run = in.epoch == epoch_;
  const bool together = in.live && same_run && in.peer == Engagement::engaged && !in.clutch;
  if (together) {
    force_.up(params_.sample_time / params_.ramp);
  } else {
    force_.down(params_.sample_time / params_.release);
  }
  // a force that is still felt is not replaced by that of another run, nor by none
  if (force_.none()) epoch_ = in.epoch;
  if (in.after_gap) {
    // from where it was received last, also when it never was
    if (!shift_.changing()) shift_.update(received_.pose.position);
    jump_.begin();
    shift_.begin();
    turn_.begin();
  }
  if (in.live && in.epoch == epoch_) {
    jump_.update(in.remote.wrench);
    shift_.update(in.remote.pose.position);
    turn_.update(in.remote.pose.rotation);
    received_ = in.remote;
    received_.pose = {turn_.value(), shift_.value()};
    received_.wrench = jump_.value();
  }

  if (in.clutch) {
    state_ = Engagement::clutched;
  } else if (together) {
    state_ = force_.full() ? Engagement::engaged : Engagement::engaging;
  } else if (in.live && state_ == Engagement::waiting) {
    state_ = Engagement::engaging;
  } else if (state_ != Engagement::waiting) {
    state_ = Engagement::holding;
  }
  return {state_ != Engagement::waiting, received_, force_.share()};
}

}  // namespace tether::control
