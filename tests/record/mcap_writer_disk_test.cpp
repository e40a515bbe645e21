// The writer when messages cannot be taken: too large, too many for the disk, or a disk that fails.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <random>
#include <string>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/record/mcap_bytes.hpp"
#include "tests/record/moments.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tether/core/error.hpp"
#include "tether/record/mcap/mcap_writer.hpp"

namespace tether::record {
namespace {

using mcap::Bytes;
using mcap::read_file;
using test::TemporaryDirectory;

TEST(McapWriter, RefusesAMessageThatNoChunkCanHold) {
  const test::TemporaryDirectory directory;
  McapWriter log(directory.file("x.mcap"), {.chunk_bytes = 100});
  const auto channel = log.add_channel("/a", McapSchemaId::none);
  EXPECT_TRUE(log.append(channel, 0, at(0), Bytes(100 - mcap_message_bytes(0))));
  EXPECT_FALSE(log.append(channel, 1, at(0), Bytes(101 - mcap_message_bytes(0))));
  EXPECT_EQ(log.reserve(channel, 2, at(0), ~std::size_t{0}).data(), nullptr);
  EXPECT_EQ(log.dropped(), 2u);
}

TEST(McapWriter, RefusesAMessageOfNoChannel) {
  const test::TemporaryDirectory directory;
  McapWriter log(directory.file("x.mcap"));
  log.add_channel("/a", McapSchemaId::none);
  EXPECT_FALSE(log.append(McapChannelId{0}, 0, at(0), {}));
  EXPECT_FALSE(log.append(McapChannelId{2}, 0, at(0), {}));
  EXPECT_TRUE(log.append(McapChannelId{1}, 0, at(0), {}));
  log.close();
  EXPECT_FALSE(log.append(McapChannelId{1}, 0, at(0), {}));
  EXPECT_EQ(log.dropped(), 3u);
}

// a disk that takes nothing: a pipe that nobody empties
TEST(McapWriter, DropsMessagesRatherThanWaitForTheDisk) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  const Bytes payload(1000);
  std::size_t taken = 0;
  std::size_t received = 0;
  {
    McapWriter log("/dev/fd/" + std::to_string(pipe[1]),
                   {.compression = McapCompression::none, .chunk_bytes = std::size_t{1} << 17});
    ::close(pipe[1]);
    const auto channel = log.add_channel("/a", McapSchemaId::none);
    // more than all buffers and the pipe together
    while (taken < 5000 && log.append(channel, 0, at(0), payload)) ++taken;
    EXPECT_LT(taken, 5000u);
    EXPECT_EQ(log.dropped(), 1u);
    EXPECT_FALSE(log.ready_for(mcap_message_bytes(payload.size())));

    // once the disk works again, so does the log
    std::thread disk([&] {
      std::array<std::byte, 65536> block{};
      for (ssize_t count = 1; count > 0;) {
        count = ::read(pipe[0], block.data(), block.size());
        received += static_cast<std::size_t>(std::max<ssize_t>(0, count));
      }
    });
    EXPECT_TRUE(log.wait_until_ready());
    EXPECT_TRUE(log.append(channel, 1, at(1), payload));
    log.close();
    disk.join();
  }
  ::close(pipe[0]);
  EXPECT_GT(received, (taken + 1) * mcap_message_bytes(payload.size()));
}

TEST(McapWriter, KeepsItsWordThatItIsReady) {
  const test::TemporaryDirectory directory;
  McapWriter log(directory.file("x.mcap"), {.chunk_bytes = 4000});
  const auto channel = log.add_channel("/a", McapSchemaId::none);
  std::mt19937 random(2);
  EXPECT_FALSE(log.ready_for(4001));
  for (int round = 0; round < 2000; ++round) {
    const Bytes payload(random() % 300);
    const std::size_t count = 1 + random() % 10;
    while (!log.ready_for(count * mcap_message_bytes(payload.size()))) std::this_thread::yield();
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_TRUE(log.append(channel, 0, at(round), payload));
    }
  }
  EXPECT_EQ(log.dropped(), 0u);
}

TEST(McapWriter, SaysWhichFileItCannotCreate) {
  const test::TemporaryDirectory directory;
  const std::string path = directory.file("missing/x.mcap");
  try {
    const McapWriter log(path);
    FAIL();
  } catch (const core::IoError& error) {
    EXPECT_EQ(error.what(), "cannot create " + path + ": No such file or directory");
  }
}

TEST(McapWriter, SaysThatTheDiskIsFull) {
  try {
    const McapWriter log("/dev/full");
    FAIL();
  } catch (const core::IoError& error) {
    EXPECT_STREQ(error.what(), "cannot write /dev/full: No space left on device");
  }
}

// lets no file grow beyond a size while it lives
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(McapWriter, RemembersThatTheDiskBecameFull) {
  const test::TemporaryDirectory directory;
  const std::string path = directory.file("x.mcap");
  McapWriter log(path, {.compression = McapCompression::none, .chunk_bytes = 4096});
  const auto channel = log.add_channel("/a", McapSchemaId::none);
  const Bytes payload(1000);
  EXPECT_FALSE(log.error());

  const FileSizeLimit limit(20'000);
  for (int i = 0; i < 1000 && log.wait_until_ready(); ++i) log.append(channel, 0, at(i), payload);
  EXPECT_FALSE(log.wait_until_ready());
  EXPECT_EQ(log.error(), std::error_code(EFBIG, std::generic_category()));
  EXPECT_FALSE(log.append(channel, 0, at(0), payload));
  EXPECT_GT(log.dropped(), 0u);
  try {
    log.close();
    FAIL();
  } catch (const core::IoError& error) {
    EXPECT_EQ(error.what(), "cannot write " + path + ": File too large");
  }
  // what was written before is left
  EXPECT_GT(read_file(path).size(), 8192u);
}

TEST(McapWriter, RemembersThatTheSummaryDidNotFit) {
  const test::TemporaryDirectory directory;
  McapWriter log(directory.file("x.mcap"));
  const FileSizeLimit limit(60);
  EXPECT_THROW(log.close(), core::IoError);
}

}  // namespace
}  // namespace tether::record
