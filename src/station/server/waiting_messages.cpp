#include "tether/station/server/waiting_messages.hpp"

#include <utility>

namespace tether::station {

bool WaitingMessages::send(Outgoing message) {
  const std::size_t bytes = message.bytes->size();
  if (!sends_.empty() && (sends_.size() >= limits_.messages || bytes_ + bytes > limits_.bytes)) {
    return false;
  }
  bytes_ += bytes;
  sends_.push_back(std::move(message));
  return true;
}

bool WaitingMessages::show(Outgoing message) {
  const bool replaced = shown_.has_value();
  shown_ = std::move(message);
  return replaced;
}

std::optional<WaitingMessages::Next> WaitingMessages::take() {
  if (!sends_.empty()) {
    Next next{std::move(sends_.front()), false};
    sends_.pop_front();
    bytes_ -= next.message.bytes->size();
    return next;
  }
  if (!shown_) return std::nullopt;
  Next next{std::move(*shown_), true};
  shown_.reset();
  return next;
}

void WaitingMessages::clear() {
  sends_.clear();
  bytes_ = 0;
  shown_.reset();
}

}  // namespace tether::station
