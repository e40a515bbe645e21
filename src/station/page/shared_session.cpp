#include "tether/station/page/shared_session.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "station/page/fixture_json.hpp"
#include "station/page/scan_frame.hpp"
#include "station/page/session_values.hpp"
#include "station/server/connection_parts.hpp"
#include "tether/session/logs/scene_document.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

constexpr double kRound = 0.004;     // pulses of all connections within this see the same [s]
constexpr double kComparison = 0.1;  // of values, which change seldom [s]
constexpr int kProtocol = 1;

// texts that are not UTF-8 cannot stop an answer
std::string text_of(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

json fixtures_of(const Controls& controls) {
  json list = json::array();
  for (const assist::Fixture& fixture : controls.fixtures()) list.push_back(fixture_json(fixture));
  return list;
}

json poses_of(const Controls& controls) {
  json list = json::array();
  for (const StoredPose& pose : controls.poses()) {
    list.push_back({{"name", pose.name},
                    {"side", signals::name(pose.side)},
                    {"position", std::vector<double>(pose.position.begin(), pose.position.end())}});
  }
  return list;
}

json json_of(const record::Event& event) {
  return {{"say", "event"},
          {"t", core::seconds(event.time)},
          {"what", event.what.view()},
          {"detail", event.detail.view()}};
}

}  // namespace

double SharedSession::steady() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

SharedSession::SharedSession(Controls& controls, Clock clock)
    : controls_(controls), clock_(std::move(clock)) {
  const std::string document = session::scene_document(controls.scenario());
  const json scenes = json::parse(document);
  leader_joints_ = static_cast<int>(scenes.at("leader").at("joints").size());
  follower_joints_ = static_cast<int>(scenes.at("follower").at("joints").size());
  scenes_ = document.substr(1, document.size() - 2);
}

SharedSession::~SharedSession() = default;

int SharedSession::joints(signals::SideName side) const noexcept {
  return side == signals::SideName::leader ? leader_joints_ : follower_joints_;
}

void SharedSession::refresh() {
  const double now = clock_();
  expire_handle(now);
  if (looked_at_ && now - *looked_at_ < kRound) return;
  looked_at_ = now;
  look();
  collect_events();
  if (compared_at_ && now - *compared_at_ < kComparison) return;
  compared_at_ = now;
  send_values();
}

void SharedSession::look() {
  if (const assist::RangeScan* scan = controls_.scan()) {
    scan_ = *scan;
    ++scans_;
    std::string bytes;
    encode_scan(scan_, bytes);
    scan_frame_ = outgoing(std::move(bytes), true);
  }
  if (!controls_.look(snapshot_)) return;
  const bool jogging = jogged_at_ && *looked_at_ - *jogged_at_ < kJogHold;
  std::string bytes;
  encode_state(snapshot_, ++frames_, {.held = handle_.has_value(), .jogging = jogging}, bytes);
  frame_ = outgoing(std::move(bytes), true);
}

void SharedSession::collect_events() {
  for (const record::Event& event : controls_.events(events_.size())) {
    events_.push_back(event);
    event_messages_.push_back(outgoing(text_of(json_of(event))));
  }
}

void SharedSession::end(const Ending& ending) {
  looked_at_.reset();
  ending_ = outgoing(text_of({{"say", "ended"},
                              {"verdict", report::to_string(ending.judgement.verdict)},
                              {"reasons", ending.judgement.reasons},
                              {"report", ending.report}}));
}

Outgoing SharedSession::document() {
  const scenario::Scenario& s = controls_.scenario();
  json session = session_values(s);
  const bool has_tank = s.passivity.method == passivity::Method::two_layer;
  session.update({{"say", "session"},
                  {"protocol", kProtocol},
                  {"name", s.name},
                  {"title", s.title},
                  {"description", s.description},
                  {"duration", s.duration},
                  {"rate", s.rate},
                  {"simulated", true},
                  {"fixtures", fixtures_of(controls_)},
                  {"poses", poses_of(controls_)},
                  {"tank_level", has_tank ? s.passivity.two_layer.desired_level : 0},
                  {"force_limit", s.leader.side.force_limit.value_or(0)}});
  // the scenes are large and never change: they are not parsed again
  std::string text = text_of(session);
  text.back() = ',';
  return outgoing(text + scenes_ + "}");
}

PageNumber SharedSession::join(Outbox& outbox) {
  pages_.push_back({++newest_page_, &outbox});
  return newest_page_;
}

void SharedSession::leave(PageNumber page) {
  release(page);
  std::erase_if(pages_, [&](const Page& p) { return p.number == page; });
}

void SharedSession::send_to_all(const std::string& message) {
  const Outgoing out = outgoing(message);
  for (const Page& page : pages_) page.outbox->send(out);
}

void SharedSession::send_values() {
  const json values = session_values(controls_.scenario()).at("values");
  std::string text = text_of({{"say", "values"}, {"values", values}});
  if (text == sent_values_) return;
  // what they were at first is in the session's document
  if (!sent_values_.empty()) send_to_all(text);
  sent_values_ = std::move(text);
}

void SharedSession::send_fixtures() {
  send_to_all(text_of({{"say", "fixtures"}, {"fixtures", fixtures_of(controls_)}}));
}

void SharedSession::send_poses() {
  send_to_all(text_of({{"say", "poses"}, {"poses", poses_of(controls_)}}));
}

void SharedSession::expire_handle(double now) {
  if (!handle_ || now - handle_->held_at < kHandleHold) return;
  handle_.reset();
  controls_.let_go();
}

Refusal SharedSession::hold(PageNumber page, const HandAim& aim) {
  const double now = clock_();
  expire_handle(now);
  if (handle_ && handle_->page != page) {
    return fmt::format("page {} has the handle", handle_->page);
  }
  handle_ = Handle{page, now};
  controls_.hold(aim);
  return std::nullopt;
}

Refusal SharedSession::release(PageNumber page) {
  if (!handle_ || handle_->page != page) {
    return handle_ ? fmt::format("page {} has the handle", handle_->page) : "nobody has the handle";
  }
  handle_.reset();
  controls_.let_go();
  return std::nullopt;
}

Refusal SharedSession::jog(signals::SideName side, const control::JogVelocity& velocity) {
  Refusal refusal = controls_.jog(side, velocity);
  if (!refusal) jogged_at_ = clock_();
  return refusal;
}

}  // namespace tether::station
