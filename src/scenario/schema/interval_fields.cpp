#include "scenario/schema/interval_fields.hpp"

namespace tether::scenario {

void describe_intervals(Fields& f, std::string_view key, std::vector<sim::Interval>& intervals,
                        const char* help) {
  f.list(key, intervals,
         [](Fields& g, sim::Interval& interval) {
           g.number("from", interval.from,
                    {.unit = "s", .min = 0, .help = "when it begins", .required = true});
           g.number("to", interval.to,
                    {.unit = "s", .min = 0, .help = "when it ends", .required = true});
           g.check(interval.to > interval.from, "to", "lies before from");
         },
         {.help = help});
}

}  // namespace tether::scenario
