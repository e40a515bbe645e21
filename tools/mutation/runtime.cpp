// Which mutant is on; and, when it is -1, which ones every test of the program comes by:
// TETHER_MUTANT_REACHED names a file, and each test adds "name, result, milliseconds, numbers...".
#include "tools/mutation/runtime.hpp"

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

namespace tether_mutation {
namespace {

int from_environment() noexcept {
  const char* number = std::getenv("TETHER_MUTANT");
  return number != nullptr ? std::atoi(number) : 0;
}

class Notes final : public testing::EmptyTestEventListener {
 public:
  explicit Notes(const char* file) : file_(file) {}

  // what a suite sets up counts for each of its tests
  void OnTestSuiteStart(const testing::TestSuite&) override { clear(reached); }
  void OnTestStart(const testing::TestInfo& test) override {
    if (suite_ != test.test_suite_name()) {
      suite_ = test.test_suite_name();
      for (int i = 0; i < kMost; ++i) set_up_[i] = reached[i].load();
    }
    clear(reached);
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    std::FILE* file = std::fopen(file_, "a");
    if (file == nullptr) std::abort();
    const testing::TestResult& result = *test.result();
    std::fprintf(file, "%s.%s %s %lld", test.test_suite_name(), test.name(),
                 result.Skipped()  ? "skipped"
                 : result.Passed() ? "passed"
                                   : "failed",
                 static_cast<long long>(result.elapsed_time()));
    for (int i = 0; i < kMost; ++i) {
      if (set_up_[i] || reached[i]) std::fprintf(file, " %d", i);
    }
    std::fputc('\n', file);
    std::fclose(file);
  }

 private:
  static void clear(std::atomic<bool>* all) {
    for (int i = 0; i < kMost; ++i) all[i].store(false);
  }

  const char* file_;
  std::string suite_;
  bool set_up_[kMost] = {};
};

const bool appended = [] {
  if (const char* file = std::getenv("TETHER_MUTANT_REACHED")) {
    testing::UnitTest::GetInstance()->listeners().Append(new Notes(file));
  }
  return true;
}();

}  // namespace

const int active = from_environment();
std::atomic<bool> reached[kMost];

}  // namespace tether_mutation
