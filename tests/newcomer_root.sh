#!/bin/sh
# Tries tests/newcomer.sh from a bare clone in a fresh Debian 12 root with git and make only, made
# by debootstrap. Needs root and some 6 GB.
#   tests/newcomer_root.sh [--user] [--browser N] [ROOT] [COMMAND]
# --user       COMMAND is run by an ordinary user who may use sudo without a password, not by root.
#              A chroot has no user namespaces, as some machines: Chromium's sandbox then comes from
#              the package chromium-sandbox, and what needs a namespace of its own is skipped.
# --browser N  after COMMAND, which must have built the tests: all tests with a browser N times in a
#              row, up to the first failure
# ROOT (a new folder under /var/tmp) is removed at the end unless it was given. COMMAND instead of
# tests/newcomer.sh, such as "make test". All that a user with sudo must get, with the browser's
# tests ten times:
#   tests/newcomer_root.sh --user --browser 10 /var/tmp/root "make run && make test"
set -eu
user=root
home=/root
repeats=0
while :; do
  case ${1:-} in
    --user) user=newcomer home=/home/newcomer; shift ;;
    --browser) repeats=$2; shift 2 ;;
    --*) echo "$0: unknown option $1" >&2; exit 2 ;;
    *) break ;;
  esac
done
clone=$(cd "$(dirname "$0")/.." && pwd)
[ "$(id -u)" -eq 0 ] || { echo "$0: needs root, for debootstrap and chroot" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "$0: needs debootstrap" >&2; exit 1; }

root=${1:-$(mktemp -d /var/tmp/tether_root.XXXXXX)}
command=${2:-tests/newcomer.sh}
[ "$repeats" -eq 0 ] ||
  command="{ $command; } && ctest --preset release -L browser --repeat until-fail:$repeats"
clean_up() {
  umount -R -l "$root" 2>/dev/null || true
  [ $# -gt 0 ] || rm -rf --one-file-system "$root"
}
trap 'clean_up ${1:-}' EXIT
trap 'exit 130' INT TERM

packages=git,make,ca-certificates
[ "$user" = root ] || packages=$packages,sudo
echo "$0: a fresh Debian 12 in $root"
debootstrap --variant=minbase --include="$packages" bookworm "$root" \
  >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
rm -f "$root.log"

# a mount of its own, as the root of a machine is: network namespaces ask for it
mount --bind "$root" "$root"

# the way to the network is this machine's: names, proxies and the authorities it trusts
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
for settings in $(grep -lsi proxy /etc/apt/apt.conf /etc/apt/apt.conf.d/* || true); do
  cp "$settings" "$root/etc/apt/apt.conf.d/"
done
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t devpts -o ptmxmode=666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"

if [ "$user" != root ]; then
  chroot "$root" useradd --create-home --shell /bin/bash "$user"
  echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$user"
fi
if [ -f "$HOME/.npmrc" ]; then cp "$HOME/.npmrc" "$root$home/"; fi
git clone -q "$clone" "$root$home/tether"
chroot "$root" chown -R "$user:" "$home"
chroot --userspec="$user:$user" "$root" /usr/bin/env HOME=$home USER="$user" LANG=C.UTF-8 \
  NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
  sh -c "cd $home/tether && $command"
