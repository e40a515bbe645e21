// A second, independent program decides the same nets: spin, on the exported model.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/runtime/deployments.hpp"
#include "tether/runtime/coordination/coordination.hpp"
#include "tether/runtime/nets/promela.hpp"
#include "tether/runtime/nets/reachability.hpp"

namespace tether::runtime {
namespace {

std::string output_of(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), n);
  pclose(pipe);
  return output;
}

class Spin : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v spin >/dev/null 2>&1 && command -v cc >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "spin or a C compiler is not installed";
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = std::filesystem::path(::testing::TempDir()) /
                 ("tether_spin_" + std::string(info->name()) + std::to_string(getpid()));
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override {
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
  }

  // the net that is asked about from here on
  void model(const PetriNet& net, const NetRequirements& wanted) {
    std::ofstream(directory_ / "net.pml") << to_promela(net, wanted);
    std::filesystem::remove(directory_ / "safety");
    std::filesystem::remove(directory_ / "claims");
  }
  struct Verdict {
    bool holds = false;
    std::size_t states = 0;
    std::string text;
  };
  // verifiers are made when they are first asked
  Verdict run(const std::string& verifier, const std::string& options = "") {
    if (!std::filesystem::exists(directory_ / verifier)) {
      const bool claims = verifier == "claims";
      const std::string said = in_directory(
          std::string("spin ") + (claims ? "-DCLAIMS" : "") + " -a net.pml && cc -O0 -w " +
          (claims ? "" : "-DSAFETY -DNOCLAIM") + " -o " + verifier + " pan.c");
      EXPECT_TRUE(std::filesystem::exists(directory_ / verifier)) << said;
    }
    // -n: not what was unreached
    const std::string text = in_directory("./" + verifier + " -n -m100000 " + options);
    std::smatch errors, states;
    EXPECT_TRUE(std::regex_search(text, errors, std::regex("errors: ([0-9]+)"))) << text;
    EXPECT_TRUE(std::regex_search(text, states, std::regex("([0-9]+) states, stored"))) << text;
    EXPECT_EQ(text.find("max search depth too small"), std::string::npos);
    return {errors[1] == "0", std::stoul(states[1]), text};
  }
  Verdict safety() { return run("safety"); }
  Verdict ends() { return run("claims", "-a -N ends"); }
  bool attains(std::size_t i) { return !run("claims", "-a -N never_" + std::to_string(i)).holds; }

 private:
  std::string in_directory(const std::string& command) {
    return output_of("cd '" + directory_.string() + "' && " + command);
  }
  std::filesystem::path directory_;
};

// of ours: all that the first verifier decides
bool safe(const NetVerdict& verdict) {
  for (const NetFinding& finding : verdict.findings) {
    const bool safety = finding.property.find("token") != std::string::npos ||
                        finding.property.find("halt") != std::string::npos ||
                        finding.property.find("application runs") != std::string::npos ||
                        finding.property.find("commanded to run") != std::string::npos ||
                        finding.property.find("stops the application") != std::string::npos;
    if (safety && !finding.holds) return false;
  }
  return true;
}

std::size_t final_markings(const PetriNet& net, const NetRequirements& wanted) {
  std::size_t count = 0;
  for (const Marking& marking : explore(net).markings) {
    bool all = true;
    for (const PlaceId place : wanted.final) all = all && marking[place] > 0;
    count += all ? 1 : 0;
  }
  return count;
}

TEST_F(Spin, AgreesOnTheCoordinationOfASession) {
  const Coordination c = coordinate(test_deployments::session());
  const NetVerdict ours = verify(c.net, c.requirements);
  model(c.net, c.requirements);
  const Verdict theirs = safety();
  EXPECT_TRUE(ours.holds());
  EXPECT_TRUE(theirs.holds) << theirs.text;
  // leaving the loop and ending are two more states of spin's process after each final marking
  EXPECT_EQ(theirs.states, ours.markings + 2 * final_markings(c.net, c.requirements));
  EXPECT_TRUE(ends().holds);
  for (std::size_t i = 0; i < c.activities.size(); ++i) EXPECT_TRUE(attains(i));
}

TEST_F(Spin, AgreesOnCoordinationWithActivitySets) {
  const Coordination c = coordinate(
      {{{.name = "thread", .rate = 1, .activities = {{"a"}, {"b"}}, .sets = {{0}, {1}}}}});
  const NetVerdict ours = verify(c.net, c.requirements);
  model(c.net, c.requirements);
  const Verdict theirs = safety();
  EXPECT_TRUE(ours.holds());
  EXPECT_TRUE(theirs.holds) << theirs.text;
  EXPECT_EQ(theirs.states, ours.markings + 2 * final_markings(c.net, c.requirements));
  EXPECT_TRUE(ends().holds);
}

// of more than a marking at a time could be kept in a test: what drives, without who leads it
TEST_F(Spin, AgreesOnANetThatIsDecidedBySets) {
  Deployment robot = test_deployments::driving();
  robot.threads.pop_back();
  const Coordination c = coordinate(robot);
  const NetVerdict ours = verify(c.net, c.requirements);
  EXPECT_TRUE(ours.holds());
  model(c.net, c.requirements);
  const Verdict theirs = safety();
  EXPECT_TRUE(theirs.holds) << theirs.text;
  // a final marking for each set of the wheels' thread, and two more states of spin's process after
  EXPECT_EQ(theirs.states, ours.markings + 2 * 2);

  const PetriNet broken = c.net.without("clean platform after running, failed");
  EXPECT_FALSE(safe(verify(broken, c.requirements)));
  model(broken, c.requirements);
  EXPECT_FALSE(safety().holds);
}

TEST_F(Spin, AgreesOnAStepThatIsMissing) {
  const Coordination c = coordinate(test_deployments::single());
  for (const char* missing :
       {"clean one after pausing, paused", "stop while running, one failed", "run one"}) {
    const PetriNet broken = c.net.without(missing);
    const NetVerdict ours = verify(broken, c.requirements);
    model(broken, c.requirements);
    EXPECT_FALSE(ours.holds()) << missing;
    EXPECT_EQ(safety().holds, safe(ours)) << missing;
    const auto finding = [&](const std::string& part) {
      for (const NetFinding& f : ours.findings)
        if (f.property.find(part) != std::string::npos) return f.holds;
      ADD_FAILURE() << part;
      return false;
    };
    EXPECT_EQ(ends().holds, finding("whatever order")) << missing;
    EXPECT_EQ(attains(0), finding("one.running can be reached")) << missing;
  }
}

TEST_F(Spin, AgreesOnTokensThatGrowAndStopsThatGoRound) {
  PetriNet net;
  const PlaceId run = net.add(Place{"run", "", 1}), stop = net.add(Place{"stop", "", 0});
  const PlaceId done = net.add(Place{"done", "", 0}), leak = net.add(Place{"leak", "", 0});
  const auto step = [&](const char* name, std::vector<Arc> takes, std::vector<Arc> gives) {
    net.add(Transition{name, "", Actor::environment, std::move(takes), std::move(gives)});
  };
  step("stop", {{run}}, {{stop}});
  step("end", {{stop}}, {{done}});
  step("retry", {{stop}}, {{stop}});
  step("leak", {{run}}, {{run}, {leak}});
  const NetRequirements wanted{.final = {done}, .attainable = {done}, .stopping = stop};

  model(net, wanted);
  EXPECT_FALSE(safety().holds);
  EXPECT_FALSE(verify(net, wanted).holds());

  const PetriNet tight = net.without("leak");
  model(tight, wanted);
  EXPECT_TRUE(safety().holds);
  EXPECT_FALSE(ends().holds);
  EXPECT_TRUE(safe(verify(tight, wanted)));
  EXPECT_FALSE(verify(tight, wanted).holds());

  const PetriNet good = tight.without("retry");
  model(good, wanted);
  EXPECT_TRUE(safety().holds);
  EXPECT_TRUE(ends().holds);
  EXPECT_TRUE(verify(good, wanted).holds());
}

}  // namespace
}  // namespace tether::runtime
