#include "tether/link/wire_format.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/random/not_finite.hpp"
#include "tests/support/random/random_sample.hpp"
#include "tests/support/random/same_sample.hpp"
#include "tether/control/engagement/engagement.hpp"
#include "tether/core/registry.hpp"
#include "tether/passivity/methods/methods.hpp"

namespace tether::link {
namespace {

using test::kInfinity;

SampleBytes bytes_of(const signals::Sample& sample) {
  SampleBytes bytes;
  encode(sample, bytes);
  return bytes;
}

SampleError sample_refusal(const SampleBytes& bytes) {
  signals::Sample sample;
  SampleError error = SampleError::none;
  const bool read = decode(bytes, sample, error);
  EXPECT_EQ(read, error == SampleError::none);
  return error;
}

// what becomes of a good sample with this number at this place
template <class T>
SampleError refusal_with(std::size_t at, T value) {
  test::RandomDraw draw(1);
  SampleBytes bytes = bytes_of(test::random_sample(draw));
  ByteWriter(bytes.data() + at).put(value);
  return sample_refusal(bytes);
}

TEST(WireFormat, BringsEveryFieldAcross) {
  test::RandomDraw draw(7);
  for (int i = 0; i < 1000; ++i) {
    const signals::Sample in = test::random_sample(draw);
    signals::Sample out;
    SampleError error = SampleError::none;
    ASSERT_TRUE(decode(bytes_of(in), out, error)) << static_cast<int>(error);
    EXPECT_EQ(out.sequence, in.sequence);
    EXPECT_EQ(out.sent, in.sent);
    EXPECT_EQ(out.echoes, in.echoes);
    EXPECT_EQ(out.echo, in.echo);
    EXPECT_EQ(out.held, in.held);
    test::expect_same_content(out, in);
  }
}

TEST(WireFormat, LaysFieldsOutAsDocumented) {
  signals::Sample sample;
  sample.sequence = 0x04030201;
  sample.sent = core::Time(core::Duration(0x0807060504030201));
  sample.method = 3;
  sample.engagement = 2;
  sample.obstruction = {0, 0, 0, 1};
  sample.angular_acceleration = {2, 0, 0};
  sample.linear_acceleration = {0, 0, 1};
  sample.wall = 1;
  sample.wall_generation = 9;
  sample.wall_normal = {1, 0, 0};
  sample.wall_point = {2, 0, 0};
  sample.wall_figures = {0, 0, 1};
  sample.coupling = 4;
  const SampleBytes bytes = bytes_of(sample);
  const std::array<std::uint8_t, 14> head{
      signals::kSampleVersion, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 0};
  EXPECT_TRUE(std::equal(head.begin(), head.end(), bytes.begin()));
  // w of the identity: 1.0
  EXPECT_EQ(bytes[60], 0xF0);
  EXPECT_EQ(bytes[61], 0x3F);
  // 1.0F to the right, 2.0F of turning, 1.0F of velocity upward, a wall, and the modes
  EXPECT_EQ(bytes[236], 0x80);
  EXPECT_EQ(bytes[237], 0x3F);
  EXPECT_EQ(bytes[240], 0x00);
  EXPECT_EQ(bytes[241], 0x40);
  EXPECT_EQ(bytes[260], 0x80);
  EXPECT_EQ(bytes[261], 0x3F);
  EXPECT_EQ(bytes[262], 1);
  EXPECT_EQ(bytes[263], 9);
  EXPECT_EQ(bytes[267], 0x3F);
  EXPECT_EQ(bytes[279], 0x40);
  EXPECT_EQ(bytes[299], 0x3F);
  EXPECT_EQ(bytes[300], 3);
  EXPECT_EQ(bytes[301], 2);
  EXPECT_EQ(bytes[302], 4);
  EXPECT_EQ(bytes.size(), 303U);
}

TEST(WireFormat, RefusesAnEnergyOfMotionBelowZero) {
  signals::Sample sample;
  sample.kinetic = 0.25;
  EXPECT_EQ(sample_refusal(bytes_of(sample)), SampleError::none);
  sample.kinetic = -0.25;
  EXPECT_EQ(sample_refusal(bytes_of(sample)), SampleError::number);
}

TEST(WireFormat, ForgetsWhatIsNotEchoed) {
  signals::Sample sample;
  sample.echo = core::Time(core::Duration(5));
  sample.held = core::Duration(-7);
  EXPECT_EQ(sample_refusal(bytes_of(sample)), SampleError::none);
}

TEST(WireFormat, RefusesEveryOtherLength) {
  const SampleBytes good = bytes_of({});
  for (std::size_t size = 0; size < 2 * kSampleBytes; ++size) {
    std::vector<std::uint8_t> bytes(good.begin(), good.end());
    bytes.resize(size);
    signals::Sample sample;
    SampleError error = SampleError::none;
    EXPECT_EQ(decode(bytes, sample, error), size == kSampleBytes) << size;
    EXPECT_EQ(error, size == kSampleBytes ? SampleError::none : SampleError::size) << size;
  }
}

TEST(WireFormat, RefusesUnknownVersionsFlagsAndKinds) {
  for (int value = 0; value < 256; ++value) {
    const auto byte = static_cast<std::uint8_t>(value);
    EXPECT_EQ(refusal_with(0, byte),
              value == signals::kSampleVersion ? SampleError::none : SampleError::version);
    if (value > 1) {
      EXPECT_EQ(refusal_with(13, byte), SampleError::flag);
    }
    EXPECT_EQ(refusal_with(300, byte), core::may_be_number(byte, passivity::kMethods)
                                           ? SampleError::none
                                           : SampleError::method);
    EXPECT_EQ(refusal_with(301, byte),
              byte < control::kEngagements ? SampleError::none : SampleError::engagement);
    EXPECT_EQ(refusal_with(302, byte), core::may_be_number(byte, control::kCouplings)
                                           ? SampleError::none
                                           : SampleError::coupling);
  }
}

TEST(WireFormat, RefusesStampsThatAreNegativeOrAbsurd) {
  signals::Sample sample;
  sample.echoes = true;
  const auto with = [&](std::size_t at, std::int64_t value) {
    SampleBytes bytes = bytes_of(sample);
    ByteWriter(bytes.data() + at).put(value);
    return sample_refusal(bytes);
  };
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t value : {std::int64_t{-1}, -kFar, kFar, kLongestTime.count() + 1}) {
    EXPECT_EQ(with(5, value), SampleError::stamp) << value;
    EXPECT_EQ(with(14, value), SampleError::echo) << value;
    EXPECT_EQ(with(22, value), SampleError::echo) << value;
  }
  EXPECT_EQ(with(5, kLongestTime.count()), SampleError::none);
  sample.echoes = false;
  EXPECT_EQ(with(14, 1), SampleError::echo);
  EXPECT_EQ(with(22, 1), SampleError::echo);
}

TEST(WireFormat, RefusesNumbersThatAreNotFiniteOrAbsurdAtEveryPlace) {
  for (std::size_t at = 30; at < 174; at += 8) {
    const bool turn = at >= 54 && at < 86;
    for (const double bad : {kInfinity, -kInfinity, std::nan("")}) {
      EXPECT_EQ(refusal_with(at, bad), SampleError::number) << at << ' ' << bad;
    }
    EXPECT_EQ(refusal_with(at, 1.1e9), turn ? SampleError::orientation : SampleError::number) << at;
    EXPECT_EQ(refusal_with(at, -1.1e9), turn ? SampleError::orientation : SampleError::number)
        << at;
  }
  for (std::size_t at = 174; at < 298; at += 4) {
    if (at >= 222 && at < 238) continue;  // shares
    if (at == 262) at += 2;               // a slot and its generation
    for (const float bad :
         {std::numeric_limits<float>::infinity(), std::nanf(""), 1.1e9F, -1.1e9F}) {
      EXPECT_EQ(refusal_with(at, bad), SampleError::number) << at << ' ' << bad;
    }
  }
}

TEST(WireFormat, RefusesAnObstructionThatIsNotBetweenZeroAndOne) {
  constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
  for (std::size_t at = 222; at < 238; at += 4) {
    for (const float bad : {-1e-6F, 1.000001F, kFloatInfinity, -kFloatInfinity, std::nanf("")}) {
      EXPECT_EQ(refusal_with(at, bad), SampleError::obstruction) << at << ' ' << bad;
    }
    for (const float good : {0.0F, 0.5F, 1.0F}) {
      EXPECT_EQ(refusal_with(at, good), SampleError::none) << at << ' ' << good;
    }
  }
}

TEST(WireFormat, RefusesATurnThatIsNotOfUnitLength) {
  const auto with_length = [](double length) {
    signals::Sample sample;
    sample.orientation = Eigen::Quaterniond(0.6 * length, 0, 0.8 * length, 0);
    return sample_refusal(bytes_of(sample));
  };
  EXPECT_EQ(with_length(1 + 0.9e-6), SampleError::none);
  EXPECT_EQ(with_length(1 - 0.9e-6), SampleError::none);
  EXPECT_EQ(with_length(1 + 1.1e-6), SampleError::orientation);
  EXPECT_EQ(with_length(1 - 1.1e-6), SampleError::orientation);
  EXPECT_EQ(with_length(0), SampleError::orientation);
}

TEST(WireFormat, ReadsNothingThatItWouldNotWrite) {
  test::RandomDraw draw(3);
  int read = 0;
  for (int i = 0; i < 200000; ++i) {
    SampleBytes bytes = bytes_of(test::random_sample(draw));
    for (int n = draw.pick(3); n >= 0; --n) {
      bytes[static_cast<std::size_t>(draw.pick(kSampleBytes))] =
          static_cast<std::uint8_t>(draw.bits());
    }
    signals::Sample sample;
    SampleError error = SampleError::none;
    if (!decode(bytes, sample, error)) continue;
    ++read;
    ASSERT_EQ(bytes_of(sample), bytes);
  }
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace tether::link
