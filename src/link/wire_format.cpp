#include "tether/link/wire_format.hpp"

namespace tether::link {
namespace {

void put(ByteWriter& to, const spatial::Vector3& v) noexcept {
  to.put(v.x()).put(v.y()).put(v.z());
}

spatial::Vector3 take_vector(ByteReader& from) noexcept {
  const auto x = from.take<double>(), y = from.take<double>(), z = from.take<double>();
  return {x, y, z};
}

void put(ByteWriter& to, const ShortVector& v) noexcept { to.put(v.x()).put(v.y()).put(v.z()); }

ShortVector take_short(ByteReader& from) noexcept {
  const auto x = from.take<float>(), y = from.take<float>(), z = from.take<float>();
  return {x, y, z};
}

core::Time take_time(ByteReader& from) noexcept {
  return core::Time(core::Duration(from.take<std::int64_t>()));
}

}  // namespace

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
  to.put(sample.kinetic);
  put(to, sample.angular);
  put(to, sample.linear);
  put(to, sample.external_torque);
  put(to, sample.external_force);
  for (const float way : sample.obstruction) to.put(way);
  put(to, sample.angular_acceleration);
  put(to, sample.linear_acceleration);
  to.put(sample.coupling);
}

bool decode(Bytes bytes, Sample& sample, SampleError& error) noexcept {
  const auto refuse = [&error](SampleError why) {
    error = why;
    return false;
  };
  if (bytes.size() != kSampleBytes) return refuse(SampleError::size);
  ByteReader from(bytes.data());
  if (from.take<std::uint8_t>() != kSampleVersion) return refuse(SampleError::version);
  const auto flag = from.take<std::uint8_t>();
  if (flag > 1) return refuse(SampleError::flag);
  sample.echoes = flag == 1;
  sample.method = from.take<std::uint8_t>();
  sample.engagement = from.take<std::uint8_t>();
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
  sample.kinetic = from.take<double>();
  sample.angular = take_short(from);
  sample.linear = take_short(from);
  sample.external_torque = take_short(from);
  sample.external_force = take_short(from);
  for (float& way : sample.obstruction) way = from.take<float>();
  sample.angular_acceleration = take_short(from);
  sample.linear_acceleration = take_short(from);
  sample.coupling = from.take<std::uint8_t>();

  error = check(sample);
  return error == SampleError::none;
}

}  // namespace tether::link
