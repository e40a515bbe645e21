// Whether a link sustains a rate f. Sample k is due at k/f; a thread sends it then, a thread at the
// other end waits for it.
//   publish–subscribe  k counts when the receiver has it before (k+1)/f
//   rendezvous         the receiver acknowledges each sample, the sender waits for that before the
//                      next; k counts when the sender has the acknowledgement before (k+1)/f
// f is sustained when of all samples due in a trial at least 99 % count, in one of two trials: a
// neighbour's burst should not decide. What is late, lost or, as the sender was late by a period,
// never sent does not count. Thus a loop at f finds something new in 99 of 100 ticks. The threads
// have the priority of a session's, and being woken is part of it, as it is in a session.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "tether/reproduction/passive_arm/link_pair.hpp"

namespace tether::reproduction {

enum class LinkForm : std::uint8_t { publish_subscribe, rendezvous };

inline constexpr double kSustainedShare = 0.99;
inline constexpr int kRateTrials = 2;  // of which one must hold

struct RateTrialParams {
  core::Duration duration = std::chrono::seconds(2);
  int priority = 0;  // SCHED_FIFO of both threads; 0 = ordinary ones
  const std::atomic<bool>* stop = nullptr;
};

struct RateTrialCounts {
  std::uint64_t due = 0;
  std::uint64_t in_time = 0;
  double share() const noexcept {
    return due == 0 ? 0 : static_cast<double>(in_time) / static_cast<double>(due);
  }
};

// A link pair, and trials on it one after the other.
class RateTrials {
 public:
  // until both ends receive each other; core::InputError when they do not within seconds
  RateTrials(LinkPair pair, const RateTrialParams& params);

  RateTrialCounts run(LinkForm form, double rate);
  bool sustains(LinkForm form, double rate);

 private:
  struct Trial;

  bool stopped() const noexcept { return params_.stop != nullptr && *params_.stop; }
  core::Time now() const noexcept;
  void meet();
  void publish(const Trial& trial, RateTrialCounts& counts);
  void subscribe(const Trial& trial, const std::atomic<bool>& over, RateTrialCounts& counts);
  bool acknowledged(const Trial& trial, std::int64_t k);

  LinkPair pair_;
  RateTrialParams params_;
  core::Duration epoch_;
  double trials_ = 0;  // so far
};

// The highest rate at which something still works: doubled from a start until it does not, then the
// interval between halved in ratio until it is narrow. Takes for granted that what works at a rate
// works at every lower one.
struct RateSearchParams {
  double start = 125;        // [Hz]
  double lowest = 1;         // below which nothing is tried [Hz]
  double highest = 64000;    // above which nothing is tried [Hz]
  double resolution = 0.05;  // of the answer, as a share of it
};

struct RateBracket {
  double sustained = 0;  // highest rate tried that works [Hz]; 0 = not even the lowest
  double failed = 0;     // lowest rate tried that does not [Hz]; 0 = even the highest works
};

RateBracket highest_rate(const std::function<bool(double rate)>& sustains,
                         const RateSearchParams& params = {});

}  // namespace tether::reproduction
