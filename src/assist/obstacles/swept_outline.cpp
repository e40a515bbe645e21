#include "tether/assist/obstacles/swept_outline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "tether/assist/fixtures/lanes.hpp"

namespace tether::assist {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kFar = 1e18F;
constexpr float kStraight = 1e-6F;  // arcs are never straighter [1/m]
constexpr float kThin = 0.1F;       // what is beside fades over at least this way [m]

// atan2, to 2·10⁻⁵ of its value, such that loops over it become vectors
inline float angle_of(float y, float x) noexcept {
  const float ay = std::abs(y), ax = std::abs(x);
  const float ratio = std::min(ay, ax) / std::max(std::max(ay, ax), 1e-30F);
  const float q = ratio * ratio;
  float a = -0.01172120F;
  a = a * q + 0.05265332F;
  a = a * q - 0.11643287F;
  a = a * q + 0.19354346F;
  a = a * q - 0.33262347F;
  a = (a * q + 0.99997726F) * ratio;
  a = ay > ax ? kPi / 2 - a : a;
  a = x < 0 ? kPi - a : a;
  return y < 0 ? -a : a;
}

// a motion about (0, 1/κ)
struct Bend {
  float k;      // κ [1/m]
  float way;    // |κ|, negative when driven backwards
  float per_k;  // 1/|κ|
  explicit Bend(float curvature, bool backward) noexcept
      : k(std::abs(curvature) < kStraight ? kStraight : curvature),
        way(backward ? -std::abs(k) : std::abs(k)),
        per_k(1 / std::abs(k)) {}
};

// h = 2 y − κ r², which grows with e and costs no root
float h_of(float e, float k) noexcept { return 2 * e - k * e * e; }

// points into the coordinates of the arc, s counted the way that is driven
void turn_out(const Bend bend, int count, const float* x, const float* y, const float* h, float* s,
              float* e) noexcept {
  for (int i = 0; i < count; ++i) {
    e[i] = h[i] / (1 + std::sqrt(std::max(1 - bend.k * h[i], 0.0F)));
    // the circle is cut open far behind the outline
    const float turned = angle_of(bend.way * x[i], 1 - bend.k * y[i]);
    s[i] = (turned < -0.75F * kPi ? turned + 2 * kPi : turned) * bend.per_k;
  }
}

void h_of_points(float k, int count, const float* y, const float* squared, float* h) noexcept {
  for (int i = 0; i < count; ++i) h[i] = 2 * y[i] - k * squared[i];
}

}  // namespace

SweptOutline::SweptOutline(const Outline& outline) : reach_(static_cast<float>(outline.reach())) {
  // at 1.25 half widths all of the outline is within a quarter turn ahead and behind
  most_curvature_ = 1 / (1.25 * std::max(outline.half_width(), 1e-3));
  const int pieces = kMaxSamples / outline.size();
  for (int i = 0; i < outline.size(); ++i) {
    const Eigen::Vector2d& from = outline[i];
    const Eigen::Vector2d& to = outline[(i + 1) % outline.size()];
    for (int j = 0; j < pieces; ++j) {
      const Eigen::Vector2d p = from + (to - from) * j / pieces;
      const auto at = static_cast<std::size_t>(samples_++);
      edge_.x[at] = static_cast<float>(p.x());
      edge_.y[at] = static_cast<float>(p.y());
      edge_.squared[at] = static_cast<float>(p.squaredNorm());
    }
  }
}

// takes the piece between two samples of the outline into S and T
void SweptOutline::draw_edge(std::size_t from, std::size_t to) noexcept {
  constexpr float kTouch = 1e-3F;  // of a step of e
  float low = (sample_e_[from] - first_e_) * per_step_, low_s = sample_s_[from];
  float high = (sample_e_[to] - first_e_) * per_step_, high_s = sample_s_[to];
  if (low > high) {
    std::swap(low, high);
    std::swap(low_s, high_s);
  }
  const int first = low > kTouch ? static_cast<int>(low - kTouch) + 1 : 0;
  const int last = std::min(static_cast<int>(high + kTouch), kAcross - 1);
  // a piece along the arc is all of it at one e
  const float slope = high - low < kTouch ? 0 : (high_s - low_s) / (high - low);
  const float ahead = std::max(low_s, high_s), behind = std::min(low_s, high_s);
  for (int i = first; i <= last; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const float s = std::clamp(low_s + slope * (static_cast<float>(i) - low), behind, ahead);
    front_[k] = std::max(front_[k], slope == 0 ? ahead : s);
    back_[k] = std::min(back_[k], slope == 0 ? behind : s);
  }
}

void SweptOutline::profile(float curvature, bool backward) noexcept {
  std::array<float, kMaxSamples> h;
  h_of_points(curvature, samples_, edge_.y.data(), edge_.squared.data(), h.data());
  turn_out(Bend(curvature, backward), samples_, edge_.x.data(), edge_.y.data(), h.data(),
           sample_s_.data(), sample_e_.data());
  first_e_ = kFar;
  last_e_ = front_most_ = -kFar;
  const auto count = static_cast<std::size_t>(samples_);
  for (std::size_t k = 0; k < count; ++k) {
    first_e_ = std::min(first_e_, sample_e_[k]);
    last_e_ = std::max(last_e_, sample_e_[k]);
    front_most_ = std::max(front_most_, sample_s_[k]);
  }
  per_step_ = (kAcross - 1) / (last_e_ - first_e_);
  front_.fill(-kFar);
  back_.fill(kFar);
  for (std::size_t k = 0; k < count; ++k) draw_edge(k, k + 1 < count ? k + 1 : 0);
  // a side that is nearly along the arc ends within a step of e: all of it counts at the very end
  front_.front() = std::max(front_.front(), front_[1]);
  front_.back() = std::max(front_.back(), front_[kAcross - 2]);
  back_.front() = std::min(back_.front(), back_[1]);
  back_.back() = std::min(back_.back(), back_[kAcross - 2]);
}

// few points are in the band that is swept or its margin, and nearer than what blocks it already:
// only those are worth more
int SweptOutline::keep_band(const GroundPoints& points, int first, const Limits& in) noexcept {
  const int end = std::min(first + kChunk, points.count);
  std::size_t kept = 0;
  for (int i = first; i < end; i += kLanes) {
    const auto at = static_cast<std::size_t>(i);
    const auto& y = reinterpret_cast<const Lanes&>(points.y[at]);
    const auto& squared = reinterpret_cast<const Lanes&>(points.squared[at]);
    const Lanes h = 2 * y - in.curvature * squared;
    unsigned worth = bits((h > in.least) & (h < in.most) & (squared < in.squared));
    if (i + kLanes > end) worth &= (1U << static_cast<unsigned>(end - i)) - 1;
    for (; worth != 0; worth &= worth - 1) {
      const auto k = at + static_cast<std::size_t>(__builtin_ctz(worth));
      band_x_[kept] = points.x[k];
      band_y_[kept] = points.y[k];
      band_h_[kept++] = h[static_cast<int>(k - at)];
    }
  }
  return static_cast<int>(kept);
}

float SweptOutline::worst(int count, float length, float margin, float worst) const noexcept {
  const float per_length = 1 / length, per_margin = 1 / margin;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const float e = band_e_[i], s = band_s_[i];
    if (1 - (s - front_most_) * per_length <= worst) continue;  // too far ahead to matter
    const float beside = std::max(std::max(first_e_ - e, e - last_e_), 0.0F);
    const float weight = std::max(1 - beside * per_margin, 0.0F);
    const float cell = std::clamp((e - first_e_) * per_step_, 0.0F, kAcross - 1.0F);
    const auto k = static_cast<std::size_t>(std::min(static_cast<int>(cell), kAcross - 2));
    const float part = cell - static_cast<float>(k);
    const float ahead = front_[k] + part * (front_[k + 1] - front_[k]);
    const float behind = back_[k] + part * (back_[k + 1] - back_[k]);
    const float way = s - ahead;
    const float near = way >= 0 ? 1 - way * per_length : 1 + way / std::max(ahead - behind, kThin);
    worst = std::max(worst, weight * near);
  }
  return worst;
}

double SweptOutline::blocked(const GroundPoints& points, const ArcAhead& arc) noexcept {
  if (points.count == 0) return 0;
  const Bend bend(static_cast<float>(std::clamp(arc.curvature, -most_curvature_, most_curvature_)),
                  arc.backward);
  const auto margin = static_cast<float>(arc.margin);
  const float length = std::min(static_cast<float>(arc.length), 0.75F * kPi * bend.per_k);
  profile(bend.k, arc.backward);

  // the band in terms of h; beyond the point about which all turns there is nothing aside
  const float right = first_e_ - margin, left = last_e_ + margin;
  Limits in{.curvature = bend.k,
            .least = bend.k * right >= 1 ? -kFar : h_of(right, bend.k),
            .most = bend.k * left >= 1 ? kFar : h_of(left, bend.k)};
  float blocked = 0;
  // from the middle of the scan outward: what is straight ahead blocks most, and rules out the rest
  const int chunks = (points.count + kChunk - 1) / kChunk;
  for (int i = 0; i < chunks; ++i) {
    const int chunk = chunks / 2 + (i % 2 == 0 ? i / 2 : -(i + 1) / 2);
    // a point at r from the origin is met after r − reach at the earliest
    const float radius = reach_ + margin + (1 - blocked) * length;
    in.squared = radius * radius;
    const int count = keep_band(points, chunk * kChunk, in);
    turn_out(bend, count, band_x_.data(), band_y_.data(), band_h_.data(), band_s_.data(),
             band_e_.data());
    blocked = worst(count, length, margin, blocked);
  }
  return static_cast<double>(blocked);
}

}  // namespace tether::assist
