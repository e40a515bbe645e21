// One figure that a document printed and ours beside it, with a verdict. A row says where the
// document has its figure, what would be better, and, where ours is worse or cannot stand beside
// theirs, why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tether::reproduction {

// a figure and how far it scatters
struct Figure {
  double value = 0;
  std::optional<double> spread = std::nullopt;  // standard deviation, in the figure's unit
};

enum class Aim : std::uint8_t {
  lower,    // less is better
  higher,   // more is better
  same,     // nearer to the document's figure is better: a fact that is found again, or not
  at_most,  // the document's figure is a bound that ours must keep
  at_least
};

enum class Verdict : std::uint8_t { better, equal, worse, not_comparable };
std::string_view to_string(Verdict verdict) noexcept;

struct Row {
  int document = 0;      // 1 … 5
  std::string id;        // "1.positioning.luna"; unique, its first two words are the experiment's
  std::string quantity;  // "mean error over LUNA's channel"
  std::string unit;      // of both figures; empty = a number
  std::string source;    // of the document's figure: "table 6.1"
  std::optional<Figure> theirs;  // none: the document gives no figure
  std::optional<Figure> ours;    // none: could not be measured here, `why` says why
  Aim aim = Aim::lower;
  // figures nearer than this are equal whatever the spreads say: what the print resolves, or what
  // a figure read off a plot is good for [unit]
  double resolution = 0;
  // not empty: the figures cannot stand beside each other, and this is why
  std::string not_comparable;
  std::string cause;   // why ours is worse, where it is; kept out of the page where it is not
  std::string remark;  // what a reader should know besides
};

// Theirs and ours are equal when they differ by no more than the resolution or by both spreads
// together, √(s_theirs² + s_ours²). A bound is kept (better) or not (worse); `same` is equal or
// worse. Without one of the figures, or with a reason, not comparable.
Verdict judge(const Row& row) noexcept;

// ours / theirs; none without both or with a zero below
std::optional<double> ratio(const Row& row) noexcept;

// what a row lacks: a reason where not comparable, a cause where worse, an id; empty = nothing
std::string objection(const Row& row);

}  // namespace tether::reproduction
