#include "scenario/schema/spell_fields.hpp"

namespace tether::scenario {

void describe_spells(Fields& f, std::string_view key, std::vector<sim::Spell>& spells,
                     const char* help) {
  f.list(key, spells,
         [](Fields& g, sim::Spell& spell) {
           g.number("from", spell.from,
                    {.unit = "s", .min = 0, .help = "when it begins", .required = true});
           g.number("to", spell.to,
                    {.unit = "s", .min = 0, .help = "when it ends", .required = true});
           g.check(spell.to > spell.from, "to", "lies before from");
         },
         {.help = help});
}

}  // namespace tether::scenario
