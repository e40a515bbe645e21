#include "tether/runtime/coordination/first_failure.hpp"

namespace tether::runtime {

void FirstFailure::record(std::string_view who, std::string_view why) noexcept {
  if (!claim()) return;
  who_.assign(who);
  why_.assign(why);
  written_.store(true, std::memory_order_release);
}

void FirstFailure::record(std::string_view who, const core::Fault& fault) noexcept {
  if (!claim()) return;
  who_.assign(who);
  fault_ = fault;
  written_.store(true, std::memory_order_release);
}

std::optional<Failure> FirstFailure::get() const {
  if (!written_.load(std::memory_order_acquire)) return std::nullopt;
  return Failure{std::string(who_.view()),
                 fault_ ? core::describe(fault_) : std::string(why_.view()), fault_};
}

}  // namespace tether::runtime
