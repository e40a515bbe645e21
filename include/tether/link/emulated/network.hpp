// One direction of an emulated network that carries samples: what becomes of each is drawn by its
// fate (channel_model.hpp), and those that arrive come in order of their arrival.
#pragma once

#include <cstdint>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/link/emulated/channel_model.hpp"
#include "tether/link/link.hpp"

namespace tether::link {

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

  void send(core::Time now, const signals::Sample& sample) noexcept;
  // the next sample that has arrived by now, in order of arrival; false when there is none
  bool deliver(core::Time now, signals::Sample& sample) noexcept;
  // what is sent from now on
  void impair(const Impairment& impairment) noexcept { channel_.impair(impairment); }

  std::size_t in_flight() const noexcept { return flying_.size(); }
  const NetworkCounts& counts() const noexcept { return counts_; }

 private:
  struct Packet {
    core::Time arrival;
    std::uint64_t order;  // breaks ties, so that equal arrivals come as they were sent
    signals::Sample sample;
  };
  static bool later(const Packet& a, const Packet& b) noexcept;

  void fly(core::Time arrival, const signals::Sample& sample) noexcept;

  ChannelModel channel_;
  double sample_bits_;
  std::uint64_t order_ = 0;
  std::vector<Packet> flying_;  // heap by arrival
  NetworkCounts counts_;
};

}  // namespace tether::link
