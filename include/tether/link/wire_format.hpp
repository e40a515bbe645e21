// One sample as bytes, of one fixed length, little-endian:
//    0  u8   version, 6
//    1  u32  running number                13  u8   1 where it echoes, else 0
//    5  i64  stamp of the sender [ns]      14  i64  stamp that is echoed [ns]; 0 without echo
//                                          22  i64  how long that was held [ns]; 0 without echo
//   30  f64  position [m] x y z            54  f64  orientation, unit quaternion w x y z
//   86  f64  force [N] x y z              110  f64  torque [N m] x y z
//  134  f64  energy counter [J]           142  f64  integral of the wave [√W s] x y z
//  166  f64  energy of the motion [J], not negative
//  174  f32  turning [rad/s] x y z        198  f32  measured force [N] x y z
//  186  f32  velocity [m/s] x y z         210  f32  measured torque [N m] x y z
//  222  f32  obstruction, each from 0 to 1: forward, backward, left, right
//  238  f32  change of turning [rad/s²] x y z
//  250  f32  acceleration [m/s²] x y z
//  262  u8   passivity method             263  u8   engagement
//  264  u8   coupling
// that is, the version, and then the fields as they are described (link.hpp).
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
inline constexpr std::uint8_t kSampleVersion = 6;
using SampleBytes = std::array<std::uint8_t, kSampleBytes>;

void encode(const signals::Sample& sample, std::span<std::uint8_t, kSampleBytes> bytes) noexcept;
// false, with the reason, with `sample` to be thrown away, when these bytes are no sample
bool decode(Bytes bytes, signals::Sample& sample, SampleError& error) noexcept;

}  // namespace tether::link
