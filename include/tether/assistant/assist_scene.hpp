// The scene of the assisting process: assist::LiveScene, asked once per pass and edited meanwhile.
#pragma once

#include <memory>

#include "tether/assistant/assist_process.hpp"

namespace tether::assistant {

std::unique_ptr<AssistScene> make_assist_scene();

}  // namespace tether::assistant
