// One direction of an emulated network: what a sample meets between sender and receiver. All that
// is random comes from one seed, so the same sends meet the same fate again.
//   delay       constant, normal, gamma or a recorded trace, with the stated mean and deviation
//   reorder     whether a sample may overtake one that was sent before
//   loss        independent, and bursts after Gilbert and Elliott: in a bad spell samples are lost
//               with a probability of its own
//   duplication the chance that a sample arrives twice, the second with a delay of its own
//   bandwidth   samples queue for the wire one after another
//   outages     spells in which everything that is sent is lost
// Gilbert, Bell System Technical Journal 39(5), 1960; Elliott, ibid. 42(5), 1963.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/link/link.hpp"

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
  // bursts: chance per sample that a bad spell begins and ends, and of loss within it
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
};

// what became of the samples so far
struct NetworkCounts {
  std::uint64_t sent = 0;
  std::uint64_t delivered = 0;  // duplicates included
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t overflowed = 0;  // of the lost ones: no room for more in flight
};

class Network {
 public:
  // samples in flight at most; at 1 kHz that is four seconds
  static constexpr std::size_t kCapacity = 4096;

  Network(const NetworkParams& params, std::uint64_t seed);

  void send(core::Time now, const Sample& sample) noexcept;
  // the next sample that has arrived by now, in order of arrival; false when there is none
  bool deliver(core::Time now, Sample& sample) noexcept;

  std::size_t in_flight() const noexcept { return flying_.size(); }
  const NetworkCounts& counts() const noexcept { return counts_; }

 private:
  struct Packet {
    core::Time arrival;
    std::uint64_t order;  // breaks ties, so that equal arrivals come as they were sent
    Sample sample;
  };
  static bool later(const Packet& a, const Packet& b) noexcept;

  double uniform() noexcept;
  core::Duration draw_delay() noexcept;
  bool draw_loss() noexcept;
  bool in_outage(core::Time now) const noexcept;
  core::Time leaves_wire(core::Time now) noexcept;
  void fly(core::Time from, const Sample& sample) noexcept;

  NetworkParams params_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::gamma_distribution<double> gamma_;
  std::size_t next_in_trace_ = 0;
  bool bad_spell_ = false;
  core::Time wire_free_;     // when the last sample has left the wire
  core::Time last_arrival_;  // without reordering none comes before it
  std::uint64_t order_ = 0;
  std::vector<Packet> flying_;  // heap by arrival
  NetworkCounts counts_;
};

}  // namespace tether::link
