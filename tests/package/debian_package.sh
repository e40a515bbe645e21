#!/bin/sh
# The Debian packages, made of the build tree's own binaries: what they hold, the program run from
# where they were unpacked and, as root, really installed, run and removed.
#   debian_package.sh CPACK BUILD SOURCE SCRATCH
set -eu
cpack=$1
build=$2
source=$3
scratch=$4
unset TETHER_DATA_DIR

rm -rf "$scratch"
mkdir -p "$scratch/elsewhere"
cd "$scratch"
"$cpack" --config "$build/CPackConfig.cmake" -B "$scratch" >cpack.log 2>&1 || { cat cpack.log; exit 1; }
deb=$(echo "$scratch"/tether_*.deb)
dev=$(echo "$scratch"/tether-dev_*.deb)

expect() {  # FIELD PATTERN
  dpkg-deb -f "$deb" "$1" | grep -q "$2" || { echo "$1 of the package is: $(dpkg-deb -f "$deb" "$1")" >&2; exit 1; }
}
expect Package '^tether$'
expect Version '^0\.1\.0$'
expect Section '^science$'
expect Maintainer '^tether developers <'
expect Depends 'libc6 (>= '
expect Depends 'libmujoco'
expect Description '^haptic bilateral teleoperation'

holds() {  # PACKAGE FILE...
  dpkg-deb -c "$1" >contents.txt
  shift
  for file in "$@"; do
    grep -q " \./usr/$file\$" contents.txt || { echo "the package has no $file" >&2; exit 1; }
  done
}
holds "$deb" bin/tether share/tether/scenarios/passive_arm/omega_lwr_wall.toml share/tether/robots/panda.xml \
  share/man/man1/tether.1.gz share/bash-completion/completions/tether \
  share/zsh/vendor-completions/_tether share/fish/vendor_completions.d/tether.fish \
  share/doc/tether/copyright share/doc/tether/changelog.gz
# nobody but root owns or may write what is installed
if grep -v '^l' contents.txt | grep -v '^[-d]rwxr-xr-x root/root\|^-rw-r--r-- root/root' >odd.txt; then
  echo "odd owners or permissions:" >&2
  cat odd.txt >&2
  exit 1
fi
holds "$dev" include/tether/session/runner.hpp 'lib/.*cmake/tether/tetherConfig.cmake'

# unpacked anywhere, the program finds what belongs to it
dpkg-deb -x "$deb" "$scratch/unpacked"
cp "$scratch/unpacked/usr/share/tether/scenarios/passive_arm/positioning.toml" \
  "$scratch/unpacked/usr/share/tether/scenarios/only_here.toml"
cd "$scratch/elsewhere"
"$scratch/unpacked/usr/bin/tether" list >list.txt
grep -q '^  only_here ' list.txt
short="--set duration=1 --set phases=[] --set expect=[]"
"$scratch/unpacked/usr/bin/tether" run omega_lwr_wall $short --out unpacked
test -s unpacked/report.html

if [ "$(id -u)" -ne 0 ] || dpkg-query -W tether >/dev/null 2>&1; then
  echo "not installed: that takes root, and a machine without the package tether"
  exit 0
fi
trap 'dpkg -r tether >/dev/null 2>&1 || true' EXIT
dpkg -i "$deb" >dpkg.log 2>&1 || { cat dpkg.log; exit 1; }
test "$(/usr/bin/tether --version)" = "tether 0.1.0"

# with nothing to be found in the source tree, where the kernel lets us hide it
mkdir nothing
cat >run_installed.sh <<'INNER'
set -eu
for directory in scenarios robots worlds multibody data; do
  mount --bind "$2" "$1/$directory"
done
shift 2
exec "$@"
INNER
hide=""
if unshare --mount sh run_installed.sh "$source" "$PWD/nothing" true 2>/dev/null; then
  hide="unshare --mount sh run_installed.sh $source $PWD/nothing"
else
  echo "the source tree cannot be hidden here"
fi
$hide /usr/bin/tether run omega_lwr_wall $short --out installed
test -s installed/report.html
if command -v man >/dev/null; then
  MANWIDTH=80 man -l /usr/share/man/man1/tether.1.gz >man.txt
  grep -q '^EXIT STATUS' man.txt
fi
dpkg -r tether >>dpkg.log 2>&1
trap - EXIT
test ! -e /usr/bin/tether
test ! -e /usr/share/tether
