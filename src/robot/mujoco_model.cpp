#include "tether/robot/mujoco_model.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"

namespace tether::robot {
namespace {

ModelPtr compile(const std::string& file) {
  std::string message(1000, '\0');
  ModelPtr model(
      mj_loadXML(file.c_str(), nullptr, message.data(), static_cast<int>(message.size())));
  if (!model) {
    // MuJoCo's messages have several lines; errors for people have one
    message.resize(message.find('\0'));
    std::replace(message.begin(), message.end(), '\n', ' ');
    throw core::InputError({file}, message);
  }
  return model;
}

// shipped models, compiled when they are first asked for
class ShippedModels {
 public:
  ModelPtr copy_of(const std::string& file) {
    const std::lock_guard lock(mutex_);
    ModelPtr& model = models_[file];
    if (!model) model = compile(file);
    return ModelPtr(mj_copyModel(nullptr, model.get()));
  }

 private:
  std::mutex mutex_;
  std::map<std::string, ModelPtr> models_;
};

}  // namespace

ModelPtr load_model(const std::string& file) {
  static ShippedModels shipped;
  return core::is_shipped(file) ? shipped.copy_of(file) : compile(file);
}

}  // namespace tether::robot
