#include "tether/assist/fixture.hpp"

namespace tether::assist {

std::optional<std::string> why_refused(const Fixture& /*fixture*/) { return std::nullopt; }

}  // namespace tether::assist
