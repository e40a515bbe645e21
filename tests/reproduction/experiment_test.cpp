#include "tether/reproduction/experiment.hpp"

#include <set>

#include <gmock/gmock.h>

namespace tether::reproduction {
namespace {

TEST(Experiments, HaveNamesOfTheirOwnThatBeginWithTheirDocument) {
  const std::vector<std::vector<Experiment>> documents{
      passive_arm_experiments(), driving_experiments(), safe_arm_experiments(),
      assisted_experiments(), multibody_experiments()};
  std::set<std::string> names;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (const Experiment& experiment : documents[i]) {
      EXPECT_TRUE(names.insert(experiment.id).second) << experiment.id;
      EXPECT_THAT(experiment.id, ::testing::MatchesRegex(std::to_string(i + 1) + "\\.[a-z0-9_]+"));
      EXPECT_TRUE(experiment.run) << experiment.id;
      EXPECT_FALSE(experiment.title.empty() || experiment.what.empty()) << experiment.id;
      EXPECT_GT(experiment.seconds, 0) << experiment.id;
      EXPECT_GT(experiment.quick_seconds, 0) << experiment.id;
    }
  }
  EXPECT_EQ(names.size(), all_experiments().size());
}

TEST(Experiments, TogetherStayWithinTheirTime) {
  double full = 0, quick = 0;
  for (const Experiment& experiment : all_experiments()) {
    full += experiment.seconds;
    quick += experiment.quick_seconds;
  }
  EXPECT_LT(full, 3600);
  EXPECT_LT(quick, 300);
}

}  // namespace
}  // namespace tether::reproduction
