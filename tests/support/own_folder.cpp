// Every test program has a folder of its own for what its tests write: ctest runs some at a time,
// and tests that share a name of a file would find each other's. Part of every test program:
// testing::TempDir() and std::filesystem::temp_directory_path() lead there. It is gone when the
// program ends, unless a test failed.
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace tether::test {
namespace {

class OwnFolder {
 public:
  OwnFolder() : tests_(*testing::UnitTest::GetInstance()), owner_(getpid()) {
    path_ = (std::filesystem::temp_directory_path() / "tether_test_XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot create " + path_);
    setenv("TEST_TMPDIR", path_.c_str(), 1);
    setenv("TMPDIR", path_.c_str(), 1);
  }
  ~OwnFolder() {
    // a process that was forked off has this object too
    if (getpid() != owner_ || tests_.Failed()) return;
    std::error_code left_behind;
    std::filesystem::remove_all(path_, left_behind);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

 private:
  // made before this object, so it outlives it
  const testing::UnitTest& tests_;
  pid_t owner_;
  std::string path_;
};

const OwnFolder own_folder;

}  // namespace
}  // namespace tether::test
