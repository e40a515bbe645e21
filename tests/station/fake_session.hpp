// A session that does nothing but note what is asked of it, and a client that notes what it is
// sent.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tether/scenario/scenario_file.hpp"
#include "tether/station/page/controls.hpp"
#include "tether/station/server/client_connection.hpp"

namespace tether::station {

class FakeControls final : public Controls {
 public:
  const scenario::Scenario& scenario() const override { return scenario_now; }
  bool look(Snapshot& out) override {
    ++looks;
    if (!fresh) return false;
    fresh = false;
    out = snapshot;
    return true;
  }
  const assist::RangeScan* scan() override {
    const assist::RangeScan* newest = newest_scan;
    newest_scan = nullptr;
    return newest;
  }
  std::vector<record::Event> events(std::size_t from) override {
    return {happened.begin() + static_cast<std::ptrdiff_t>(from), happened.end()};
  }
  void hold(const HandAim& aim) override {
    ++changes;
    holds.push_back(aim);
  }
  void let_go() override { ++let_gos; }
  void stop() override {
    ++changes;
    ++stops;
  }
  Refusal reset() override { return note("reset"); }
  Refusal pause(bool rest) override { return note(rest ? "pause" : "go on"); }
  Refusal change(const std::vector<std::string>& assignments) override {
    ++changes;
    set = assignments;
    link::EmulatedLinkParams& link = scenario_now.link.emulated;
    if (!refusal) link.to_leader.delay.mean = link.to_follower.delay.mean += 0.125;
    return refusal;
  }
  Refusal jog(signals::SideName side, const control::JogVelocity& velocity) override {
    jogged = velocity;
    return note(std::string("jog ") + signals::name(side));
  }
  Refusal go(signals::SideName side, const std::string& pose, control::JogSpace by) override {
    return note(std::string("go ") + signals::name(side) + " " + pose +
                (by == control::JogSpace::joints ? " joints" : " tool"));
  }
  Refusal store(signals::SideName side, const std::string& name) override {
    stored.push_back({name, side, robot::JointVector::Ones(2)});
    return note(std::string("store ") + signals::name(side) + " " + name);
  }
  const std::vector<StoredPose>& poses() const override { return stored; }
  std::vector<assist::Fixture> fixtures() const override { return placed; }
  Refusal put(const assist::Fixture& fixture) override {
    std::erase_if(placed, [&](const assist::Fixture& f) { return f.id == fixture.id; });
    placed.push_back(fixture);
    return note("put");
  }
  Refusal remove(std::int32_t id) override {
    if (std::erase_if(placed, [&](const assist::Fixture& f) { return f.id == id; }) == 0) {
      return "no such fixture";
    }
    return note("remove");
  }
  Refusal save_fixtures(std::string& path) override {
    path = "out/fixtures.toml";
    return refusal;
  }

  scenario::Scenario scenario_now = scenario::load_scenario("omega_lwr_wall");
  Snapshot snapshot;
  bool fresh = false;
  const assist::RangeScan* newest_scan = nullptr;
  std::vector<record::Event> happened;
  Refusal refusal;  // of everything that can be refused

  int looks = 0;
  int changes = 0;  // things that were done to the session
  int let_gos = 0, stops = 0;
  std::vector<HandAim> holds;
  std::vector<std::string> asked, set;
  control::JogVelocity jogged;
  std::vector<StoredPose> stored;
  std::vector<assist::Fixture> placed;

 private:
  Refusal note(std::string what) {
    ++changes;
    asked.push_back(std::move(what));
    return refusal;
  }
};

class FakeOutbox final : public Outbox {
 public:
  void send(Outgoing message) override { sent.push_back(std::move(message)); }
  void show(Outgoing message) override { shown.push_back(std::move(message)); }
  bool busy() const noexcept override { return is_busy; }
  void close(std::string_view why) override { closed = why; }

  // the text messages of this kind
  std::vector<nlohmann::json> said(const std::string& kind) const {
    std::vector<nlohmann::json> found;
    for (const Outgoing& message : sent) {
      if (message.binary) continue;
      auto json = nlohmann::json::parse(*message.bytes);
      if (json.value("say", "") == kind) found.push_back(std::move(json));
    }
    return found;
  }
  std::string last_refusal() const {
    const auto all = said("refused");
    return all.empty() ? std::string() : all.back().at("why").get<std::string>();
  }

  std::vector<Outgoing> sent, shown;
  bool is_busy = false;
  std::string closed;
};

}  // namespace tether::station
