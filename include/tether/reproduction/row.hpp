// One figure that a document printed and ours beside it, with a verdict. A row says where the
// document has its figure, where ours comes from, and what would be better; where the two differ,
// or cannot stand beside each other, it says why.
//
// Only what was measured can agree or be better. A figure that was put in, that a parameter was
// fitted to, or that the construction enforces is labelled so, however well it matches; where even
// such a figure does not come out, the verdict says that instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tether/reproduction/figure.hpp"

namespace tether::reproduction {

// where our figure comes from
enum class Origin : std::uint8_t {
  unstated,        // nobody said; such a row is objected to
  measured,        // by a session or an experiment, and could have come out otherwise
  input,           // typed in from the document, a parameter, or arithmetic on the document's own
  fitted,          // a parameter, or a reading, was chosen with this figure in view
  by_construction  // holds whatever is run, as something enforces it
};

// what the document's figure is to ours
enum class Aim : std::uint8_t {
  lower,     // less is better
  higher,    // more is better
  same,      // a fact that is found again, or not; neither side of it is better
  at_most,   // a bound or a requirement that ours must keep
  at_least,  // the same from below
  below,     // a claim that it is less, without a good or a bad side
  above      // a claim that it is more
};

enum class RowVerdict : std::uint8_t {
  better,
  agrees,
  differs,
  worse,
  input,
  fitted,
  by_construction,
  not_comparable
};
inline constexpr std::size_t kVerdicts = 8;
std::string_view to_string(RowVerdict verdict) noexcept;

// 5 % is what a difference is called significant at; and who says "agrees" must know the difference
// to within this share of the document's figure, or to within what the print resolves
inline constexpr double kSignificant = 0.05;
inline constexpr double kAgreementShare = 0.25;

struct Row {
  // "1.positioning.luna": document, experiment and name; unique
  std::string id;
  std::string quantity;          // "mean error over LUNA's channel"
  std::string unit;              // of both figures; empty = a number
  std::string source;            // of the document's figure: "table 6.1"
  std::optional<Figure> theirs;  // none: the document gives no figure
  std::optional<Figure> ours;    // none: could not be measured here, `not_comparable` says why
  Origin origin = Origin::unstated;
  std::string origin_note;  // what was put in, fitted to, or enforces it
  Aim aim = Aim::lower;
  // figures nearer than this are not distinguished: what the print resolves, or what a figure read
  // off a plot is good for [unit]
  double resolution = 0;
  // not empty: the figures cannot stand beside each other, and this is why
  std::string not_comparable;
  std::string cause;  // why ours differs or is worse, where it does; kept out of the page elsewhere
  std::string remark;  // what a reader should know besides
};

// Means differ where a t-test on their standard errors (figure.hpp) says so at 5 %, single figures
// where they are further apart than the resolution; they agree where they do not differ and the
// difference is known well enough. A bound is kept (agrees) or not (worse), a claim holds (agrees)
// or not (differs). Without one of the figures, without an origin, with a reason, or with too few
// values to decide: not comparable.
RowVerdict judge(const Row& row);

// why a row is not comparable, as given or because too few values were measured; else empty
std::string reason(const Row& row);

// of the test that the verdict rests on; none where it rests on none
std::optional<double> p_value(const Row& row);

// ours / theirs; none without both or with a zero below
std::optional<double> ratio(const Row& row) noexcept;

// what a row lacks: a reason where not comparable, a cause where it differs or is worse, an origin
// and what it rests on, an id; empty = nothing
std::string objection(const Row& row);

}  // namespace tether::reproduction
