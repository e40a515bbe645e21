#!/bin/sh
# A minute of omega_lwr_wall between two hosts over a bad network: two network namespaces joined by
# veth, 40 ms ± 5 ms each way, 5 % lost, 10 % ahead of others, 2 % twice. The kernel's netem makes it
# so; where it has none, `tether emulate network` does, in a third namespace between the two.
# Both sides must end well: passive, and nothing lost to the record. The simulated worlds go by ticks:
# the network is on trial, not how late this machine is.
#   two_hosts.sh PROGRAM DIRECTORY [SECONDS]
# Ends with 77 and the reason where namespaces are not permitted.
set -u
program=$1
directory=$2
seconds=${3:-60}

. "$(dirname "$0")/namespaces.sh"

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
  running=$!
fi

# side NAMESPACE NAME LEADER FOLLOWER
side() {
  exec ip netns exec "$1" timeout $((seconds + 60)) "$program" "$2" omega_lwr_wall --out "$directory/$2" \
    --set duration="$seconds" --set session.physics=ticks --set link.udp.key="$directory/shared.key" \
    --set link.udp.leader="$3" --set link.udp.follower="$4" >"$directory/$2.txt" 2>&1
}
side $far follower "$seen_by_follower" $at_follower &
follower=$!
side $near leader $at_leader $seen_by_leader &
leader=$!
network=$running
running="$network $follower $leader"

wait $follower
followed=$?
# a leader whose follower failed would wait for another
[ $followed = 0 ] || kill $leader
wait $leader
led=$?
running=$network

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
