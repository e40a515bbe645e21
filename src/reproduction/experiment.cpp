#include "tether/reproduction/experiment.hpp"

#include <algorithm>
#include <iterator>

#include "reproduction/experiments.hpp"

namespace tether::reproduction {

std::vector<Experiment> passive_arm_experiments() {
  return {
      {.id = "1.timing",
       .title = "Timed execution",
       .what = "Both sides as real-time threads on the wall clock, within one process and over "
               "UDP with encryption; devices and the person are simulated. How well the "
               "controllers keep their 1 kHz and how long a tick takes.",
       .command = "tether study timing",
       .seconds = 190,
       .quick_seconds = 25,
       .exclusive = true,
       .run = timed_execution},
      {.id = "1.integration",
       .title = "Free motion, then a wall",
       .what = "Simulated operators move a simulated omega.7 along x, y and z, then push a "
               "simulated LWR4+ into a wall, without a network, over LUNA's channels and over "
               "ROS.",
       .command = "tether run omega_lwr_wall_document",
       .seconds = 60,
       .quick_seconds = 8,
       .run = integration},
      {.id = "1.networks",
       .title = "Networks and certificates",
       .what = "Samples through the emulated networks, and sessions of free motion and a wall "
               "with simulated operators over each. A monitor that sees only the device ports "
               "says whether they stayed passive.",
       .command = "tether run omega_lwr_wall_document --set link.kind=nl_au",
       .seconds = 110,
       .quick_seconds = 10,
       .run = networks},
      {.id = "1.transparency",
       .title = "Transparency of the robots alone",
       .what = "A simulated LWR4+ and a simulated youBot arm are pulled along a sine of 50 mm and "
               "5 s, first along x, then y, then z, by springs of three stiffnesses. Nobody "
               "holds anything.",
       .command = "tether run lwr_sine_high",
       .seconds = 5,
       .quick_seconds = 5,
       .run = transparency},
      {.id = "1.positioning",
       .title = "Positioning task, three links",
       .what = "Simulated operators bring the tool to the other one of two marks, 120 mm apart, "
               "at every beep, without a network, over LUNA's channels and over ROS, in all six "
               "orders.",
       .command = "tether study positioning",
       .seconds = 40,
       .quick_seconds = 20,
       .run = positioning},
      {.id = "1.peg_in_hole",
       .title = "Peg in a hole, three links",
       .what = "Simulated operators put a peg into a hole that is 1 mm wider, ten times, without "
               "a network, over LUNA's channels and over ROS. Force is what acts between peg and "
               "plate.",
       .command = "tether study peg_in_hole",
       .seconds = 150,
       .quick_seconds = 45,
       .run = peg_in_hole},
      {.id = "1.methods",
       .title = "Passivity methods compared",
       .what = "The same simulated operators do the same motion and touch the same wall with "
               "every passivity method, over LUNA's channels and from the Netherlands to Italy.",
       .command = "tether study passivity --link luna nl_it",
       .seconds = 110,
       .quick_seconds = 15,
       .run = passivity_methods}};
}

std::vector<Experiment> driving_experiments() {
  return {
      {.id = "2.realtime",
       .title = "Real-time figures",
       .what = "cyclictest on this machine, then beside the whole driving session on the wall "
               "clock (Falcon, platform and scanner simulated, with a simulated person), at "
               "priorities above and below the session's.",
       .command = "tether doctor",
       .seconds = 95,
       .quick_seconds = 14,
       .exclusive = true,
       .run = real_time_driving},
      {.id = "2.falcon",
       .title = "Kinematics of the Falcon",
       .what = "Forward kinematics by Newton's method from random places of the whole workspace, "
               "from where the hand was a millisecond ago and from nothing, against inverse "
               "kinematics in closed form.",
       .seconds = 5,
       .quick_seconds = 1,
       .run = falcon_kinematics},
      {.id = "2.force",
       .title = "Bounds of the environment force",
       .what = "Random scans and a random handle through the obstacle force, which the document "
               "designed and did not build.",
       .seconds = 5,
       .quick_seconds = 1,
       .run = environment_force},
      {.id = "2.platform",
       .title = "Control of the platform",
       .what = "A simulated platform on four smart wheels speeds up and holds a velocity, by "
               "control of the platform with torque distribution and by eight wheel controllers "
               "alone.",
       .command = "tether study platform",
       .seconds = 120,
       .quick_seconds = 20,
       .run = platform_control},
      {.id = "2.driving",
       .title = "Driving blind by touch",
       .what = "Simulated people who see nothing drive a simulated platform by the force at the "
               "handle: along a corridor with a dead end (with force, without, over a far "
               "wireless link), through a doorway, around a bend, through clutter.",
       .command = "tether study drive",
       .seconds = 300,
       .quick_seconds = 30,
       .run = driving_blind}};
}

std::vector<Experiment> safe_arm_experiments() {
  return {
      {.id = "3.haptic",
       .title = "Haptic performance of a Panda that leads an LWR",
       .what = "A simulated person leads the arm about in free motion and three times against a "
               "wall, with the wrench estimated from joint torques as the document's arm does it, "
               "with the exact wrench, and over a link with 80 ms round trip.",
       .command = "tether run panda_lwr_haptic --set leader.wrench.kind=estimated",
       .seconds = 50,
       .quick_seconds = 15,
       .run = haptic_performance},
      {.id = "3.energy",
       .title = "The energy bound",
       .what = "A simulated person pushes on against a wall until the energy in spring and "
               "motion would exceed 3.5 J; the spring is softened instead.",
       .command = "tether run panda_lwr_energy",
       .seconds = 26,
       .quick_seconds = 6,
       .run = energy_bound_test},
      {.id = "3.power",
       .title = "The power bound",
       .what = "A simulated person hits the wall fast and is pushed back with no more than 5 W.",
       .command = "tether run panda_lwr_power",
       .seconds = 14,
       .quick_seconds = 4,
       .run = power_bound_test},
      {.id = "3.force",
       .title = "The force bound",
       .what = "A simulated person pushes against the wall; the spring gives no more than 30 N.",
       .command = "tether run panda_lwr_force",
       .seconds = 24,
       .quick_seconds = 5,
       .run = force_bound_test},
      {.id = "3.limits",
       .title = "Where the bounds come from",
       .what = "The table of impacts that the bounds of energy and power were taken from, "
               "computed again.",
       .seconds = 0.1,
       .quick_seconds = 0.1,
       .run = impact_limits},
      {.id = "3.geofence",
       .title = "The geofence",
       .what = "A simulated person steers the Panda at boxes that it may not enter, slowly and "
               "fast, and pushes against them.",
       .command = "tether run panda_lwr_geofence",
       .seconds = 16,
       .quick_seconds = 4,
       .run = geofence_kept},
      {.id = "3.human_arm",
       .title = "How hard a person can push",
       .what = "The largest force along each axis of a modelled human arm, over 78,125 "
               "postures, in closed form.",
       .command = "tether study human-arm",
       .seconds = 1,
       .quick_seconds = 1,
       .run = human_arm_strength}};
}

std::vector<Experiment> assisted_experiments() {
  return {
      {.id = "4.statistics",
       .title = "The statistics of the tool pick-up",
       .what = "The document's own times and task loads of ten people, tested again.",
       .command = "tether study cat-statistics",
       .seconds = 0.1,
       .quick_seconds = 0.1,
       .run = published_statistics},
      {.id = "4.tool_pickup",
       .title = "Tool pick-up with and without assistance",
       .what = "Simulated operators pick up a tool with a large hydraulic arm, without and with "
               "two guiding paths, turn about.",
       .command = "tether study tool_pickup",
       .seconds = 280,
       .quick_seconds = 40,
       .run = assisted_tool_pickup},
      {.id = "4.couplings",
       .title = "What is felt through each coupling",
       .what = "The transmitted impedance beside the true one, measured on one axis for every "
               "coupling.",
       .command = "tether study couplings",
       .seconds = 2,
       .quick_seconds = 2,
       .run = coupling_impedances},
      {.id = "4.fixtures",
       .title = "How many fixtures a tick can ask",
       .what = "A tool anywhere among 10,000 walls and 1,000 guiding paths of 100 points; how "
               "long one question takes.",
       .seconds = 4,
       .quick_seconds = 1,
       .exclusive = true,
       .run = fixture_capacity},
      {.id = "4.registration",
       .title = "Registering frames",
       .what = "Frames of a view and a robot from eight point pairs with simulated errors.",
       .command = "tether register pairs.csv",
       .seconds = 1,
       .quick_seconds = 1,
       .run = frame_registration}};
}

std::vector<Experiment> multibody_experiments() {
  return {
      {.id = "5.conditioning",
       .title = "Effort conditioning",
       .what = "A simulated pendulum of 6 kg on a Panda that nobody touches and that estimates "
               "the hand's force with errors as large as the document's, with and without "
               "offset and noise taken off.",
       .command = "tether run panda_pendulum --set coupling.conditioning.enabled=false",
       .seconds = 15,
       .quick_seconds = 3,
       .run = conditioned_effort},
      {.id = "5.impedance",
       .title = "A Panda pulled along by a spring: step and circle",
       .what = "The simulated arm, in nobody's hand, follows a step of 10 cm to and fro and a "
               "circle of 0.15 m by the document's two springs, with and without the vendor's "
               "filter; the tuned one also a swinging pendulum.",
       .seconds = 10,
       .quick_seconds = 5,
       .run = impedance_display},
      {.id = "5.stream",
       .title = "How late a simulated pendulum is shown",
       .what = "A simulated person pushes a simulated pendulum of 6 kg about through a Panda, "
               "along all axes; the lag is that of the tool behind the pendulum.",
       .command = "tether run panda_pendulum --set link.rate=100 --set link.delay=0.01",
       .seconds = 30,
       .quick_seconds = 6,
       .run = stream_display},
      {.id = "5.late",
       .title = "Sampling points that come late",
       .what = "A swing sent at 100 Hz through delays as the document measured them, played by "
               "our buffer and limits and by the document's first method.",
       .seconds = 2,
       .quick_seconds = 1,
       .run = late_points},
      {.id = "5.oscillation",
       .title = "The oscillation along the line to the base",
       .what = "A simulated person pushes the pendulum towards the base and lets go, over a "
               "link of 100 ms one way.",
       .command = "tether run panda_pendulum --set link.delay=0.1",
       .seconds = 12,
       .quick_seconds = 3,
       .run = oscillation_to_the_base},
      {.id = "5.models",
       .title = "The simulated systems",
       .what = "The pendulum's period, and how much faster than time five multibody systems are "
               "simulated while they are pushed.",
       .seconds = 4,
       .quick_seconds = 1,
       .exclusive = true,
       .run = multibody_models},
      {.id = "5.wake_up",
       .title = "How late this machine wakes a loop",
       .what = "A loop that does nothing but wake up every 200 µs, as cyclictest does.",
       .command = "tether doctor",
       .seconds = 21,
       .quick_seconds = 2,
       .exclusive = true,
       .run = kernel_wake_ups}};
}

std::vector<Experiment> all_experiments() {
  std::vector<Experiment> all;
  for (const auto of : {passive_arm_experiments, driving_experiments, safe_arm_experiments,
                        assisted_experiments, multibody_experiments}) {
    std::ranges::move(of(), std::back_inserter(all));
  }
  return all;
}

}  // namespace tether::reproduction
