#include "tether/session/wall/connection_line.hpp"

#include <cstring>

#include <fmt/format.h>

#include "tether/link/udp/secure_channel.hpp"

namespace tether::session {
namespace {

using link::Trouble;
using Transport = scenario::LinkParams::Transport;

signals::SideName other_side(signals::SideName side) noexcept {
  return side == signals::SideName::leader ? signals::SideName::follower
                                           : signals::SideName::leader;
}

const std::string& address_of(const scenario::UdpParams& udp, signals::SideName side) noexcept {
  return side == signals::SideName::leader ? udp.leader : udp.follower;
}

// the same for every carrier
std::string same_role(const std::string& where, signals::SideName side) {
  return fmt::format("{} is a {} too; run \"tether {}\" at one of the two", where, name(side),
                     name(other_side(side)));
}

// of a UDP link between two addresses
class UdpLine {
 public:
  UdpLine(const link::Diagnosis& diagnosis, const scenario::UdpParams& udp, signals::SideName side)
      : trouble_(diagnosis.trouble),
        seen_(diagnosis.evidence),
        udp_(udp),
        side_(side),
        own_(name(side)),
        other_(name(other_side(side))),
        here_(address_of(udp, side)),
        there_(address_of(udp, other_side(side))) {}

  std::string text() const {
    switch (trouble_) {
      case Trouble::none:
        return {};
      case Trouble::wrong_key:
        return wrong_key();
      case Trouble::same_role:
        return same_role(sender(), side_);
      case Trouble::own_address:
        return fmt::format(
            "this {0} receives only itself: link.udp.{1} = \"{2}\" is its own address; set "
            "link.udp.{1} to where the {1} is",
            own_, other_, there_);
      case Trouble::other_version:
        return other_version();
      case Trouble::too_large:
        return too_large();
      case Trouble::samples_lost:
        return fmt::format(
            "{} has the key and receives this {}, but its samples, packets of {} bytes, do not "
            "arrive; raise the MTU of the tunnel, router or network card on the way that lets only "
            "shorter ones pass",
            peer(), own_, packet());
      case Trouble::peer_lacks_samples:
        return fmt::format(
            "samples of {} come, but none of this {} arrive there; raise the MTU of what lets no "
            "packets of {} bytes pass on the way, or open UDP to {} in the firewall there",
            peer(), own_, packet(), there_.empty() ? "it" : there_);
      case Trouble::peer_lacks_answer:
        return peer_lacks_answer();
      case Trouble::refused:
        return fmt::format(
            "nothing listens at {0} (link.udp.{1}); start \"tether {1}\" there, or correct "
            "link.udp.{1}",
            there_, other_);
      case Trouble::unreachable:
        return fmt::format("no way to {0} (link.udp.{1}): {2}; see \"ip route get {3}\"", there_,
                           other_, std::strerror(seen_.error), host());
      case Trouble::not_ours:
        return fmt::format(
            "what comes to {0} from {1} is not tether's; choose another port in link.udp.{2}, at "
            "both sides, or end what sends it",
            here_, seen_.source, own_);
      case Trouble::nobody:
        break;
    }
    return nobody();
  }

 private:
  // where the peer is, as far as known
  std::string peer() const {
    return there_.empty() ? fmt::format("the {}", other_)
                          : fmt::format("the {} at {}", other_, there_);
  }
  // of what was refused
  std::string sender() const { return seen_.source.empty() ? peer() : seen_.source; }
  std::string host() const {
    std::string host = there_.substr(0, there_.rfind(':'));
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    return host;
  }
  // what follows the last colon
  static std::string port(const std::string& address) {
    return address.substr(address.rfind(':') + 1);
  }
  // bytes of a sample with the headers of UDP and of IPv4 or IPv6
  std::size_t packet() const {
    return link::kDatagramBytes + 8 + (here_.starts_with('[') ? 40 : 20);
  }

  std::string wrong_key() const {
    if (udp_.secret.empty()) {
      return fmt::format(
          "{0} has another key than {1} (link.udp.key); both sides need the same file: compare "
          "\"sha256sum {1}\" there and here, and copy one",
          sender(), udp_.key);
    }
    return fmt::format(
        "{0} does not fit the key pair {1} (link.udp.secret) and {2} (link.udp.peer); "
        "link.udp.peer here must be the public half of the {3}'s secret, and there that of {1}",
        sender(), udp_.secret, udp_.peer, other_);
  }

  std::string other_version() const {
    const std::string which =
        seen_.version == 0 ? "sends samples of another version"
                           : fmt::format("speaks version {} of the link, this program version {}",
                                         seen_.version, link::kUdpVersion);
    return fmt::format("{} {}; install the same tether on both machines (tether --version)",
                       sender(), which);
  }

  std::string too_large() const {
    const std::string takes =
        seen_.path_mtu == 0 ? "fewer" : fmt::format("{} at most", seen_.path_mtu);
    return fmt::format(
        "a sample is a packet of {0} bytes, but the path to {1} takes {2}; raise the MTU to {0} or "
        "more: \"ip link\" shows that of this machine's network cards and tunnels, \"tracepath -n "
        "{3}\" that of the way",
        packet(), peer(), takes, there_.empty() ? "HOST" : host());
  }

  std::string peer_lacks_answer() const {
    if (there_.empty()) {
      return fmt::format(
          "the {} sends, but does not receive this {}; open UDP from {} in the firewalls between "
          "the two",
          other_, own_, here_);
    }
    return fmt::format(
        "{0} sends, but does not receive this {1}; correct link.udp.{2}, or open UDP port {3} in "
        "the firewall there",
        peer(), own_, other_, port(there_));
  }

  std::string nobody() const {
    if (there_.empty()) {
      return fmt::format(
          "nobody has called at {0}; start \"tether {1}\" with link.udp.{2} set to this machine, "
          "port {3}, and open UDP port {3} in the firewall here",
          here_, other_, own_, port(here_));
    }
    return fmt::format(
        "nothing comes from {0}; start \"tether {1}\" there with link.udp.{2} set to this machine, "
        "port {3}, and open UDP port {3} in the firewall here and {4} there",
        there_, other_, own_, port(here_), port(there_));
  }

  Trouble trouble_;
  const link::ConnectionEvidence& seen_;
  const scenario::UdpParams& udp_;
  signals::SideName side_;
  std::string own_, other_;           // names of the sides
  const std::string &here_, &there_;  // their addresses
};

// of a link over topics
std::string topic_line(Trouble trouble, const std::string& network, const std::string& mends,
                       signals::SideName side) {
  const std::string own = name(side), other = name(other_side(side));
  switch (trouble) {
    case Trouble::none:
      return {};
    case Trouble::same_role:
      return same_role(fmt::format("who else publishes /{}/link_sample in {}", own, network), side);
    case Trouble::other_version:
      return fmt::format(
          "what is published as /{}/link_sample in {} is not what this program reads; install the "
          "same tether on both machines (tether --version)",
          other, network);
    case Trouble::peer_lacks_answer:
    case Trouble::peer_lacks_samples:
      return fmt::format(
          "the {0} in {1} sends, but does not receive this {2}; open the firewalls between the "
          "two, "
          "and {3}",
          other, network, own, mends);
    default:
      return fmt::format(
          "nobody publishes /{0}/link_sample in {1}; start \"tether {0}\" with the same "
          "link.transport, and {2}",
          other, network, mends);
  }
}

}  // namespace

std::string connection_line(const link::Diagnosis& diagnosis, const scenario::LinkParams& link,
                            Transport transport, signals::SideName side) {
  if (transport == Transport::dds) {
    return topic_line(diagnosis.trouble, fmt::format("DDS domain {}", link.dds_domain),
                      "use one link.dds_domain and, without multicast, CYCLONEDDS_URI with <Peers>",
                      side);
  }
  if (transport == Transport::ros) {
    return topic_line(diagnosis.trouble, "ROS", "use one ROS_MASTER_URI, ROS_IP that others reach",
                      side);
  }
  return UdpLine(diagnosis, link.udp, side).text();
}

}  // namespace tether::session
