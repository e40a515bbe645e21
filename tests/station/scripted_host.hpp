// A host whose visits do what a test tells them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tether/station/server/visit.hpp"

namespace tether::test {

inline station::Outgoing text(std::string words) {
  return {std::make_shared<const std::string>(std::move(words)), false};
}

class ScriptedHost final : public station::Host {
 public:
  // all on the server's thread; to be set before it starts
  std::function<void(station::Dialect, station::Outbox&)> on_receive;
  std::function<void(station::Outbox&, std::string_view, bool)> on_hear;
  std::function<void(station::Outbox&)> on_pulse;
  bool receives = true;

  std::atomic<int> visits = 0;  // at this moment
  std::atomic<int> heard = 0;   // messages

  std::unique_ptr<station::Visit> receive(station::Dialect dialect,
                                          station::Outbox& outbox) override {
    if (!receives) return nullptr;
    if (on_receive) on_receive(dialect, outbox);
    return std::make_unique<ScriptedVisit>(*this, outbox);
  }

 private:
  class ScriptedVisit final : public station::Visit {
   public:
    ScriptedVisit(ScriptedHost& host, station::Outbox& outbox) : host_(host), outbox_(outbox) {
      ++host_.visits;
    }
    ~ScriptedVisit() override { --host_.visits; }
    ScriptedVisit(const ScriptedVisit&) = delete;
    ScriptedVisit& operator=(const ScriptedVisit&) = delete;

    void hear(std::string_view message, bool binary) override {
      ++host_.heard;
      if (host_.on_hear) host_.on_hear(outbox_, message, binary);
    }
    void pulse() override {
      if (host_.on_pulse) host_.on_pulse(outbox_);
    }

   private:
    ScriptedHost& host_;
    station::Outbox& outbox_;
  };
};

}  // namespace tether::test
