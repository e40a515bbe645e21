// The scanner of a follower as an activity: it has a thread of its own, at the scanner's pace, and
// leaves the newest scan where the controller's tick finds it without waiting (ScanMailbox).
#pragma once

#include <functional>
#include <memory>

#include "tether/core/latest_value.hpp"
#include "tether/device/scanner.hpp"
#include "tether/runtime/coordination/activity.hpp"

namespace tether::session {

// the newest scan, from the thread that sees to the one that drives
class ScanMailbox final : public device::Scanner {
 public:
  void write(const assist::RangeScan& scan) noexcept { latest_->write(scan); }
  bool read(core::Time /*now*/, assist::RangeScan& scan) noexcept override {
    return latest_->read(scan);
  }

 private:
  using Latest = core::LatestValue<assist::RangeScan>;
  std::unique_ptr<Latest> latest_ = std::make_unique<Latest>();
};

class ScanActivity final : public runtime::Activity {
 public:
  // open: on the activity's thread when it is configured; may throw
  ScanActivity(std::function<std::unique_ptr<device::Scanner>()> open, ScanMailbox& mailbox)
      : open_(std::move(open)), mailbox_(mailbox) {}

  std::string_view name() const noexcept override { return "lidar"; }
  void configure_resources() override { scanner_ = open_(); }
  void configure_capabilities() override {}
  core::Fault compute(core::Time now) noexcept override {
    if (!scanner_->read(now, scan_)) return {};
    scan_.time = now;
    mailbox_.write(scan_);
    return {};
  }
  // what brakes must still see
  bool pause(core::Time now) noexcept override {
    if (scanner_) compute(now);
    return true;
  }
  void clean() noexcept override { scanner_.reset(); }

 private:
  std::function<std::unique_ptr<device::Scanner>()> open_;
  ScanMailbox& mailbox_;
  std::unique_ptr<device::Scanner> scanner_;
  assist::RangeScan scan_;
};

}  // namespace tether::session
