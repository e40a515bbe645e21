#include "tether/reproduction/passive_arm/rate_trial.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "tether/core/error.hpp"
#include "tether/runtime/clocks/time_source.hpp"
#include "tether/runtime/loops/realtime_thread.hpp"

namespace tether::reproduction {
namespace {

constexpr core::Duration kPatience = std::chrono::seconds(10);     // of ends that meet
constexpr core::Duration kGlance = std::chrono::milliseconds(20);  // of one who waits for the end
constexpr core::Duration kSignOfLife = std::chrono::milliseconds(100);  // of one who only receives

// what a sample is, in the figures that it carries anyway
signals::Sample marked(core::Time now, double trial, std::int64_t k) noexcept {
  signals::Sample sample;
  sample.sent = now;
  sample.position = {trial, static_cast<double>(k), 0};
  return sample;
}

}  // namespace

struct RateTrials::Trial {
  LinkForm form = LinkForm::publish_subscribe;
  double number = 0;
  core::Time begin;
  double rate = 0;
  std::int64_t samples = 0;

  core::Time due(std::int64_t k) const noexcept {
    return begin + core::duration_from_seconds(static_cast<double>(k) / rate);
  }
  // the sample of this trial that came, if one did; -1 otherwise
  std::int64_t index(const signals::Received& received) const noexcept {
    if (!received.fresh || received.sample.position.x() != number) return -1;
    return static_cast<std::int64_t>(received.sample.position.y());
  }
};

RateTrials::RateTrials(LinkPair pair, const RateTrialParams& params)
    : pair_(std::move(pair)), params_(params), epoch_(runtime::monotonic_time().now()) {
  meet();
}

core::Time RateTrials::now() const noexcept {
  return core::Time(runtime::monotonic_time().now() - epoch_);
}

void RateTrials::meet() {
  bool leader_received = false, follower_received = false;
  while (!(leader_received && follower_received) && !stopped()) {
    if (now() > core::Time(kPatience)) {
      throw core::InputError("the two ends of the link did not find each other within 10 s");
    }
    pair_.leader->send(now(), marked(now(), 0, 0));
    pair_.follower->send(now(), marked(now(), 0, 0));
    pair_.follower->wait(std::chrono::milliseconds(1));
    follower_received |= pair_.follower->receive(now()).fresh;
    leader_received |= pair_.leader->receive(now()).fresh;
  }
}

// the sender's part of a rendezvous: waits until the next sample is due at most
bool RateTrials::acknowledged(const Trial& trial, std::int64_t k) {
  const core::Time until = trial.due(k + 1);
  for (core::Time t = now(); t < until; t = now()) {
    pair_.leader->wait(until - t);
    if (trial.index(pair_.leader->receive(now())) == k) return now() < until;
  }
  return false;
}

void RateTrials::publish(const Trial& trial, RateTrialCounts& counts) {
  for (std::int64_t k = 0; k < trial.samples && !stopped(); ++k) {
    runtime::monotonic_time().sleep_until(epoch_ + trial.due(k).time_since_epoch());
    const core::Time t = now();
    if (t >= trial.due(k + 1)) continue;
    pair_.leader->send(t, marked(t, trial.number, k));
    if (trial.form == LinkForm::rendezvous) {
      if (acknowledged(trial, k)) ++counts.in_time;
    } else {
      // as a tick does; the link itself may have something to receive
      pair_.leader->receive(t);
    }
  }
}

void RateTrials::subscribe(const Trial& trial, const std::atomic<bool>& over,
                           RateTrialCounts& counts) {
  core::Time next_sign = now();
  while (!over) {
    pair_.follower->wait(kGlance);
    const core::Time t = now();
    const std::int64_t k = trial.index(pair_.follower->receive(t));
    if (trial.form == LinkForm::rendezvous) {
      if (k >= 0) pair_.follower->send(t, marked(t, trial.number, k));
    } else if (k >= 0 && t < trial.due(k + 1)) {
      ++counts.in_time;
    }
    // no end may take the other for gone, and no acknowledgement be overtaken
    if (trial.form == LinkForm::publish_subscribe && t >= next_sign) {
      pair_.follower->send(t, marked(t, 0, 0));
      next_sign = t + kSignOfLife;
    }
  }
}

RateTrialCounts RateTrials::run(LinkForm form, double rate) {
  constexpr auto kNotice = std::chrono::milliseconds(20);
  const auto samples = static_cast<std::int64_t>(core::seconds(params_.duration) * rate);
  Trial trial{form, ++trials_, {}, rate, samples};
  RateTrialCounts sent, received;
  std::atomic<int> ready{0};
  std::atomic<bool> go{false}, over{false};
  // locking memory for a thread may last long, which is not the link's fault
  const auto begin_together = [&] {
    ++ready;
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  {
    runtime::RealtimeThread subscriber({.name = "subscriber", .priority = params_.priority}, [&] {
      begin_together();
      subscribe(trial, over, received);
    });
    runtime::RealtimeThread publisher({.name = "publisher", .priority = params_.priority}, [&] {
      begin_together();
      publish(trial, sent);
    });
    while (ready < 2) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    trial.begin = now() + kNotice;
    go = true;
    publisher.join();
    // the last sample has its period too
    if (!stopped()) {
      runtime::monotonic_time().sleep_until(epoch_ + trial.due(samples).time_since_epoch());
    }
    over = true;
    subscriber.join();
  }
  return {.due = static_cast<std::uint64_t>(samples),
          .in_time = form == LinkForm::rendezvous ? sent.in_time : received.in_time};
}

bool RateTrials::sustains(LinkForm form, double rate) {
  for (int i = 0; i < kRateTrials && !stopped(); ++i) {
    if (run(form, rate).share() >= kSustainedShare) return true;
  }
  return false;
}

RateBracket highest_rate(const std::function<bool(double rate)>& sustains,
                         const RateSearchParams& params) {
  RateBracket bracket;
  double rate = std::clamp(params.start, params.lowest, params.highest);

  // out, up or down, until there is a rate on either side
  while (bracket.sustained == 0 || bracket.failed == 0) {
    const bool works = sustains(rate);
    (works ? bracket.sustained : bracket.failed) = rate;
    if (rate == (works ? params.highest : params.lowest)) return bracket;
    rate = std::clamp(works ? 2 * rate : rate / 2, params.lowest, params.highest);
  }

  while (bracket.failed > (1 + params.resolution) * bracket.sustained) {
    const double between = std::sqrt(bracket.sustained * bracket.failed);
    (sustains(between) ? bracket.sustained : bracket.failed) = between;
  }
  return bracket;
}

}  // namespace tether::reproduction
