#!/bin/sh
# Tries tests/newcomer.sh from a bare clone in a fresh Debian 12 root with git and make only, made
# by debootstrap. Needs root and some 6 GB.
#   tests/newcomer_root.sh [ROOT] [COMMAND]
# ROOT (a new folder under /var/tmp) is removed at the end unless it was given. COMMAND instead of
# tests/newcomer.sh, such as "make test".
set -eu
clone=$(cd "$(dirname "$0")/.." && pwd)
[ "$(id -u)" -eq 0 ] || { echo "$0: needs root, for debootstrap and chroot" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "$0: needs debootstrap" >&2; exit 1; }

root=${1:-$(mktemp -d /var/tmp/tether_root.XXXXXX)}
command=${2:-tests/newcomer.sh}
clean_up() {
  umount -R -l "$root" 2>/dev/null || true
  [ $# -gt 0 ] || rm -rf --one-file-system "$root"
}
trap 'clean_up ${1:-}' EXIT
trap 'exit 130' INT TERM

echo "$0: a fresh Debian 12 in $root"
debootstrap --variant=minbase --include=git,make,ca-certificates bookworm "$root" \
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
if [ -f "$HOME/.npmrc" ]; then cp "$HOME/.npmrc" "$root/root/"; fi
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t devpts -o ptmxmode=666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"

git clone -q "$clone" "$root/root/tether"
chroot "$root" /usr/bin/env HOME=/root LANG=C.UTF-8 \
  NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
  sh -c "cd /root/tether && exec $command"
