// The controls of a session that runs in this process: turns what a person asks for into commands
// (session/command_mailbox.hpp), made ready here so that the ticks only take them.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "tether/assistant/protocol/fixture_view.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/command_mailbox.hpp"
#include "tether/station/page/controls.hpp"
#include "tether/station/page/watcher.hpp"

namespace tether::station {

struct LiveControlsParts {
  scenario::Scenario scenario;
  session::CommandMailbox& mailbox;
  Watcher& watcher;
  std::filesystem::path directory;     // of what is saved
  std::atomic<bool>* pause = nullptr;  // the session's; null: it cannot be paused
};

class LiveControls final : public Controls {
 public:
  // core::InputError when the scenario's fixtures are refused
  explicit LiveControls(LiveControlsParts parts);
  ~LiveControls() override;

  const scenario::Scenario& scenario() const override { return parts_.scenario; }
  bool look(Snapshot& snapshot) override;
  const assist::RangeScan* scan() override { return parts_.watcher.scan(); }
  std::vector<record::Event> events(std::size_t from) override {
    return parts_.watcher.events(from);
  }

  void hold(const HandAim& aim) override;
  void let_go() override;
  void stop() override;
  Refusal reset() override;
  Refusal pause(bool rest) override;
  Refusal change(const std::vector<std::string>& assignments) override;

  Refusal jog(signals::SideName side, const control::JogVelocity& velocity) override;
  Refusal go(signals::SideName side, const std::string& pose, control::JogSpace by) override;
  Refusal store(signals::SideName side, const std::string& name) override;
  const std::vector<StoredPose>& poses() const override { return poses_; }

  std::vector<assist::Fixture> fixtures() const override;
  Refusal put(const assist::Fixture& fixture) override;
  Refusal remove(std::int32_t id) override;
  Refusal save_fixtures(std::string& path) override;

  // any thread: the session is over
  void end() noexcept { ended_.store(true, std::memory_order_relaxed); }

 private:
  Refusal why_no_jog(signals::SideName side) const;
  Refusal replace_both(const scenario::Scenario& changed, std::string_view text);
  Refusal take(const assist::Fixture& fixture);
  void note(std::string_view text, record::ChangeMade::Kind kind = record::ChangeMade::Kind::note);
  bool room() const noexcept;

  LiveControlsParts parts_;
  robot::Chain leader_;
  scenario::FollowerSetup follower_;
  spatial::Pose handle_;  // of the leader: from where the hand's places and turns count
  std::vector<StoredPose> poses_;
  std::unique_ptr<assistant::FixtureView> view_;  // to a process of fixtures, where there is one
  Snapshot last_;
  std::uint32_t jogs_ = 0;
  std::uint32_t changes_ = 0;  // that the sides were given, numbered from 1
  bool ended_shown_ = false;
  std::atomic<bool> ended_{false};
};

}  // namespace tether::station
