#include "tests/support/sides/joined_tools.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include "tests/support/random/random_link.hpp"
#include "tether/control/estimators/finite_difference.hpp"
#include "tether/control/estimators/state_variable_filter.hpp"
#include "tether/passivity/accounted.hpp"

namespace tether::test {
namespace {

robot::JointMatrix random_axes(RandomDraw& draw, int n) {
  robot::JointMatrix any(n, n);
  for (double& x : any.reshaped()) x = draw.between(-1, 1);
  return any.householderQr().householderQ();
}

// as far from the model as it may be, in the worst direction as often as anywhere between
double drawn_error(RandomDraw& draw, double low, double high) {
  const double error = draw.between(low, high);
  return draw.bernoulli(0.5) ? low : error;
}

JointLosses random_model(RandomDraw& draw, int n, double effort) {
  JointLosses model{robot::JointVector(n), robot::JointVector(n)};
  for (double& c : model.coulomb) c = draw.bernoulli(0.2) ? 0 : draw.between(0, 0.2 * effort);
  for (double& d : model.viscous) d = draw.bernoulli(0.2) ? 0 : draw.between(0, 0.2 * effort);
  return model;
}

JoinedToolParams random_tool(RandomDraw& draw, bool leads, const ModelErrors& errors) {
  JoinedToolParams params;
  const int n = leads ? 1 + draw.pick(3) : 1 + draw.pick(7);
  const robot::JointMatrix axes = random_axes(draw, n);
  robot::JointVector values(n), wrong(n);
  const double mass = draw.between(0.2, 0.5);
  for (double& x : values) x = leads ? mass : 0.02 * std::pow(3 / 0.02, draw.unit());
  for (double& x : wrong) x = 1 + drawn_error(draw, errors.inertia, -errors.inertia);
  SimulatedToolParams& device = params.device;
  params.inertia = axes * values.asDiagonal() * axes.transpose();
  device.inertia = axes * values.cwiseProduct(wrong).asDiagonal() * axes.transpose();
  device.effort_limit = leads ? 12 / std::sqrt(n) : 4;
  // so that the tool is equally heavy along every axis
  const double apparent = leads ? mass : draw.between(1, 5);
  const robot::JointMatrix root = axes * values.cwiseSqrt().asDiagonal() * axes.transpose();
  device.jacobian = robot::Jacobian::Zero(6, n);
  const auto rows = std::min(n, 3);
  device.jacobian.middleRows(3, rows) = root.topRows(rows) / std::sqrt(apparent);
  const JointLosses model = random_model(draw, n, device.effort_limit);
  const double share = drawn_error(draw, errors.least_friction, errors.most_friction);
  device.losses = {share * model.coulomb, share * model.viscous};
  if (draw.bernoulli(0.5)) device.gear_loss = draw.between(0, 0.3);
  if (draw.bernoulli(0.7)) device.force_error = errors.force_error;
  device.ticks_per_exchange = leads ? 0 : draw.pick(3);
  device.opponent = {.restlessness = draw.between(1, 20), .reach = draw.between(0.02, 0.2)};
  params.refund.coulomb = model.coulomb;
  params.refund.viscous = model.viscous;
  params.refund.measured = errors.measured;
  params.compensation = draw.bernoulli(0.5) ? 0 : draw.between(0, errors.measured ? 0.95 : 0.7);
  if (draw.bernoulli(0.3)) params.store = draw.between(0, 0.3);
  if (draw.bernoulli(0.5)) params.joint_damping = leads ? 4 : 0.1;
  params.asks = static_cast<Asking>(draw.pick(kAskings));
  return params;
}

std::unique_ptr<control::VelocityEstimator> estimator(std::uint64_t bits) {
  if (bits % 2 == 0) {
    return std::make_unique<control::StateVariableFilter>(
        control::StateVariableFilterParams{30, kTick});
  }
  return std::make_unique<control::FiniteDifference>(control::FiniteDifferenceParams{20, kTick});
}

passivity::PortMotionParams motion_of(const SimulatedToolParams& device) {
  return {.tick = kTick, .window = std::max(2 * device.ticks_per_exchange, 1) * kTick};
}

}  // namespace

JoinedToolsParams random_joined_tools(RandomDraw& draw, double duration,
                                      const ModelErrors& errors) {
  JoinedToolsParams params{.leader = random_tool(draw, true, errors),
                           .follower = random_tool(draw, false, errors)};
  params.stiffness = draw.between(100, 2000);
  params.force_scale = draw.bernoulli(0.7) ? 1 : draw.between(0.1, 1);
  params.noise = draw.unit();
  params.link = random_link(draw, duration);
  return params;
}

JoinedTools::Side::Side(const JoinedToolParams& tool, double scale, std::uint64_t seed,
                        link::Endpoint& end)
    : params(tool),
      device(tool.device, seed),
      motion(estimator(seed), 1 / kTick),
      outside({.force = tool.device.force_error}),
      port({.power_scale = scale}, tool.refund),
      compensation({.share = tool.compensation,
                    .coulomb = tool.refund.coulomb,
                    .viscous = tool.refund.viscous}),
      endpoint(end) {
  tick.power_scale = scale;
}

JoinedTools::JoinedTools(const JoinedToolsParams& params, const LayerFactory& make,
                         std::uint64_t seed)
    : params_(params),
      draw_(seed),
      link_(params.link, seed),
      leader_(params_.leader, 1, draw_.bits(), link_.leader()),
      follower_(params_.follower, params.force_scale, draw_.bits(), link_.follower()),
      monitor_(stored()) {
  fill(leader_, 1, passivity::Role::leader, make);
  fill(follower_, params.force_scale, passivity::Role::follower, make);
}

void JoinedTools::fill(Side& side, double scale, passivity::Role role, const LayerFactory& make) {
  const auto motion = motion_of(side.params.device);
  side.layer = make(role, motion);
  passivity::EnergyTank store;
  store.exchange(-scale * side.params.store);
  side.layer->take_over({passivity::PortMotion(motion), store});
}

double JoinedTools::stored() const noexcept {
  return params_.leader.store + params_.force_scale * params_.follower.store;
}

double JoinedTools::uncertain() const noexcept {
  return leader_.tick.outside.uncertain + params_.force_scale * follower_.tick.outside.uncertain;
}

double JoinedTools::put_in() const noexcept {
  return leader_.device.put_in() + params_.force_scale * follower_.device.put_in();
}

double JoinedTools::level() const noexcept {
  return std::min(leader_.layer->report().tank, follower_.layer->report().tank);
}

void JoinedTools::tick() noexcept {
  tick(leader_, passivity::Role::leader);
  tick(follower_, passivity::Role::follower);
  monitor_.update(core::Time(std::chrono::milliseconds(ticks_)), port_of(leader_.tick),
                  port_of(follower_.tick));
  leader_.device.advance();
  follower_.device.advance();
  ++ticks_;
}

void JoinedTools::measure(Side& side) noexcept {
  signals::Tick& t = side.tick;
  t.measured = side.device.read();
  side.motion.update(t.measured.position, 0);
  t.rate = side.motion.rate();
  t.velocity = side.motion.velocity();
  side.kinematics.jacobian = side.params.device.jacobian;
  side.kinematics.mass_matrix = side.params.inertia;
  side.kinematics.tool.position = side.params.device.jacobian.bottomRows<3>() * t.measured.position;
  t.tool = side.kinematics.tool;
  t.damping = -side.params.joint_damping * t.velocity;
  side.outside.update(side.kinematics, t);
}

// in the order of teleop::Side::tick
void JoinedTools::tick(Side& side, passivity::Role role) noexcept {
  const core::Time now{std::chrono::milliseconds(ticks_)};
  signals::Tick& t = side.tick;
  measure(side);
  const passivity::Port view = side.port.measure(side.kinematics, false, t);
  const signals::Received received = side.endpoint.receive(now);
  const auto admitted = side.layer->receive(
      view, {.valid = received.valid, .message = signals::unpack(received.sample)});
  const auto coupled = couple(view, role, admitted, params_.stiffness, params_.force_scale);
  const robot::JointVector effort =
      side.params.device.jacobian.bottomRows<3>().transpose() * coupled.wrench.force;
  t.asked = ask({side.params.asks, side.params.device.effort_limit, params_.noise}, effort,
                side.device.true_velocity(), ticks_, draw_);
  t.own = side.compensation.update(t.velocity, t.rate);
  t.asked += t.own;
  const auto decision = side.port.decide({*side.layer, view}, coupled, t.asked, t);
  side.device.command(decision.effort);
  side.endpoint.send(now, signals::pack(now, decision.send));
}

}  // namespace tether::test
