#!/bin/sh
# A plug-in in the program: its parts are named, listed, run, swept and replayed as any other, and
# what cannot be loaded is refused with one line.
#   plugin.sh TETHER PLUGIN.so SCRATCH
set -eu
tether=$1
plugin=$2
scratch=$3

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
cp "$plugin" mine.so

fail() {
  echo "$1" >&2
  exit 1
}
# refuses LINE COMMAND...: bad input, reported in this one line
refuses() {
  expected=$1
  shift
  status=0
  "$@" >said.txt 2>&1 || status=$?
  test "$status" -eq 2 || fail "$* ended with $status, not 2"
  test "$(cat said.txt)" = "$expected" || fail "$* said: $(cat said.txt), expected: $expected"
}
# says TEXT COMMAND...
says() {
  expected=$1
  shift
  "$@" >said.txt || fail "$* failed"
  grep -q -e "$expected" said.txt || fail "$* does not say: $expected"
}

says '^  plain-tank  *an account on each side' "$tether" list --plugin mine.so
says '^  contact_time  *\[s\]' "$tether" list metrics --plugin mine.so
says '^passivity.plain-tank.share' "$tether" list keys passivity.plain --plugin mine.so
says '^verdict' "$tether" check omega_lwr_wall --plugin mine.so --set passivity.kind=plain-tank

says 'passive' "$tether" run omega_lwr_wall --plugin mine.so --set duration=3 --set 'phases=[]' \
  --set passivity.kind=plain-tank --set passivity.plain-tank.share=0.05 \
  --set 'expect=[{metric = "contact_time", max = 1}]' --out run
grep -q '"contact_time"' run/summary.json || fail 'the summary does not have the metric'
grep -q '"method": "plain-tank"' run/summary.json || fail 'the certificate does not name the method'
says '^no difference' "$tether" replay run/log.mcap --plugin mine.so
says '^verdicts' "$tether" sweep omega_lwr_wall --plugin mine.so --set duration=0.1 \
  --set 'phases=[]' --set 'expect=[]' --vary 'passivity.kind=["two-layer", "plain-tank"]' --out sweep
head -1 sweep/sweep.csv | grep -q 'contact_time' || fail 'the sweep does not have the metric'

refuses "run/log.mcap#scenario.toml: needs the passivity method plain-tank and the metric \
contact_time, which are not built in; load them with --plugin FILE, as the session did" \
  "$tether" replay run/log.mcap
refuses '--set passivity.kind=plain-tonk: unknown passivity method "plain-tonk"; did you mean "plain-tank"?' \
  "$tether" run omega_lwr_wall --plugin mine.so --set passivity.kind=plain-tonk
refuses '--set passivity.plain-tank.share=2: share must be in [0, 1], found 2' \
  "$tether" run omega_lwr_wall --plugin mine.so --set passivity.kind=plain-tank \
  --set passivity.plain-tank.share=2
refuses 'yours.so: no such plug-in' "$tether" run omega_lwr_wall --plugin yours.so
refuses 'mine.so: the passivity method "plain-tank" is there already' \
  "$tether" run omega_lwr_wall --plugin mine.so --plugin mine.so
echo 'no library' >text.so
refuses "text.so: cannot be loaded: $PWD/text.so: file too short" \
  "$tether" run omega_lwr_wall --plugin text.so

# what a compiler of C makes stands for plug-ins that are none, fail, or are of another version
other() {
  cc -shared -fPIC -o "$1" -x c - || fail "cannot compile $1"
}
echo 'int nothing;' | other none.so
refuses 'none.so: is no plug-in of tether: it has no TETHER_PLUGIN' \
  "$tether" run omega_lwr_wall --plugin none.so
other older.so <<'C'
struct { const char* version; unsigned layout[6]; } tether_plugin_build = {"0.0.9", {1, 2, 3, 4, 5, 6}};
void tether_extend(void* extensions) { (void)extensions; *(volatile int*)0 = 0; }
C
status=0
"$tether" run omega_lwr_wall --plugin older.so >said.txt 2>&1 || status=$?
test "$status" -eq 2 || fail "a plug-in of another version ended it with $status"
grep -q '^older.so: was built for tether 0.0.9 (1/2/3/4/5/6), this is .*; build it again$' said.txt ||
  fail "of a plug-in of another version it said: $(cat said.txt)"

# with what this program is, as the message says, one gets as far as to fail by itself
version=$(sed 's/.*this is \([^ ]*\) .*/\1/' said.txt)
layout=$(sed 's#.*this is [^(]*(\([^)]*\)).*#\1#; s#/#, #g' said.txt)
throws() {
  c++ -shared -fPIC -o "$1" -x c++ - <<CPP || fail "cannot compile $1"
#include <stdexcept>
struct Build { const char* version; unsigned layout[6]; };
extern "C" const Build tether_plugin_build = {"$version", {$layout}};
extern "C" void tether_extend(void*) { throw $2; }
CPP
}
throws unlucky.so 'std::runtime_error("out of luck")'
refuses 'unlucky.so: out of luck' "$tether" run omega_lwr_wall --plugin unlucky.so
throws odd.so 7
refuses 'odd.so: failed to add its parts' "$tether" run omega_lwr_wall --plugin odd.so
