// One sample as bytes, of one fixed length, little-endian:
//    0  u8   version, 5                     8  i64  stamp of the sender [ns]
//    1  u8   1 where it echoes, else 0     16  i64  stamp that is echoed [ns]; 0 without echo
//    2  u8   passivity method              24  i64  how long that was held [ns]; 0 without echo
//    3  u8   engagement                    32  f64  position [m] x y z
//    4  u32  running number                56  f64  orientation, unit quaternion w x y z
//   88  f64  torque [N m] x y z           136  f64  energy counter [J]
//  112  f64  force [N] x y z              144  f64  integral of the wave [√W s] x y z
//  168  f64  energy of the motion [J], not negative
//  176  f32  turning [rad/s] x y z        200  f32  measured torque [N m] x y z
//  188  f32  velocity [m/s] x y z         212  f32  measured force [N] x y z
//  224  f32  obstruction, each from 0 to 1: forward, backward, left, right
//  240  f32  change of turning [rad/s²] x y z
//  252  f32  acceleration [m/s²] x y z
//  264  u8   coupling
// Reading believes nothing: what is not exactly a sample that writing could have made is refused
// with a reason (sample_check.hpp). A sample has one form only: what is read and written again
// gives the same bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tether/link/bytes.hpp"
#include "tether/link/sample_check.hpp"

namespace tether::link {

inline constexpr std::size_t kSampleBytes = 265;
inline constexpr std::uint8_t kSampleVersion = 5;
using SampleBytes = std::array<std::uint8_t, kSampleBytes>;

void encode(const Sample& sample, std::span<std::uint8_t, kSampleBytes> bytes) noexcept;
// false, with the reason, with `sample` to be thrown away, when these bytes are no sample
bool decode(Bytes bytes, Sample& sample, SampleError& error) noexcept;

}  // namespace tether::link
