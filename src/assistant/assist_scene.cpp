#include "tether/assistant/assist_scene.hpp"

#include "tether/assist/scene/live_scene.hpp"

namespace tether::assistant {
namespace {

class LiveAssistScene final : public AssistScene {
 public:
  std::optional<std::string> put(const assist::Fixture& fixture) override {
    return scene_.replace(fixture);
  }
  void remove(std::int32_t id) override { scene_.remove(id); }
  void commit() override { scene_.publish(); }

  spatial::Wrench query(const spatial::Pose& tool, const spatial::Twist& twist) noexcept override {
    return scene_.query({tool, twist}).wrench;
  }

 private:
  assist::LiveScene scene_;
};

}  // namespace

std::unique_ptr<AssistScene> make_assist_scene() { return std::make_unique<LiveAssistScene>(); }

}  // namespace tether::assistant
