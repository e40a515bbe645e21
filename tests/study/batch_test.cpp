#include "tether/study/batch.hpp"

#include <map>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::study {
namespace {

scenario::Scenario short_session(std::size_t seed) {
  return scenario::load_scenario("omega_lwr_wall",
                                 {"duration=0.5", "phases=[]", "expect=[]", "link.kind=\"nl_it\"",
                                  "seed=" + std::to_string(seed + 1)});
}

std::map<std::size_t, double> tracking_of(unsigned threads) {
  std::map<std::size_t, double> tracking;
  run_batch(6, short_session,
            {.threads = threads, .finished = [&](std::size_t job, const SessionOutcome& outcome) {
               tracking[job] = outcome.summary.overall.metrics.front().value;
             }});
  return tracking;
}

TEST(Batch, GivesTheSameOnAnyNumberOfThreads) {
  const auto serial = tracking_of(1);
  EXPECT_EQ(serial.size(), 6U);
  EXPECT_EQ(serial, tracking_of(2));
  EXPECT_EQ(serial, tracking_of(5));
}

TEST(Batch, ThrowsWhatTheFirstFailedJobThrew) {
  const auto bad = [](std::size_t job) {
    if (job == 3) throw core::InputError("job 3 is bad");
    return short_session(job);
  };
  EXPECT_THROW(run_batch(20, bad, {.threads = 2}), core::InputError);
}

TEST(Batch, StopsWhenAsked) {
  std::atomic<bool> stop{false};
  std::size_t finished = 0;
  run_batch(100, short_session, {.threads = 2, .stop = &stop, .finished = [&](auto, const auto&) {
                                   ++finished;
                                   stop = true;
                                 }});
  EXPECT_GE(finished, 1U);
  EXPECT_LE(finished, 2U);
}

}  // namespace
}  // namespace tether::study
