// Whether two boxes that stand anywhere share a point: they do not exactly when they lie apart
// along a face normal of one of them or along the cross product of two edges, 15 axes in all.
// Boxes that touch overlap. Edges that are parallel make no axis; so that their rounding never
// parts boxes that overlap, gaps below 1e-14 of the boxes' size count as touching (below 1e-7 where
// only edges within 1e-7 rad of parallel show the gap).
// Gottschalk, Lin & Manocha, OBBTree, SIGGRAPH 1996.
#pragma once

#include "tether/spatial/box.hpp"

namespace tether::assist {

bool overlap(const spatial::Box& a, const spatial::Box& b) noexcept;

}  // namespace tether::assist
