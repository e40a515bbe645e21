#include "tether/guard/limits/wrench_bounds.hpp"

namespace tether::guard {

WrenchBounds::WrenchBounds(const WrenchBoundsParams& params) {
  if (params.energy) energy_.emplace(*params.energy);
  if (params.force) force_.emplace(*params.force);
  if (params.present) present_.emplace(*params.present);
}

WrenchBounds::Out WrenchBounds::update(const In& in) noexcept {
  Out out{.energy = in.potential + in.kinetic};
  if (present_) out.hand_share = present_->update(in.operator_present);
  if (energy_) {
    const auto bound = energy_->update({in.potential, in.kinetic});
    out.energy_share = bound.share;
    out.energy = bound.energy;
    out.refused = bound.refused;
  }
  if (force_) {
    const auto bound = force_->update(out.energy_share * in.wrench);
    out.force_share = bound.share;
    out.refused = out.refused || bound.refused;
  }
  return out;
}

}  // namespace tether::guard
