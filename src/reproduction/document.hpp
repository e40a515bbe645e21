// The five documents whose experiments are repeated: who wrote what.
#pragma once

#include <array>
#include <string_view>

namespace tether::reproduction {

struct Document {
  int number = 0;
  std::string_view about;  // in a few words of ours
  std::string_view author;
  std::string_view title;
  std::string_view school;
  int year = 0;
};

inline constexpr std::array<Document, 5> kDocuments{{
    {1, "A passive arm", "S. F. J. Nijhof",
     "Teleoperation using passive control and LUNA network channels",
     "MSc thesis, University of Twente", 2018},
    {2, "Driving by touch", "R. L. van de Ketterij",
     "Design and implementation of the real-time control, monitoring and coordination of a wheeled "
     "mobile teleoperation setup using haptic force feedback",
     "MSc thesis, Eindhoven University of Technology", 2021},
    {3, "An arm as a safe input device", "A. I. Lazar", "Safe use of robotic arms as input devices",
     "MSc thesis, University of Twente", 2019},
    {4, "Assisted teleoperation", "M. Viinikainen",
     "Computer-aided bilateral teleoperation of manipulators",
     "MSc thesis, Tampere University of Technology", 2014},
    {5, "Multibody systems to touch", "A. Bacher",
     "Development of a virtual reality interface for multibody systems and serial robots",
     "Master's thesis, University of Innsbruck", 2023},
}};

}  // namespace tether::reproduction
