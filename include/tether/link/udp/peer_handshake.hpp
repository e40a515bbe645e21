// Handshake of two ends that begins a connection epoch, on a transport where runs of either end
// come and go and where packets are lost, repeated, overtaken and late. Each end goes by random
// numbers that it makes up itself; a sample says from which it comes and to which it goes. An end
// that knows nobody greets (to = 0); who receives a greeting answers it under a number that it
// never used before, so whoever addresses that number is alive now:
//
//   A greets             (a, 0)
//   B answers            (b, a)         b is fresh
//   A was addressed      (a, b, met)    A's epoch with b begins
//   B was addressed      (b, a, met)    B's epoch with a begins
//
// Only what comes from the partner of this epoch, addressed to this epoch's number
// and said to be met is taken. A late sample of an earlier run carries an earlier number, so it is
// never taken once a newer run was received; a late greeting costs one answer and no epoch.
#pragma once

#include <compare>
#include <cstdint>

namespace tether::link {

struct Address {
  std::uint64_t from = 0;
  std::uint64_t to = 0;  // 0 = whoever receives
  bool met = false;      // the sender was addressed by the receiver: this is of their epoch

  auto operator<=>(const Address&) const = default;
};

enum class Arrival : std::uint8_t {
  ignore,      // not of this epoch
  take,        // of this epoch
  begin,       // an epoch begins; the sample is not of it yet
  begin_take,  // an epoch begins, with this sample
};

class PeerHandshake {
 public:
  // the numbers of this run are drawn from the seed; no two runs may have the same one
  explicit PeerHandshake(std::uint64_t seed) noexcept : seed_(seed) { fresh_ = draw(); }

  // address of the next sample to send
  Address stamp() noexcept;
  // what to do with a sample that came under this address
  Arrival receive(const Address& address) noexcept;

  // an epoch has begun; its partner may have gone since
  bool met() const noexcept { return partner_ != 0; }
  std::uint64_t mine() const noexcept { return mine_; }
  std::uint64_t partner() const noexcept { return partner_; }

  // some order of states, for those who explore them
  auto operator<=>(const PeerHandshake&) const = default;

 private:
  std::uint64_t draw() noexcept;

  std::uint64_t seed_;
  // of the epoch; 0 before the first
  std::uint64_t mine_ = 0, partner_ = 0;
  std::uint64_t fresh_ = 0;   // greets and answers; becomes `mine_` with the next epoch
  std::uint64_t caller_ = 0;  // to be answered; 0 = nobody
  bool answered_ = false;     // with the last sample
};

}  // namespace tether::link
