// Bytes are a mesh, or refused with one line; what is accepted can be asked anything.
#include <cmath>
#include <string>

#include "fuzz/targets.hpp"
#include "tether/assist/scene/mesh_file.hpp"
#include "tether/core/error.hpp"

namespace tether::fuzz {
namespace {

void ask(const assist::TriangleMesh& mesh) {
  for (const spatial::Vector3& point : {spatial::Vector3(0, 0, 0), spatial::Vector3(0.3, -2, 5)}) {
    const auto nearest = mesh.nearest(point);
    promise(nearest.has_value(), "some triangle is the nearest");
    promise(std::isfinite(nearest->distance) && nearest->normal.allFinite() &&
                nearest->point.allFinite(),
            "numbers that are finite");
  }
  const auto hit = mesh.first_hit({-2000, -2000, -2000}, {2000, 2000, 2000});
  promise(!hit || (hit->point.allFinite() && hit->normal.allFinite()), "numbers that are finite");
}

}  // namespace

// the first byte says which format
void mesh(link::Bytes input) {
  if (input.empty()) return;
  const char* name = input[0] % 2 == 0 ? "fuzz.obj" : "fuzz.stl";
  const std::string bytes(input.begin() + 1, input.end());
  try {
    ask(assist::parse_mesh(bytes, name));
  } catch (const core::InputError& error) {
    const std::string message = error.what();
    promise(message.find_first_of("\r\n") == std::string::npos, "one line");
    promise(message.rfind("fuzz.", 0) == 0, "the place in front");
  }
}

}  // namespace tether::fuzz
