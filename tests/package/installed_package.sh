#!/bin/sh
# An install in a prefix of its own: another project builds against it and runs, and the program
# runs from another directory.
#   installed_package.sh CMAKE BUILD SCRATCH
set -eu
cmake=$1
build=$2
scratch=$3
here=$(cd "$(dirname "$0")" && pwd)
unset TETHER_DATA_DIR

rm -rf "$scratch"
mkdir -p "$scratch/elsewhere"
prefix=$scratch/prefix
"$cmake" --install "$build" --prefix "$prefix" >"$scratch/install.log"

# a prefix that has moved is as good
mv "$prefix" "$scratch/moved"
prefix=$scratch/moved
# a name that only this prefix has for a scenario shows where the program looks
mv "$prefix/share/tether/scenarios/passive_arm/peg_in_hole.toml" "$prefix/share/tether/scenarios/only_here.toml"

configure() {
  "$cmake" -S "$here/consumer" -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_FLAGS="-Wall -Wextra"
}
configure "$scratch/consumer" >"$scratch/consumer.log"
"$cmake" --build "$scratch/consumer"
# warnings as errors and the like are the project's own affair
if grep -q -e -Werror "$scratch/consumer/build.ninja"; then
  echo "compiler options of tether leak into other projects" >&2
  exit 1
fi

cd "$scratch/elsewhere"
TETHER_DATA_DIR=$prefix/share/tether "$scratch/consumer/consumer" | tee certificate.txt
grep -q '^certificate: passive, .* after 1.0 s$' certificate.txt

"$prefix/bin/tether" list >list.txt
# a task has that name, too
sed '/^robots/,$d' list.txt >scenarios.txt
grep -q '^  only_here ' scenarios.txt
if grep -q '^  peg_in_hole ' scenarios.txt; then
  echo "the installed program looks for scenarios elsewhere than in its prefix" >&2
  exit 1
fi
"$prefix/bin/tether" run omega_lwr_wall --set duration=1 --set 'phases=[]' --set 'expect=[]'
test -s out/omega_lwr_wall/report.html

# a plug-in of somebody else brings a passivity method and a metric
"$prefix/bin/tether" run omega_lwr_wall --plugin "$scratch/consumer/consumer_parts.so" \
  --set passivity.kind=still --set duration=1 --set 'phases=[]' \
  --set 'expect=[{metric = "samples_sent", min = 2000, max = 2000}]' --out with_plugin
grep -q '"method": "still"' with_plugin/summary.json
"$prefix/bin/tether" replay with_plugin/log.mcap --plugin "$scratch/consumer/consumer_parts.so"

for file in share/man/man1/tether.1.gz share/bash-completion/completions/tether \
  share/zsh/vendor-completions/_tether share/fish/vendor_completions.d/tether.fish \
  share/doc/tether/LICENSE share/doc/tether/README.md; do
  test -s "$prefix/$file" || { echo "$file is missing" >&2; exit 1; }
done

# another minor version is refused, with the reason
mkdir "$scratch/newer"
sed 's/tether 0\.1 REQUIRED/tether 0.2 REQUIRED/' "$here/consumer/CMakeLists.txt" \
  >"$scratch/newer/CMakeLists.txt"
cp "$here/consumer/main.cpp" "$scratch/newer/"
if "$cmake" -S "$scratch/newer" -B "$scratch/newer/build" -G Ninja \
     -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/newer.log" 2>&1; then
  echo "an older version than asked for is taken" >&2
  exit 1
fi
grep -q 'requested version "0.2"' "$scratch/newer.log"
