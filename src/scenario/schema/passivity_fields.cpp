#include "tether/scenario/schema/passivity_fields.hpp"

namespace tether::scenario {

void describe(Fields& f, passivity::Params& p, const CouplingParams& coupling,
              const Extensions& extensions) {
  const PassivityMethod* known = extensions.methods.numbered(p.method);
  std::string kind = known == nullptr ? "" : known->name;
  f.choice("kind", kind, extensions.methods.names(),
           {.help = "what keeps the session stable over the link", .noun = "passivity method"});
  const PassivityMethod& method = extensions.methods.at(kind);
  p.method = method.number;
  if (method.keys) method.keys(f, p, coupling);
}

}  // namespace tether::scenario
