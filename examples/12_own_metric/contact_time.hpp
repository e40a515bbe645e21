// A metric of one's own: for how long the tool touched something.
#pragma once

#include "tether/scenario/extensions.hpp"

// sees the ticks of one stretch of time: of the whole session, or of one of its phases
class ContactTime final : public tether::scenario::Measure {
 public:
  explicit ContactTime(double tick) : tick_(tick) {}

  void add(const tether::signals::Tick&, const tether::signals::Tick& follower) noexcept override {
    if (follower.measured.external_at_tool.force.norm() > kContact) time_ += tick_;
  }
  std::optional<double> value() const override { return time_; }

 private:
  static constexpr double kContact = 0.5;  // [N]
  double tick_;                            // [s]
  double time_ = 0;                        // [s]
};

// for expect = [{metric = "contact_time", ...}]
inline void add_contact_time(tether::scenario::Extensions& extensions) {
  extensions.metrics.add({.name = "contact_time",
                          .help = "for how long the tool touched something",
                          .unit = "s",
                          .measured_by = tether::signals::MeasuredBy::follower,
                          .make = [](const tether::scenario::Scenario& s) {
                            return std::make_unique<ContactTime>(1 / s.rate);
                          }});
}
