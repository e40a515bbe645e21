// The passivity method and the metric of the two examples before, as a plug-in for the program.
#include "tether/scenario/plugin.hpp"

#include "../11_own_passivity_method/plain_tank.hpp"
#include "../12_own_metric/contact_time.hpp"

TETHER_PLUGIN(extensions) {
  add_plain_tank(extensions);
  add_contact_time(extensions);
}
