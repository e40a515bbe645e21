#include "tether/link/dds/dds_domain.hpp"

#include <map>
#include <mutex>
#include <string_view>

#include <dds/dds.h>
#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::link {

namespace {

// What CycloneDDS says, instead of on the terminal: any stranger on the network could fill that.
// Its last words are the reason when it refuses.
class LastWords {
 public:
  static LastWords& instance() {
    static LastWords words;
    return words;
  }
  ~LastWords() { dds_set_log_sink(nullptr, nullptr); }
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

  std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(words_, {});
  }

 private:
  LastWords() {
    dds_set_log_sink(
        [](void* self, const dds_log_data_t* line) {
          static_cast<LastWords*>(self)->keep(line->message);
        },
        this);
  }
  void keep(std::string_view line) {
    const std::lock_guard lock(mutex_);
    words_.assign(line, 0, line.find('\n'));
  }

  std::mutex mutex_;
  std::string words_;
};

}  // namespace

std::int32_t require_dds(std::int32_t returned, const std::string& action) {
  if (returned >= 0) return returned;
  const std::string words = LastWords::instance().take();
  throw core::InputError(fmt::format(
      "DDS: cannot {}: {}; check domain, name space, interface, peers and $CYCLONEDDS_URI", action,
      words.empty() ? dds_strretcode(returned) : words));
}

DdsEntity::~DdsEntity() {
  if (handle_ > 0) dds_delete(handle_);
}

std::shared_ptr<DdsDomain> DdsDomain::open(std::uint32_t number, const std::string& configuration) {
  static std::mutex opening;
  static std::map<std::uint32_t, std::weak_ptr<DdsDomain>> domains;
  const std::lock_guard lock(opening);
  // nothing of before is the reason of what is refused now
  LastWords::instance().take();
  std::shared_ptr<DdsDomain> domain = domains[number].lock();
  if (domain == nullptr) {
    domain = std::make_shared<DdsDomain>(number, configuration);
    domains[number] = domain;
  } else if (domain->configuration_ != configuration) {
    throw core::InputError(fmt::format(
        "DDS domain {} is already open in this process with other network settings", number));
  }
  return domain;
}

DdsDomain::DdsDomain(std::uint32_t number, std::string configuration)
    : configuration_(std::move(configuration)) {
  if (configuration_.empty()) return;
  entity_ = {dds_create_domain(number, configuration_.c_str()),
             fmt::format("open domain {}", number)};
}

}  // namespace tether::link
