// Parameters of extensions, whose types only they themselves know, by the part's name. A part asks
// for its own type and gets defaults where nothing was set.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tether::core {

class ExtensionParams {
 public:
  // to be filled
  template <class Params>
  Params& of(const std::string& part) {
    std::any& value = values_[part];
    if (std::any_cast<Params>(&value) == nullptr) value = Params{};
    return *std::any_cast<Params>(&value);
  }
  template <class Params>
  Params get(std::string_view part) const {
    const auto found = values_.find(part);
    const Params* params = found == values_.end() ? nullptr : std::any_cast<Params>(&found->second);
    return params == nullptr ? Params{} : *params;
  }

 private:
  std::map<std::string, std::any, std::less<>> values_;
};

}  // namespace tether::core
