# For scripts of tests that need hosts of their own: network namespaces joined by cables. To be read
# with `.` before anything else. Ends the script with 77 and the reason where namespaces are not
# permitted; otherwise there are the namespaces $near, $far and $middle, which are gone when the
# script ends, with the processes named in $running.

# whoever is not root may be root of namespaces of his own
if [ "$(id -u)" != 0 ] && [ -z "${TETHER_TWO_HOSTS:-}" ]; then
  if ! unshare --map-root-user --net --mount true 2>/dev/null; then
    echo "SKIP: network namespaces are not permitted to $(id -un)"
    exit 77
  fi
  TETHER_TWO_HOSTS=1 exec unshare --map-root-user --net --mount sh "$0" "$@"
fi
[ -n "${TETHER_TWO_HOSTS:-}" ] && mount -t tmpfs tmpfs /run

if ! command -v ip >/dev/null; then
  echo "SKIP: there is no ip (Debian: iproute2)"
  exit 77
fi

near=tether_leader_$$ far=tether_follower_$$ middle=tether_network_$$
running=
clean_up() {
  for process in $running; do kill "$process" 2>/dev/null; done
  wait
  for space in $near $far $middle; do ip netns delete $space 2>/dev/null; done
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

for space in $near $far $middle; do
  if ! why=$(ip netns add $space 2>&1 && ip netns exec $space true 2>&1); then
    echo "SKIP: network namespaces are not permitted: $why"
    exit 77
  fi
done

fail() {
  echo "FAILED: $*"
  exit 1
}

# join SPACE DEVICE ADDRESS SPACE ADDRESS: two namespaces by a cable
join() {
  ip -n "$1" link add "$2" type veth peer name cable netns "$4" &&
    ip -n "$1" address add "$3/24" dev "$2" && ip -n "$1" link set "$2" up &&
    ip -n "$4" address add "$5/24" dev cable && ip -n "$4" link set cable up ||
    fail "$1 and $4 cannot be joined"
}
