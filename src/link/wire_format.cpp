#include "tether/link/wire_format.hpp"

#include <cmath>

#include "tether/passivity/methods.hpp"

namespace tether::link {
namespace {

constexpr double kUnitTolerance = 1e-6;
// waiting, engaging, engaged, holding, clutched
constexpr std::uint8_t kEngagementCount = 5;
constexpr auto kLastMethod = static_cast<std::uint8_t>(passivity::Method::set_position);

bool sane(core::Duration time) noexcept {
  return time >= core::Duration{0} && time <= kLongestTime;
}
bool sane(core::Time time) noexcept { return sane(time.time_since_epoch()); }

// false for what is not a number, too
bool sane(const spatial::Vector3& v) noexcept {
  return v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() <= kLargestFigure;
}

void put(ByteWriter& to, const spatial::Vector3& v) noexcept {
  to.put(v.x()).put(v.y()).put(v.z());
}

spatial::Vector3 take_vector(ByteReader& from) noexcept {
  const auto x = from.take<double>(), y = from.take<double>(), z = from.take<double>();
  return {x, y, z};
}

core::Time take_time(ByteReader& from) noexcept {
  return core::Time(core::Duration(from.take<std::int64_t>()));
}

WireError check_times(const Sample& sample) noexcept {
  if (!sane(sample.sent)) return WireError::stamp;
  const bool none = sample.echo == core::Time{} && sample.held == core::Duration{0};
  const bool some = sane(sample.echo) && sane(sample.held);
  return (sample.echoes ? some : none) ? WireError::none : WireError::echo;
}

WireError check_figures(const Sample& sample) noexcept {
  const bool figures = sane(sample.position) && sane(sample.torque) && sane(sample.force) &&
                       std::abs(sample.energy) <= kLargestFigure && sane(sample.wave);
  if (!figures) return WireError::number;
  const double length = sample.orientation.norm();
  if (!std::isfinite(length)) return WireError::number;
  return std::abs(length - 1) <= kUnitTolerance ? WireError::none : WireError::orientation;
}

}  // namespace

const char* describe(WireError error) noexcept {
  switch (error) {
    case WireError::none:
      return "a sample";
    case WireError::size:
      return "not the length of a sample";
    case WireError::version:
      return "a sample of another version";
    case WireError::flag:
      return "a flag that is neither set nor clear";
    case WireError::method:
      return "an unknown passivity method";
    case WireError::engagement:
      return "an unknown engagement";
    case WireError::stamp:
      return "a stamp out of range";
    case WireError::echo:
      return "an echo out of range";
    case WireError::number:
      return "a number that is not finite or out of range";
    case WireError::orientation:
      return "an orientation that is not of unit length";
  }
  return "unknown";
}

void encode(const Sample& sample, std::span<std::uint8_t, kSampleBytes> bytes) noexcept {
  ByteWriter to(bytes.data());
  const core::Time echo = sample.echoes ? sample.echo : core::Time{};
  const core::Duration held = sample.echoes ? sample.held : core::Duration{0};
  to.put(kSampleVersion)
      .put(static_cast<std::uint8_t>(sample.echoes ? 1 : 0))
      .put(sample.method)
      .put(sample.engagement)
      .put(sample.sequence)
      .put<std::int64_t>(sample.sent.time_since_epoch().count())
      .put<std::int64_t>(echo.time_since_epoch().count())
      .put<std::int64_t>(held.count());
  put(to, sample.position);
  const Eigen::Quaterniond& q = sample.orientation;
  to.put(q.w()).put(q.x()).put(q.y()).put(q.z());
  put(to, sample.torque);
  put(to, sample.force);
  to.put(sample.energy);
  put(to, sample.wave);
}

bool decode(Bytes bytes, Sample& sample, WireError& error) noexcept {
  const auto refuse = [&error](WireError why) {
    error = why;
    return false;
  };
  if (bytes.size() != kSampleBytes) return refuse(WireError::size);
  ByteReader from(bytes.data());
  if (from.take<std::uint8_t>() != kSampleVersion) return refuse(WireError::version);
  const auto flag = from.take<std::uint8_t>();
  if (flag > 1) return refuse(WireError::flag);
  sample.echoes = flag == 1;
  sample.method = from.take<std::uint8_t>();
  if (sample.method > kLastMethod) return refuse(WireError::method);
  sample.engagement = from.take<std::uint8_t>();
  if (sample.engagement >= kEngagementCount) return refuse(WireError::engagement);

  sample.sequence = from.take<std::uint32_t>();
  sample.sent = take_time(from);
  sample.echo = take_time(from);
  sample.held = core::Duration(from.take<std::int64_t>());
  sample.position = take_vector(from);
  const auto w = from.take<double>(), x = from.take<double>(), y = from.take<double>(),
             z = from.take<double>();
  sample.orientation = Eigen::Quaterniond(w, x, y, z);
  sample.torque = take_vector(from);
  sample.force = take_vector(from);
  sample.energy = from.take<double>();
  sample.wave = take_vector(from);

  error = check_times(sample);
  if (error == WireError::none) error = check_figures(sample);
  return error == WireError::none;
}

}  // namespace tether::link
