// Reading a laser scanner's telegrams out of a stream: ours, which believes nothing, beside streams
// of the standard library that read the same fields and believe all of them.
#include <memory>
#include <sstream>
#include <stdexcept>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tests/support/oracles/telegrams.hpp"
#include "tether/device/drivers/sick_tim/cola_frame.hpp"

namespace tether::bench {
namespace {

constexpr double kBudget = 1000;  // [µs], of a thousand telegrams a second

// whole scans, each other than the last
std::string stream_of_telegrams() {
  constexpr int kTelegrams = 8;
  test::RandomDraw draw(1);
  std::string stream;
  for (int i = 0; i < kTelegrams; ++i) {
    device::ScanHeader header;
    header.scan_counter = static_cast<std::uint16_t>(i);
    stream += device::cola_frame(device::write_scan(header, test::random_scan(draw)));
  }
  return stream;
}

class Ours {
 public:
  // one telegram
  void read() {
    std::string_view text = frames_.take(rest_);
    if (text.empty()) {
      rest_ = stream_;
      text = frames_.take(rest_);
    }
    if (device::read_scan(text, {}, header_, scan_) != device::ScanError::none) {
      throw std::runtime_error("a telegram of the benchmark is refused");
    }
    keep(scan_);
  }

 private:
  std::string stream_ = stream_of_telegrams();
  std::string_view rest_;
  device::ColaFrames frames_;
  device::ScanHeader header_;
  assist::RangeScan scan_;
};

class Streams {
 public:
  void read() {
    std::string text;
    std::getline(stream_, text, device::kEtx);
    if (!stream_) {
      stream_.clear();
      stream_.seekg(0);
      std::getline(stream_, text, device::kEtx);
    }
    std::istringstream fields(text);
    std::string word;
    constexpr int kBeforeAngle = 23;
    for (int i = 0; i < kBeforeAngle; ++i) fields >> word;
    unsigned first = 0, step = 0, count = 0;
    fields >> std::hex >> first >> step >> count;
    scan_.first_angle = static_cast<int>(first) * 1e-4 * std::numbers::pi / 180;
    scan_.angle_step = step * 1e-4 * std::numbers::pi / 180;
    scan_.count = static_cast<int>(count);
    if (scan_.count != assist::kTim561Beams) throw std::runtime_error("the rival miscounts");
    for (std::size_t i = 0; i < count; ++i) {
      unsigned value = 0;
      fields >> value;
      scan_.ranges[i] = value == 0 ? assist::kNoAnswer : 1e-3F * static_cast<float>(value);
    }
    keep(scan_);
  }

 private:
  std::istringstream stream_{stream_of_telegrams()};
  assist::RangeScan scan_;
};

template <class Reader>
std::function<void(int)> reading() {
  auto reader = std::make_shared<Reader>();
  return [reader](int repetitions) {
    for (int i = 0; i < repetitions; ++i) reader->read();
  };
}

const Registration kRegistration([] {
  return std::vector<Comparison>{{.name = "scan_telegram",
                                  .rival = "std::istringstream, unchecked",
                                  .aim = 3,
                                  .ours = reading<Ours>(),
                                  .theirs = reading<Streams>()},
                                 {.name = "scan_telegram_rate",
                                  .rival = "a budget of 1 ms, spun away",
                                  .aim = 1,
                                  .ours = reading<Ours>(),
                                  .theirs = budget(kBudget)}};
});

}  // namespace
}  // namespace tether::bench
