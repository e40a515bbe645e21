// A figure with what stands behind it. The spread of people, of repetitions or of samples is a
// standard deviation s; the error of a mean of n independent values is
//   SE = s / √n
// and only that says how surely two means differ. Samples of one run follow from each other, so
// that their n says nothing, and a single value has no error but what its print resolves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tether::reproduction {

enum class FigureKind : std::uint8_t {
  single,   // one value
  repeats,  // mean over n repetitions or seeds
  persons,  // mean over n people, real or simulated
  samples,  // mean over the samples of one run
  bound     // a bound, a requirement, or a claim such as "more than"
};
inline constexpr std::array<std::string_view, 5> kFigureKinds{"single", "repeats", "persons",
                                                              "samples", "bound"};
inline std::string_view to_string(FigureKind kind) noexcept {
  return kFigureKinds.at(static_cast<std::size_t>(kind));
}

struct Figure {
  double value = 0;
  std::optional<double> spread = std::nullopt;  // standard deviation, in the figure's unit
  std::size_t n = 0;                            // values behind the mean; 0 = not known
  FigureKind kind = FigureKind::single;
};

// none of a figure that has no independent repetitions or does not say how many
std::optional<double> standard_error(const Figure& figure) noexcept;

// How surely two figures differ by more than `resolution`: d = max(|ours − theirs| − resolution, 0)
// with Welch's test where both have a standard error, with Student's of one sample where one has.
struct FigureTest {
  double difference = 0;      // ours − theirs
  double standard_error = 0;  // of it
  double half_width = 0;      // it is known within this, at a confidence of 95 %
  double p = 1;               // of a difference at least as large, were there none but resolution
};
// none where neither has a standard error, or where a number is not finite
std::optional<FigureTest> test(const Figure& theirs, const Figure& ours, double resolution);

}  // namespace tether::reproduction
