#include "tether/reproduction/passive_arm/rate_trial.hpp"

#include <atomic>
#include <chrono>
#include <utility>

#include <gtest/gtest.h>

namespace tether::reproduction {
namespace {

// an end that loses every tenth of what it should send once the ends have met
class LosingEnd final : public PacedEnd {
 public:
  explicit LosingEnd(std::unique_ptr<PacedEnd> end) : end_(std::move(end)) {}
  void send(core::Time now, const signals::Sample& sample) noexcept override {
    if (sample.position.x() == 0 || ++count_ % 10 != 0) end_->send(now, sample);
  }
  signals::Received receive(core::Time now) noexcept override { return end_->receive(now); }
  bool wait(core::Duration at_most) noexcept override { return end_->wait(at_most); }

 private:
  std::unique_ptr<PacedEnd> end_;
  int count_ = 0;
};

constexpr RateTrialParams kBrief{.duration = std::chrono::milliseconds(400)};

TEST(RateTrials, CountEverySampleThatIsDue) {
  RateTrials trials(open_link_pair({}), kBrief);
  for (const LinkForm form : {LinkForm::publish_subscribe, LinkForm::rendezvous}) {
    const RateTrialCounts counts = trials.run(form, 50);
    EXPECT_EQ(counts.due, 20U);
    EXPECT_LE(counts.in_time, counts.due);
  }
}

TEST(RateTrials, DoNotCountWhatWasLost) {
  for (const LinkForm form : {LinkForm::publish_subscribe, LinkForm::rendezvous}) {
    LinkPair pair = open_link_pair({});
    pair.leader = std::make_unique<LosingEnd>(std::move(pair.leader));
    RateTrials trials(std::move(pair), kBrief);
    EXPECT_LE(trials.run(form, 100).in_time, 36U);
    EXPECT_FALSE(trials.sustains(form, 100));
  }
}

TEST(RateTrials, DoNotCountASampleOfWhichTheAcknowledgementWasLost) {
  LinkPair pair = open_link_pair({});
  pair.follower = std::make_unique<LosingEnd>(std::move(pair.follower));
  RateTrials trials(std::move(pair), kBrief);
  EXPECT_LE(trials.run(LinkForm::rendezvous, 100).in_time, 36U);
}

TEST(RateTrials, AreOverWhenStopped) {
  const std::atomic<bool> stop{true};
  RateTrials trials(open_link_pair({}), {.duration = std::chrono::hours(1), .stop = &stop});
  EXPECT_FALSE(trials.sustains(LinkForm::rendezvous, 100));
  EXPECT_EQ(trials.run(LinkForm::publish_subscribe, 10).in_time, 0U);
}

TEST(LinkPairs, OverUdpReceiveEachOther) {
  EXPECT_NO_THROW(RateTrials(open_link_pair({.transport = Transport::udp}), kBrief));
}

TEST(LinkPairs, OverDdsReceiveEachOther) {
  const LinkPairParams dds{.transport = Transport::dds, .dds_domain = 211};
  EXPECT_NO_THROW(RateTrials(open_link_pair(dds), kBrief));
}

}  // namespace
}  // namespace tether::reproduction
