#!/bin/sh
# A leader and a follower with a router between them whose cable to the follower takes packets of 300
# bytes: the handshake passes, samples do not. Both sides must say so while they wait: from what the
# network answers, and where it answers nothing, from the silence.
#   narrow_path.sh PROGRAM DIRECTORY
# Ends with 77 and the reason where namespaces are not permitted.
set -u
program=$1
directory=$2
. "$(dirname "$0")/namespaces.sh"

rm -rf "$directory"
mkdir -p "$directory"
"$program" keygen --out "$directory/shared.key" || fail "no key"

join $middle to_leader 10.77.1.2 $near 10.77.1.1
join $middle to_follower 10.77.2.1 $far 10.77.2.2
ip netns exec $middle sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward' || fail "no router"
ip -n $near route add default via 10.77.1.2 && ip -n $far route add default via 10.77.2.1 ||
  fail "no routes"
ip -n $middle link set to_follower mtu 300 && ip -n $far link set cable mtu 300 ||
  fail "the cable stays wide"

# side NAMESPACE NAME: runs until it is ended
side() {
  exec ip netns exec "$1" "$program" "$2" omega_lwr_wall --out "$directory/$2" \
    --set link.udp.key="$directory/shared.key" --set link.udp.leader=10.77.1.1:7401 \
    --set link.udp.follower=10.77.2.2:7402 >"$directory/$2.txt" 2>&1
}

# says NAME LINE: within a minute
says() {
  for _ in $(seq 600); do
    grep -q "no connection: $2" "$directory/$1.txt" && return
    sleep 0.1
  done
  fail "the $1 did not say: $2; but: $(cat "$directory/$1.txt")"
}

side $far follower &
running=$!
side $near leader &
running="$running $!"
# who has sent samples knows what fits, from its own cable or by the router's answer; who has not yet
# misses the other's
narrow="a sample is a packet of 365 bytes, but the path to .* takes 300 at most"
missing="the .* has the key and receives this .*, but its samples, packets of 365 bytes, do not arrive"
says leader "\($narrow\|$missing\)"
says follower "\($narrow\|$missing\)"
grep -h "no connection" "$directory/leader.txt" "$directory/follower.txt"
grep -q "$narrow" "$directory/leader.txt" "$directory/follower.txt" || fail "nobody said what fits"
echo "a narrow path: both sides say what does not pass"
