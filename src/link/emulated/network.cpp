#include "tether/link/emulated/network.hpp"

#include <algorithm>

namespace tether::link {

Network::Network(const NetworkParams& params, std::uint64_t seed)
    : channel_(params, seed), sample_bits_(params.sample_bits) {
  flying_.reserve(kCapacity);
}

void Network::send(core::Time now, const signals::Sample& sample) noexcept {
  ++counts_.sent;
  const ChannelModel::Arrivals arrivals = channel_.draw(now, sample_bits_);
  if (arrivals.count == 0) ++counts_.lost;
  if (arrivals.count == 2) ++counts_.duplicated;
  for (std::size_t i = 0; i < arrivals.count; ++i) fly(arrivals.at[i], sample);
}

bool Network::deliver(core::Time now, signals::Sample& sample) noexcept {
  if (flying_.empty() || flying_.front().arrival > now) return false;
  std::pop_heap(flying_.begin(), flying_.end(), later);
  sample = flying_.back().sample;
  flying_.pop_back();
  ++counts_.delivered;
  return true;
}

void Network::fly(core::Time arrival, const signals::Sample& sample) noexcept {
  if (flying_.size() == kCapacity) {
    ++counts_.lost;
    ++counts_.overflowed;
    return;
  }
  flying_.push_back({arrival, order_++, sample});
  std::push_heap(flying_.begin(), flying_.end(), later);
}

bool Network::later(const Packet& a, const Packet& b) noexcept {
  return a.arrival != b.arrival ? a.arrival > b.arrival : a.order > b.order;
}

}  // namespace tether::link
