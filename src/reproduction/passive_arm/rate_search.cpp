#include "tether/reproduction/passive_arm/rate_search.hpp"

#include <algorithm>
#include <cmath>

namespace tether::reproduction {

RateBracket highest_rate(const std::function<bool(double rate)>& sustains,
                         const RateSearchParams& params) {
  RateBracket bracket;
  double rate = std::clamp(params.start, params.lowest, params.highest);

  // out, up or down, until there is a rate on either side
  while (bracket.sustained == 0 || bracket.failed == 0) {
    const bool works = sustains(rate);
    (works ? bracket.sustained : bracket.failed) = rate;
    if (rate == (works ? params.highest : params.lowest)) return bracket;
    rate = std::clamp(works ? 2 * rate : rate / 2, params.lowest, params.highest);
  }

  while (bracket.failed > (1 + params.resolution) * bracket.sustained) {
    const double between = std::sqrt(bracket.sustained * bracket.failed);
    (sustains(between) ? bracket.sustained : bracket.failed) = between;
  }
  return bracket;
}

}  // namespace tether::reproduction
