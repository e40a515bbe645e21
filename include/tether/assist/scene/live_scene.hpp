// A scene that is edited while it is asked. One thread edits: it keeps the descriptions, and
// publish() makes a new Scene of them beside the tick. One thread asks: it takes the newest scene
// by one atomic exchange, at most one per query, and hands the old one back, so that it never
// waits, never frees, and never sees a scene half edited. A scene that was never taken is freed by
// the next publish(). What laws remember carries over by id.
//
//   editor                                     tick
//   if (auto why = live.add(fixture)) print(*why);
//   live.enable(7, false);
//   live.publish();                            answer = live.query(tool);
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tether/assist/scene/scene.hpp"
#include "tether/core/spsc_queue.hpp"

namespace tether::assist {

class LiveScene {
 public:
  using Refusal = std::optional<std::string>;  // why, for people; nothing when it was done

  LiveScene();
  ~LiveScene();  // after the last query
  LiveScene(const LiveScene&) = delete;
  LiveScene& operator=(const LiveScene&) = delete;

  // Editing thread. What is refused changes nothing. Edits gather until publish().
  Refusal add(Fixture fixture);                            // of a new id
  Refusal replace(Fixture fixture);                        // of an id that is there, or a new one
  Refusal move(std::int32_t id, const spatial::Pose& by);  // x → by·x, in the scene's frame
  Refusal enable(std::int32_t id, bool on);
  Refusal remove(std::int32_t id);
  void clear();
  // the next query answers by what was edited until now
  void publish();

  const std::map<std::int32_t, Fixture>& fixtures() const noexcept { return fixtures_; }

  // tick thread
  SceneAnswer query(const Tool& tool) noexcept;

 private:
  Refusal too_many(const Fixture& coming) const;
  void free_returned();

  // the editor's
  std::map<std::int32_t, Fixture> fixtures_;
  // the tick's
  const Scene* scene_;
  SceneState state_;
  // between them; each scene is owned by whoever holds its pointer
  std::atomic<const Scene*> fresh_{nullptr};
  core::SpscQueue<const Scene*, 8> returned_;
};

}  // namespace tether::assist
