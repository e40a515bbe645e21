// Why an application failed: the first failure that any of its threads records; later ones are
// consequences. Recording takes no lock and no heap.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "tether/core/fault.hpp"
#include "tether/core/fixed_string.hpp"

namespace tether::runtime {

struct Failure {
  std::string who;    // name of the activity or thread
  std::string why;    // one sentence
  core::Fault fault;  // none when it was not found in a pass
};

class FirstFailure {
 public:
  // any thread
  void record(std::string_view who, std::string_view why) noexcept;
  void record(std::string_view who, const core::Fault& fault) noexcept;

  // any thread; set-up or clean-up code, as it makes texts
  std::optional<Failure> get() const;

 private:
  bool claim() noexcept { return !claimed_.exchange(true, std::memory_order_relaxed); }

  std::atomic<bool> claimed_{false};
  std::atomic<bool> written_{false};
  core::FixedString<64> who_;
  core::FixedString<256> why_;
  core::Fault fault_;
};

}  // namespace tether::runtime
