#include "tether/link/udp/peer_connection.hpp"

#include <random>

namespace tether::link {

PeerConnection::PeerConnection(std::uint64_t seed, double rate) noexcept
    : handshake_(seed), rate_(rate) {}

std::optional<AddressedSample> PeerConnection::send(core::Time now,
                                                    const signals::Sample& sample) noexcept {
  if (!rate_.due(now)) return std::nullopt;
  return AddressedSample{handshake_.stamp(), tracker_.number(now, sample)};
}

void PeerConnection::receive(core::Time now, const AddressedSample& addressed) noexcept {
  const Arrival arrival = handshake_.receive(addressed.address);
  if (arrival == Arrival::begin || arrival == Arrival::begin_take) tracker_.begin_epoch();
  if (arrival == Arrival::take || arrival == Arrival::begin_take)
    tracker_.take(now, addressed.sample);
}

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace tether::link
