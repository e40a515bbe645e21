// What CycloneDDS holds for us, with owners: entities, and the domains of this process. A domain is
// configured once per process; endpoints with the same number share it, and the last one to go ends
// it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace tether::link {

// the handle that a dds_create_ call returned; throws core::InputError when it refused to do
// `action`
std::int32_t require_dds(std::int32_t returned, const std::string& action);

// an entity and all that was made of it; 0 = none
class DdsEntity {
 public:
  DdsEntity() = default;
  DdsEntity(std::int32_t returned, const std::string& action)
      : handle_(require_dds(returned, action)) {}
  DdsEntity(DdsEntity&& other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
  DdsEntity& operator=(DdsEntity&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DdsEntity();

  std::int32_t handle() const noexcept { return handle_; }

 private:
  std::int32_t handle_ = 0;
};

class DdsDomain {
 public:
  // an empty configuration leaves it to CycloneDDS and $CYCLONEDDS_URI
  static std::shared_ptr<DdsDomain> open(std::uint32_t number, const std::string& configuration);

  DdsDomain(std::uint32_t number, std::string configuration);

 private:
  std::string configuration_;
  DdsEntity entity_;  // none when CycloneDDS makes and ends it by itself
};

}  // namespace tether::link
