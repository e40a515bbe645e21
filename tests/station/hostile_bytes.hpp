// Bytes that no honest client sends, drawn at random: requests that a server must refuse, and
// frames that must end a WebSocket without being received.
#pragma once

#include <string>

#include "tests/support/random/random_draw.hpp"

namespace tether::test {

// `host` is the one by which the server may be asked; no file has the word "nowhere" in its path
std::string bad_request(RandomDraw& draw, const std::string& host);
// the first frame is broken, or never complete; `limit` is the largest message that is received
// [bytes]
std::string bad_frames(RandomDraw& draw, std::size_t limit);

}  // namespace tether::test
