#include "tether/scenario/schema/coupling_fields.hpp"

namespace tether::scenario {

void describe(Fields& f, CouplingParams& p, const Extensions& extensions) {
  const CouplingLaw* law = extensions.couplings.numbered(p.kind);
  std::string kind = law == nullptr ? "" : law->name;
  f.choice("kind", kind, extensions.couplings.names(),
           {.help = "control law between the sides", .noun = "coupling"});
  p.kind = extensions.couplings.at(kind).number;
  f.boolean("feedback", p.feedback, {.help = "the hand feels the follower"});
  f.number("force_scale", p.force_scale,
           {.max = 100,
            .above = 0,
            .help = "of what the hand feels; the account counts the follower's energy times this"});
  f.number("translation_stiffness", p.translation_stiffness,
           {.unit = "N/m", .min = 0, .max = 1e6, .help = "k_t of the spatial spring"});
  f.number("orientation_stiffness", p.orientation_stiffness,
           {.unit = "N m/rad", .min = 0, .max = 1e5, .help = "k_o of the spatial spring"});
  f.number("coupling_stiffness", p.coupling_stiffness,
           {.unit = "N", .min = 0, .max = 1e5, .help = "k_c of the spatial spring"});
  f.number("translation_damping", p.translation_damping,
           {.unit = "N s/m",
            .min = 0,
            .max = 1e4,
            .help = "between both sides; position-position and four-channel"});
  f.number("orientation_damping", p.orientation_damping,
           {.unit = "N m s/rad", .min = 0, .max = 1000, .help = "the same of turns"});
  f.choice("reflect", p.reflect,
           {{"spring", control::Reflect::spring}, {"measured", control::Reflect::measured}},
           {.help = "what comes back to the hand; position-force and rate", .noun = "force"});
  f.number("measured_cutoff", p.measured_cutoff,
           {.unit = "Hz",
            .max = 400,
            .above = 0,
            .help = "low-pass of measured forces; none when not given"});
  for (const CouplingLaw& each : extensions.couplings) {
    if (each.keys) each.keys(f, p);
  }
}

}  // namespace tether::scenario
