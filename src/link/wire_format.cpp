#include "tether/link/wire_format.hpp"

#include <string_view>

namespace tether::link {
namespace {

// into bytes, along the description
class PutBytes {
 public:
  explicit PutBytes(ByteWriter& to) noexcept : to_(to) {}
  template <class Value>
  void operator()(std::string_view, const Value& value, std::string_view = {}) noexcept {
    put(value);
  }

 private:
  template <WireNumber T>
  void put(T value) noexcept {
    to_.put(value);
  }
  void put(bool value) noexcept { to_.put(static_cast<std::uint8_t>(value ? 1 : 0)); }
  void put(core::Duration time) noexcept { to_.put(static_cast<std::int64_t>(time.count())); }
  void put(core::Time time) noexcept { put(time.time_since_epoch()); }
  template <class Scalar, int N>
  void put(const Eigen::Matrix<Scalar, N, 1>& v) noexcept {
    for (const Scalar x : v) to_.put(x);
  }
  template <class Position, class Orientation>
  void put(const core::PoseFields<Position, Orientation>& pose) noexcept {
    const Eigen::Quaterniond& q = pose.orientation;
    put(pose.position);
    to_.put(q.w()).put(q.x()).put(q.y()).put(q.z());
  }
  template <class Vector>
  void put(const core::WrenchFields<Vector>& wrench) noexcept {
    put(wrench.force);
    put(wrench.torque);
  }

  ByteWriter& to_;
};

// out of bytes, along the description
class TakeBytes {
 public:
  explicit TakeBytes(ByteReader& from) noexcept : from_(from) {}
  template <class Value>
  void operator()(std::string_view, Value&& value, std::string_view = {}) noexcept {
    take(value);
  }
  // every flag was 0 or 1
  bool flags() const noexcept { return flags_; }

 private:
  template <WireNumber T>
  void take(T& value) noexcept {
    value = from_.take<T>();
  }
  void take(bool& value) noexcept {
    const auto flag = from_.take<std::uint8_t>();
    flags_ = flags_ && flag <= 1;
    value = flag == 1;
  }
  void take(core::Duration& time) noexcept { time = core::Duration(from_.take<std::int64_t>()); }
  void take(core::Time& time) noexcept {
    time = core::Time(core::Duration(from_.take<std::int64_t>()));
  }
  template <class Scalar, int N>
  void take(Eigen::Matrix<Scalar, N, 1>& v) noexcept {
    for (Scalar& x : v) x = from_.take<Scalar>();
  }
  template <class Position, class Orientation>
  void take(const core::PoseFields<Position, Orientation>& pose) noexcept {
    take(pose.position);
    Eigen::Quaterniond& q = pose.orientation;
    take(q.w());
    take(q.x());
    take(q.y());
    take(q.z());
  }
  template <class Vector>
  void take(const core::WrenchFields<Vector>& wrench) noexcept {
    take(wrench.force);
    take(wrench.torque);
  }

  ByteReader& from_;
  bool flags_ = true;
};

}  // namespace

void encode(const signals::Sample& sample, std::span<std::uint8_t, kSampleBytes> bytes) noexcept {
  ByteWriter to(bytes.data());
  to.put(signals::kSampleVersion);
  PutBytes put(to);
  if (sample.echoes) {
    describe(put, sample);
    return;
  }
  signals::Sample silent = sample;
  silent.echo = {};
  silent.held = core::Duration{0};
  describe(put, silent);
}

bool decode(Bytes bytes, signals::Sample& sample, SampleError& error) noexcept {
  const auto refuse = [&error](SampleError why) {
    error = why;
    return false;
  };
  if (bytes.size() != kSampleBytes) return refuse(SampleError::size);
  ByteReader from(bytes.data());
  if (from.take<std::uint8_t>() != signals::kSampleVersion) return refuse(SampleError::version);
  TakeBytes take(from);
  describe(take, sample);
  if (!take.flags()) return refuse(SampleError::flag);
  error = check(sample);
  return error == SampleError::none;
}

}  // namespace tether::link
