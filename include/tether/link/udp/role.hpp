// Which end of a link this is, and who is at the other one.
#pragma once

#include "tether/passivity/layer.hpp"

namespace tether::link {

using passivity::Role;

constexpr Role other(Role role) noexcept {
  return role == Role::leader ? Role::follower : Role::leader;
}
// as in topics and messages
constexpr const char* name(Role role) noexcept {
  return role == Role::leader ? "leader" : "follower";
}

}  // namespace tether::link
