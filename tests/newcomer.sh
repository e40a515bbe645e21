#!/bin/sh
# What somebody new gets with the README alone, tried in a bare clone: a report, a live page, a
# session of two processes, the map of a sweep, a device of their own in under 60 lines. Every
# command that is run stands in README.md, to the letter.
#   cd CLONE && tests/newcomer.sh          on a Debian 12 machine with git and make
#   tests/newcomer_root.sh                 the same in a fresh root
set -eu
cd "$(dirname "$0")/.."

began=$(date +%s)
say() { echo "newcomer: $(($(date +%s) - began)) s: $*"; }
fail() { say "FAILED: $*"; exit 1; }

# runs a command of the README
as_documented() {
  grep -qF -- "$1" README.md || fail "README.md does not say: $1"
  say "$1"
  sh -c "$1"
}
# the same beside us; its number is in $beside
as_documented_beside() {
  grep -qF -- "$1" README.md || fail "README.md does not say: $1"
  say "$1 &"
  : >"$scratch/beside.log"
  sh -c "exec $1" >"$scratch/beside.log" 2>&1 &
  beside=$!
}
is_page() { [ -s "$1" ] && head -c 200 "$1" | grep -qi '<!doctype html'; }

scratch=$(mktemp -d)
beside=
clean_up() {
  [ -z "$beside" ] || kill "$beside" 2>/dev/null || true
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

a_report() {
  as_documented "make run" >"$scratch/run.log" 2>&1 || { tail -40 "$scratch/run.log"; fail "make run"; }
  report=$(grep -o '[^ ]*report\.html' "$scratch/run.log" | tail -1)
  [ -n "$report" ] || { tail -40 "$scratch/run.log"; fail "make run names no report"; }
  is_page "$report" || fail "$report is no page"
  say "a report: $report, $(wc -c <"$report") bytes"
}

# fetches the page and receives the first state over its socket, as a browser would
page_is_alive() {
  node -e '
    const url = process.argv[1];
    (async () => {
      const page = await fetch(url);
      const text = await page.text();
      if (page.status !== 200 || !/<title>/.test(text)) throw new Error("no page: " + page.status);
      const { port } = new URL(url);
      const key = Buffer.from("0123456789abcdef").toString("base64");
      const socket = require("net").connect(Number(port), "127.0.0.1", () => socket.write(
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nUpgrade: websocket\r\n" +
        "Connection: Upgrade\r\nSec-WebSocket-Key: " + key + "\r\nSec-WebSocket-Version: 13\r\n" +
        "Sec-WebSocket-Protocol: tether.v1\r\n" +
        "Origin: http://127.0.0.1:" + port + "\r\n\r\n"));
      let received = 0;
      socket.on("data", (data) => { received += data.length; if (received > 20000) process.exit(0); });
      setTimeout(() => { console.error("received " + received + " bytes only"); process.exit(1); }, 10000);
    })().catch((error) => { console.error(error.message); process.exit(1); });
  ' "$1"
}

a_live_page() {
  as_documented_beside "build/tether run omega_lwr_wall --serve"
  for _ in $(seq 100); do
    url=$(grep -o 'http://[^ ]*' "$scratch/beside.log" | head -1)
    [ -z "$url" ] || break
    sleep 0.1
  done
  [ -n "$url" ] || { cat "$scratch/beside.log"; fail "no address of a page"; }
  page_is_alive "$url" || { cat "$scratch/beside.log"; fail "the page at $url is not alive"; }
  kill -INT "$beside"
  status=0
  wait "$beside" || status=$?
  beside=
  case $status in 0 | 130) ;; *) cat "$scratch/beside.log"; fail "served session ended with $status" ;; esac
  say "a live page at $url, and Ctrl-C ended it"
}

two_processes() {
  rm -f tether.key
  as_documented "build/tether keygen --out tether.key" >/dev/null
  as_documented_beside "build/tether follower omega_lwr_wall"
  as_documented "build/tether leader omega_lwr_wall" >"$scratch/leader.log" 2>&1 ||
    { cat "$scratch/leader.log" "$scratch/beside.log"; fail "the leader ended with $?"; }
  wait "$beside" || { cat "$scratch/beside.log"; fail "the follower ended with $?"; }
  beside=
  for side in leader follower; do
    is_page "out/omega_lwr_wall_$side/report.html" || fail "the $side left no report"
  done
  rm -f tether.key
  say "two processes, a report each"
}

a_sweep_map() {
  as_documented "build/tether sweep omega_lwr_wall --vary link.delay=0:0.5:6 --vary passivity.kind=[none,two-layer,wave]" \
    >"$scratch/sweep.log" 2>&1 || { tail -20 "$scratch/sweep.log"; fail "the sweep"; }
  map=$(grep -o '[^ ]*map\.html' "$scratch/sweep.log" | tail -1)
  is_page "$map" || fail "no map: $map"
  say "a map: $map"
}

# the device of the examples, taken elsewhere and built there against the installed library
a_device_of_ones_own() {
  lines=$(wc -l <examples/06_own_device/main.cpp)
  [ "$lines" -lt 60 ] || fail "a device takes $lines lines"
  as_documented "make install PREFIX=\$HOME/tether" >"$scratch/install.log" 2>&1 ||
    { tail -20 "$scratch/install.log"; fail "make install"; }
  mkdir "$scratch/mine"
  cp examples/06_own_device/main.cpp "$scratch/mine/"
  cat >"$scratch/mine/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
find_package(tether REQUIRED)
add_executable(mine main.cpp)
target_link_libraries(mine PRIVATE tether::study)
CMAKE
  (cd "$scratch/mine" && cmake -S . -B build -DCMAKE_PREFIX_PATH="$HOME/tether" \
    -DCMAKE_BUILD_TYPE=Release && cmake --build build && ./build/mine) >"$scratch/mine.log" 2>&1 ||
    { tail -30 "$scratch/mine.log"; fail "a device of one's own"; }
  grep -q 'certificate: passive' "$scratch/mine.log" || { tail "$scratch/mine.log"; fail "not passive"; }
  say "a device of one's own in $lines lines: $(tail -1 "$scratch/mine.log")"
}

a_report
a_live_page
two_processes
a_sweep_map
a_device_of_ones_own
say "all five"
