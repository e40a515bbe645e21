#!/bin/sh
# A minute of omega_lwr_wall between two hosts over a bad network: two network namespaces joined by
# veth, 40 ms ± 5 ms each way, 5 % lost, 10 % ahead of others, 2 % twice. The kernel's netem makes it
# so; where it has none, `tether emulate network` does, in a third namespace between the two.
# Both sides must end well: passive, and nothing lost to the record.
#   two_hosts.sh PROGRAM DIRECTORY [SECONDS]
# Ends with 77 and the reason where namespaces are not permitted.
set -u
program=$1
directory=$2
seconds=${3:-60}

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
leader= follower= network=
clean_up() {
  for process in $leader $follower $network; do kill "$process" 2>/dev/null; done
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

# impair SPACE: what leaves it meets a bad network; false when the kernel has none
impair() {
  ip netns exec "$1" tc qdisc add dev cable root netem \
    delay 40ms 5ms distribution normal loss 5% reorder 10% duplicate 2%
}

rm -rf "$directory"
mkdir -p "$directory"
"$program" keygen --out "$directory/shared.key" || fail "no key"

join $near cable 10.77.1.1 $far 10.77.1.2
at_leader=10.77.1.1:7401 at_follower=10.77.1.2:7402
seen_by_leader=$at_follower seen_by_follower=$at_leader
if refusal=$(impair $near 2>&1) && refusal=$(impair $far 2>&1); then
  echo "network: the kernel's netem"
else
  echo "network: tether emulate network, as the kernel has no netem ($(echo "$refusal" | head -n 1))"
  ip -n $near link delete cable
  join $middle to_leader 10.77.1.2 $near 10.77.1.1
  join $middle to_follower 10.77.2.1 $far 10.77.2.2
  at_follower=10.77.2.2:7402 seen_by_leader=10.77.1.2:7402
  # it answers to wherever it is spoken to from
  seen_by_follower='""'
  ip netns exec $middle "$program" emulate network --listen $seen_by_leader --to $at_follower \
    --delay 40ms --jitter 5ms --loss 0.05 --reorder 0.1 --duplicate 0.02 \
    >"$directory/network.txt" 2>&1 &
  network=$!
fi

# side NAMESPACE NAME LEADER FOLLOWER
side() {
  exec ip netns exec "$1" timeout $((seconds + 60)) "$program" "$2" omega_lwr_wall --out "$directory/$2" \
    --set duration="$seconds" --set link.udp.key="$directory/shared.key" \
    --set link.udp.leader="$3" --set link.udp.follower="$4" >"$directory/$2.txt" 2>&1
}
side $far follower "$seen_by_follower" $at_follower &
follower=$!
side $near leader $at_leader $seen_by_leader &
leader=$!

wait $follower
followed=$?
# a leader whose follower failed would wait for another
[ $followed = 0 ] || kill $leader
wait $leader
led=$?
leader= follower=

for name in leader follower; do
  echo
  echo "$name:"
  sed -n '/^link /p; /^passivity /p; /^log /p; /^verdict /p; /^fault /p; /^failed /p; /: [a-z]*$/p' \
    "$directory/$name.txt"
done
echo

# has NAME LINE: the summary of a side has this line
has() {
  grep -q "^ *$2,\{0,1\}\$" "$directory/$1/summary.json" || fail "$1: no $2 in its summary"
}
[ $followed = 0 ] || fail "the follower ended with $followed: $(tail -n 3 "$directory/follower.txt")"
[ $led = 0 ] || fail "the leader ended with $led: $(tail -n 3 "$directory/leader.txt")"
for name in leader follower; do
  has $name '"verdict": "pass"'
  has $name '"verdict": "passive"'
  has $name '"ticks_lost": 0'
  has $name '"messages_dropped": 0'
  has $name '"connections": 1'
done
echo "two hosts, $seconds s: both passive, nothing lost to the record"
