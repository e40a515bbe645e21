#include "tether/session/command_mailbox.hpp"

namespace tether::session {

SideMailbox::~SideMailbox() {
  sweep();
  teleop::Replacement* waiting = nullptr;
  while (coming_.pop(waiting)) delete waiting;
}

bool SideMailbox::replace(std::unique_ptr<teleop::Replacement> replacement) {
  sweep();
  if (!coming_.push(replacement.get())) return false;
  // the queue has it now
  static_cast<void>(replacement.release());
  return true;
}

void SideMailbox::sweep() {
  teleop::Replacement* done = nullptr;
  while (going_.pop(done)) delete done;
}

void SideMailbox::carry_out(teleop::Side& side) noexcept {
  teleop::Replacement* next = nullptr;
  while (coming_.pop(next)) {
    side.replace(*next);
    // there is always room: no more are on their way than wait on both sides together
    going_.push(next);
  }
  // after the replacements: who resets a stop has let go of the button before
  side.press({.stop = stop.load(), .clutch = clutch.load(std::memory_order_relaxed)});
  control::JogCommand command;
  if (jog.read(command)) side.jog(command);
}

}  // namespace tether::session
