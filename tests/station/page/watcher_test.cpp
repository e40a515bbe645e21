#include "tether/station/page/watcher.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace tether::station {
namespace {

using namespace std::chrono_literals;

// one millisecond after another, with a picture of the follower in every `between`th
class Watched {
 public:
  explicit Watched(int between) : between_(between) {}

  Snapshot after(int ticks) {
    Snapshot shown;
    for (int i = 0; i < ticks; ++i, ++index_) {
      const core::Time now{index_ * 1ms};
      leader_.time = follower_.time = now;
      leader_.index = follower_.index = static_cast<std::uint64_t>(index_);
      signals::SceneState picture;
      picture.tick = follower_.index;
      picture.time = now;
      const bool taken = between_ > 0 && index_ % between_ == 0;
      watcher_.observe(
          {.leader = leader_, .follower = follower_, .follower_scene = taken ? &picture : nullptr});
    }
    watcher_.look(shown);
    return shown;
  }
  void take_no_more() { between_ = 0; }

 private:
  Watcher watcher_;
  signals::Tick leader_, follower_;
  int between_;
  int index_ = 1000;
};

TEST(Watcher, ShowsASideAsItWasWhenItsPictureWasTaken) {
  Watched session(10);
  for (int i = 0; i < 30; ++i) {
    const Snapshot shown = session.after(7);
    EXPECT_EQ(shown.follower.index, shown.follower_scene.tick);
    EXPECT_LT(shown.leader.index - shown.follower.index, 10U);
  }
}

TEST(Watcher, ShowsASideWithoutPicturesAsItIs) {
  Watched session(10);
  session.after(25);
  session.take_no_more();
  const Snapshot shown = session.after(40);
  EXPECT_EQ(shown.follower.index, 1064U);
  EXPECT_EQ(shown.leader.index, 1064U);
  EXPECT_EQ(shown.follower_scene.tick, 1020U);
}

}  // namespace
}  // namespace tether::station
