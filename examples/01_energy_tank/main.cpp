// Energy that crosses a bad network: counters make lost quanta good, repeated ones change nothing.
#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "tether/passivity/energy_tank.hpp"

int main() {
  tether::passivity::EnergyTank leader, follower;
  leader.exchange(-10);  // the hand puts 10 J into the leader's account

  // every tick the leader promises one joule; three of four samples are lost, some come twice
  std::mt19937 random(1);
  std::discrete_distribution<int> copies({75, 20, 5});
  for (int tick = 0; tick < 10; ++tick) {
    leader.send(std::min(1.0, leader.level()));
    for (int copy = copies(random); copy > 0; --copy) follower.receive(leader.sent());
    fmt::print("tick {}  sent {:4.1f} J  received {:4.1f} J\n", tick, leader.sent(),
               follower.received());
  }
  // never more than was sent, and one sample that arrives makes up for all before it
  follower.receive(leader.sent());
  fmt::print("at the end {:.1f} J are there\n", follower.level());
}
