// Channel model of one direction of an emulated network: what it does to each packet given to it,
// lost or not, once or twice, and when it arrives. Knows nothing of what the packets hold. All that
// is random comes from one seed, so the same packets are lost and delayed the same again.
//   delay       constant, normal, gamma or a recorded trace, with the stated mean and deviation
//   reorder     whether a packet may overtake one that was sent before
//   overtaking  the probability that a packet is not delayed at all, as the kernel's netem reorders
//   loss        independent, and bursts after Gilbert and Elliott: in the bad state packets are
//   lost
//               with a probability of its own
//   duplication the probability that a packet arrives twice, the second with a delay of its own
//   bandwidth   packets queue for the wire one after another
//   outages     time intervals in which everything that is sent is lost
// Gilbert, Bell System Technical Journal 39(5), 1960; Elliott, ibid. 42(5), 1963.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/link/emulated/impairment.hpp"

namespace tether::link {

struct DelayParams {
  enum class Kind : std::uint8_t { constant, normal, gamma, trace };
  Kind kind = Kind::constant;
  double mean = 0;            // [s]
  double deviation = 0;       // standard deviation of normal and gamma [s]
  std::vector<double> trace;  // delays of one sample after another, repeated [s]
};

struct LossParams {
  double probability = 0;  // of each sample on its own
  // bursts: probability per sample that the bad state begins and ends, and of loss within it
  double burst_begin = 0;
  double burst_end = 1;
  double burst_probability = 1;
};

struct Outage {
  double from = 0;  // [s]
  double to = 0;    // [s]
};

struct NetworkParams {
  DelayParams delay;
  bool reorder = true;
  LossParams loss;
  double duplication = 0;     // probability
  double bandwidth = 0;       // [bit/s], 0 = no limit
  double sample_bits = 1800;  // a sample with its headers [bit]
  std::vector<Outage> outages;
  double overtaking = 0;  // probability
};

class ChannelModel {
 public:
  struct Arrivals {
    std::size_t count = 0;  // 0 = lost, 2 = duplicated
    std::array<core::Time, 2> at;
  };

  ChannelModel(const NetworkParams& params, std::uint64_t seed);

  // of the next packet, of so many bits
  Arrivals draw(core::Time now, double bits) noexcept;
  // from now on: a normal distribution of the delay, losses on their own
  void impair(const Impairment& impairment) noexcept;

 private:
  double uniform() noexcept;
  core::Duration draw_delay() noexcept;
  bool draw_loss() noexcept;
  bool in_outage(core::Time now) const noexcept;
  core::Time leaves_wire(core::Time now, double bits) noexcept;
  core::Time arrival(core::Time from) noexcept;

  NetworkParams params_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::gamma_distribution<double> gamma_;
  std::size_t next_in_trace_ = 0;
  bool bad_state_ = false;
  core::Time wire_free_;     // when the last packet has left the wire
  core::Time last_arrival_;  // without reordering none comes before it
};

}  // namespace tether::link
