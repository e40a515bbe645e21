// The topics of computer-assisted teleoperation on DDS, and where to find them:
//   CAT_forces     DTP2DDS::CATForce            process → controller  newest only
//   TCP_position   DTP2DDS::CATPosition         controller → process  newest only
//   Force_paths    DTP2DDS::PointCloud          view → process        kept for late joiners
//   Force_fields   DTP2DDS::CollisionBoundary   view → process        kept for late joiners
// are the document's; ours, for every kind of fixture and for questions, are
//   Fixtures          tether_msgs::msg::dds_::Fixture_         view → process  kept for late
//   joiners Fixture_requests  tether_msgs::msg::dds_::FixtureRequest_  → process       each once
//   Fixture_replies   tether_msgs::msg::dds_::FixtureReply_    process →       each once
// "newest only" is best effort, volatile, keep last 1; "kept for late joiners" is reliable,
// transient local, keep last 1; "each once" is reliable, volatile, keep all. docs/assist-process.md
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tether::assistant {

// see DdsParams
struct CatNetwork {
  std::uint32_t domain = 0;
  std::string interface = {};
  std::vector<std::string> peers = {};
  int priority = 0;
  std::string configuration = {};
};

}  // namespace tether::assistant
