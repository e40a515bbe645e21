// Ten simulated people, drawn once. Each figure is uniform in its range; a person's draws depend on
// their number alone, so that person 4 is the same in every study.
//
//   mass of hand and forearm  0.5 – 1.3 kg     Tsuji et al., Biol. Cybernetics 72, 1995
//   stiffness of the arm      200 – 600 N/m    Mussa-Ivaldi, Hogan & Bizzi, J. Neurosci. 5(10),
//   1985 damping of the arm        15 – 40 N s/m    Tsuji et al., 1995 reaction to a sound 0.16 –
//   0.26 s    Welford, Reaction Times, 1980: simple, then a movement visual delay              0.13
//   – 0.22 s    Keele & Posner, J. Exp. Psych. 77, 1968; Saunders &
//                                              Knill, Exp. Brain Res. 152, 2003
//   acuity                    0.5 – 1.2 mm     2 – 6 arcmin at 0.7 m: two edges that do not touch,
//                                              seen from the side (assumption)
//   Fitts' intercept          0.05 – 0.15 s    MacKenzie, Human–Computer Interaction 7, 1992
//   Fitts' slope              0.10 – 0.19 s/bit  the same: 5 to 10 bit/s
//   scatter                   3 – 7 %          Schmidt et al., Psychological Review 86(5), 1979
//   excess of a novice        0.2 – 0.6        assumption
//   learning rate             0.2 – 0.4        Newell & Rosenbloom, Cognitive Skills, 1981
//   adaptation                0.3 – 0.7        Thoroughman & Shadmehr, Nature 407, 2000
//   comfortable force         9 – 12 N         assumption: up to what the omega.7 can give
//   pressing force            7 – 9 N          assumption: clear of the arm's friction, below
//   comfort
#pragma once

#include "tether/sim/people/hand.hpp"
#include "tether/sim/people/skill.hpp"

namespace tether::sim {

struct OperatorProfile {
  HandParams hand;
  SkillParams skill;
};

struct Range {
  double low = 0;
  double high = 0;
};

struct ProfileRanges {
  Range mass{0.5, 1.3};               // [kg]
  Range stiffness{200, 600};          // [N/m]
  Range damping{15, 40};              // [N s/m]
  Range reaction_delay{0.16, 0.26};   // [s]
  Range visual_delay{0.13, 0.22};     // [s]
  Range acuity{0.5e-3, 1.2e-3};       // [m]
  Range fitts_intercept{0.05, 0.15};  // [s]
  Range fitts_slope{0.10, 0.19};      // [s/bit]
  Range scatter{0.03, 0.07};
  Range novice_excess{0.2, 0.6};
  Range learning_rate{0.2, 0.4};
  Range adaptation{0.3, 0.7};
  Range comfort_force{9, 12};  // [N]
  Range press_force{7, 9};     // [N]
};

inline constexpr ProfileRanges kProfileRanges{};
inline constexpr int kProfiles = 10;

// number 1 … kProfiles; 0 = the default hand and skill
OperatorProfile operator_profile(int number) noexcept;

}  // namespace tether::sim
