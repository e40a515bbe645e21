// Thousands of oriented boxes in a world of ours and in those of three known libraries, each asked
// which of them a tool box overlaps.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tether/spatial/box.hpp"

namespace tether::bench {

class BoxWorld {
 public:
  virtual ~BoxWorld() = default;
  // numbers of the boxes that the tool overlaps, in any order
  virtual void find(const spatial::Box& tool, std::vector<std::int32_t>& hits) = 0;
};

std::unique_ptr<BoxWorld> our_world(std::span<const spatial::Box> boxes);
std::unique_ptr<BoxWorld> fcl_world(std::span<const spatial::Box> boxes);
std::unique_ptr<BoxWorld> ode_world(std::span<const spatial::Box> boxes);
std::unique_ptr<BoxWorld> bullet_world(std::span<const spatial::Box> boxes);

}  // namespace tether::bench
