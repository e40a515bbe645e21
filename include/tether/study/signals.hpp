// The signals of a session that its report plots, thinned while they come.
#pragma once

#include <vector>

#include "tether/session/observer.hpp"
#include "tether/session/scenario.hpp"
#include "tether/study/report.hpp"

namespace tether::study {

class SignalCollector final : public session::Observer {
 public:
  SignalCollector();
  void observe(const session::Tick& leader, const session::Tick& follower) noexcept override;

  // fills the plots and their time axis
  void add_to(ReportData& report) const;

 private:
  Decimator decimator_;
};

}  // namespace tether::study
