#!/bin/sh
# Installs Sluice on a Linux server with systemd, brings an installed one up to date, or removes it.
set -eu
umask 022

usage() {
  cat <<'END'
sh install.sh [install] [flags]      install, or bring an installed panel up to date
sh install.sh uninstall [--purge]    remove the program; data and a backup stay

  --archive FILE     the archive; without it the one beside this script, or the folder that it was unpacked to
  --listen ADDRESS   where the panel answers; 0.0.0.0 opens it to the world, with HTTPS (127.0.0.1)
  --port N           its port (2053)
  --key KEY          the public key of minisign that must have signed the archive
  --no-start         install only
  --root FOLDER      put everything below this folder, make no user and start nothing: for images
  --purge            uninstall: delete data, settings, logs and the user too; the backup stays
  --no-backup        uninstall: go on although no backup can be made
END
}

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

action=install archive='' listen='' port='' key='' prefix='' start=yes purge=no backup=yes
while [ $# -gt 0 ]; do
  case $1 in
  install | uninstall) action=$1 ;;
  --archive | --listen | --port | --key | --root)
    [ $# -ge 2 ] || fail "$1 needs a value."
    case $1 in
    --archive) archive=$2 ;; --listen) listen=$2 ;; --port) port=$2 ;; --key) key=$2 ;; --root) prefix=${2%/} ;;
    esac
    shift
    ;;
  --no-start) start=no ;;
  --purge) purge=yes ;;
  --no-backup) backup=no ;;
  -h | --help | help) usage && exit 0 ;;
  *) usage >&2 && fail "Unknown: $1" ;;
  esac
  shift
done

user=sluice
home=$prefix/opt/sluice
data=$prefix/var/lib/sluice
logs=$prefix/var/log/sluice
settings=$prefix/etc/sluice/sluice.env
unit=$prefix/etc/systemd/system/sluice.service
command=$prefix/usr/local/bin/sluice
backups=$prefix/var/backups/sluice
script=$(readlink -f -- "$0")
beside=$(dirname -- "$script")
changed=no
[ -z "$prefix" ] || start=no

# A text or number of a release.json, which has one field on each line.
field() { sed -n 's/^ *"'"$2"'": *"\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p' "$1" | head -n 1; }
as_user() { setpriv --reuid="$user" --regid="$user" --init-groups "$@"; }
# Nothing that belongs to the service's user is ever run by root.
panel() { (cd / && "$command" "$@"); }
is_active() { systemctl is-active --quiet sluice 2>/dev/null; }

check_server() {
  [ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail 'Run this as root: it makes a user, a folder in /opt and a service.'
  [ "$(uname -s)" = Linux ] || fail 'Sluice runs on Linux.'
  case $(uname -m) in
  x86_64 | amd64) arch=x64 loader=/lib64/ld-linux-x86-64.so.2 ;;
  aarch64 | arm64) arch=arm64 loader=/lib/ld-linux-aarch64.so.1 ;;
  *) fail "There is no archive for $(uname -m): Sluice runs on x86_64 and on aarch64." ;;
  esac
  [ -e "$loader" ] || fail 'This system has no glibc (Alpine uses musl), and the Node in the archive needs it. Use the container image.'
  [ -n "$prefix" ] && return
  for tool in tar gzip sed setpriv sha256sum; do
    command -v $tool >/dev/null || fail "The program $tool is missing. Install it and run this again."
  done
  [ "$start" = no ] || [ -d /run/systemd/system ] ||
    fail 'systemd does not run here. Run this with --no-start, and start /opt/sluice/current/bin/sluice run in your own way.'
}

check_space() {
  place=$1
  while [ ! -d "$place" ]; do place=$(dirname -- "$place"); done
  free=$(df -Pk -- "$place" | { read -r _ && read -r _ _ _ free _ && echo "$free"; })
  [ "${free:-0}" -ge "$2" ] || fail "$place has $((free / 1024)) MB free; $(($2 / 1024)) MB are needed. Nothing was changed."
}

find_archive() {
  [ -z "$archive" ] || { [ -f "$archive" ] || fail "There is no file $archive." && return; }
  if [ -f "$beside/../release.json" ] && [ -x "$beside/../bin/node" ]; then return; fi
  for found in "$beside"/sluice-*-linux-"$arch".tar.gz; do [ ! -f "$found" ] || archive=$found; done
  [ -n "$archive" ] || fail "There is no archive sluice-VERSION-linux-$arch.tar.gz beside $script."
}

check_archive() {
  sum=''
  [ -n "$archive" ] || return 0
  name=$(basename -- "$archive")
  sums=$(dirname -- "$archive")/SHA256SUMS
  sum=$(sha256sum <"$archive" | cut -d ' ' -f 1)
  if [ -f "$sums" ]; then
    wanted=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\$/\1/p" "$sums")
    [ -n "$wanted" ] || fail "$sums has no line for $name."
    [ "$wanted" = "$sum" ] || fail "$name is damaged: its SHA-256 is $sum and should be $wanted. Fetch it again."
    say "Checked: the SHA-256 of $name."
  else
    say "Not checked: there is no SHA256SUMS beside $name."
  fi
  check_signature
}

# Without --key the keys of the installed release count.
check_signature() {
  keys=$key
  if [ -z "$keys" ] && [ -f "$home/current/release.json" ]; then
    keys=$(sed -n '/"keys": \[/,/\]/s/^ *"\([A-Za-z0-9+\/=]\{56\}\)",\{0,1\}$/\1/p' "$home/current/release.json")
  fi
  if [ -z "$keys" ]; then
    say 'Not checked: the signature. Name the key of the releases with --key to check it.'
  elif ! command -v minisign >/dev/null; then
    [ -z "$key" ] || fail 'The signature cannot be checked: install the package minisign, or leave --key out.'
    say 'Not checked: the signature, because minisign is not installed.'
  elif [ ! -f "$archive.minisig" ]; then
    fail "There is no signature $archive.minisig. Put it beside the archive."
  else
    for one in $keys; do
      if minisign -Vqm "$archive" -P "$one"; then
        say 'Checked: the signature.'
        return
      fi
    done
    fail "The signature of $name is wrong. Nothing was changed."
  fi
}

make_user() {
  [ -z "$prefix" ] || return 0
  ! id "$user" >/dev/null 2>&1 || return 0
  useradd --system --user-group --home-dir /var/lib/sluice --no-create-home --shell /usr/sbin/nologin "$user" ||
    fail "The user $user cannot be made. Make it and run this again."
  say "Made the user $user."
}

give() { [ -n "$prefix" ] || chown "$@"; }

make_folders() {
  mkdir -p "$home/versions" "$home/cache" "$data" "$logs" "$(dirname -- "$settings")" "$(dirname -- "$unit")" "$(dirname -- "$command")"
  chmod 755 "$home" "$home/versions"
  chmod 700 "$home/cache" "$data" "$logs"
  give "$user:$user" "$home" "$home/versions" "$home/cache" "$data" "$logs"
}

is_installed() {
  [ -n "$sum" ] && [ -f "$unit" ] && [ -f "$command" ] && [ -f "$settings" ] &&
    [ "$(cat "$home/current/archive.sha256" 2>/dev/null || :)" = "$sum" ]
}

# Unpacked beside its place and then renamed: an interrupted installation leaves nothing half done. Until then it is
# root's, and what root installs is taken from there: the service's user could change what is in its own folders.
unpack() {
  parts=''
  if is_installed; then
    version=$(field "$home/current/release.json" version)
    return
  fi
  fresh=$(dirname -- "$home")/.sluice-new-$$
  parts=$fresh-parts
  trap 'rm -rf "$fresh" "$parts"' EXIT
  mkdir -m 700 "$fresh"
  if [ -n "$archive" ]; then
    gzip -dc -- "$archive" | tar -xf - -C "$fresh" --strip-components=1 || fail "$archive cannot be unpacked."
  else
    cp -R "$beside/../." "$fresh"
  fi
  version=$(field "$fresh/release.json" version)
  case $version in '' | *[!0-9A-Za-z.-]*) fail 'The archive has no readable release.json.' ;; esac
  [ "$(field "$fresh/release.json" arch)" = "$arch" ] || fail "This archive is for another processor; this one is $arch."
  cp -R "$fresh/packaging" "$parts"
  printf '%s\n' "$sum" >"$fresh/archive.sha256"
  chmod -R go-w "$fresh"
  chmod 755 "$fresh"
  give -R "$user:$user" "$fresh"
  check_runs
  check_not_older
  place=$home/versions/$version
  if [ -d "$place" ] && cmp -s "$place/release.json" "$fresh/release.json"; then
    rm -rf "$fresh"
    return
  fi
  old=''
  if [ -d "$place" ]; then
    old=$home/versions/.old-$$
    mv "$place" "$old"
  fi
  mv "$fresh" "$place"
  [ -z "$old" ] || rm -rf "$old"
  changed=yes
}

check_runs() {
  [ -z "$prefix" ] || return 0
  said=$(as_user "$fresh/bin/node" --version 2>&1) ||
    fail "The Node of the archive does not run here: $said. On a bare Debian: apt-get install libstdc++6. Nothing was changed."
}

check_not_older() {
  [ -f "$home/current/release.json" ] || return 0
  [ "$(field "$fresh/release.json" schema)" -ge "$(field "$home/current/release.json" schema)" ] ||
    fail "Version $version is older than the installed one and cannot read its database. Nothing was changed."
}

# A file of root's, written only if it differs.
put() {
  cmp -s "$1" "$2" && return
  cp "$1" "$2.new-$$"
  chmod "$3" "$2.new-$$"
  mv "$2.new-$$" "$2"
  changed=yes
}

set_value() {
  [ -n "$2" ] || return 0
  grep -qx "$1=$2" "$settings" && return
  sed "/^#* *$1=/d" "$settings" >"$settings.new-$$"
  printf '%s=%s\n' "$1" "$2" >>"$settings.new-$$"
  chmod 640 "$settings.new-$$"
  give "root:$user" "$settings.new-$$"
  mv "$settings.new-$$" "$settings"
  changed=yes
}

write_settings() {
  if [ -n "$parts" ]; then
    if [ ! -f "$settings" ]; then put "$parts/sluice.env" "$settings" 640; fi
    put "$parts/sluice.service" "$unit" 644
    put "$parts/command.sh" "$command" 755
  fi
  set_value SLUICE_LISTEN "$listen"
  set_value SLUICE_PORT "$port"
  chmod 640 "$settings"
  give "root:$user" "$settings"
}

switch_version() {
  [ "$(readlink "$home/current" 2>/dev/null || :)" != "versions/$version" ] || return 0
  ln -s "versions/$version" "$home/current.new-$$"
  [ -n "$prefix" ] || chown -h "$user:$user" "$home/current.new-$$"
  mv -T "$home/current.new-$$" "$home/current"
  changed=yes
}

# The value that the service uses: its own settings file first, then what the panel has stored.
value_of() {
  set=$(sed -n "s/^$1=//p" "$settings" | tail -n 1)
  if [ -n "$set" ]; then printf '%s' "$set"; else panel setting -show | sed -n "s/^$2: //p"; fi
}

# Before a new version starts: it may be busy with its database afterwards.
learn_address() {
  [ "$start" = yes ] || return 0
  at=$(value_of SLUICE_LISTEN listen) on=$(value_of SLUICE_PORT port) path=$(value_of SLUICE_BASE_PATH webBasePath)
}

start_panel() {
  [ "$start" = yes ] || return 0
  systemctl daemon-reload
  systemctl enable --quiet sluice
  if [ "$changed" = yes ] || ! is_active; then systemctl restart sluice; fi
  as_user "$home/current/bin/node" "$home/current/packaging/where.mjs" "$at" "$on" "$path" 60 ||
    fail "The panel does not answer. See why: journalctl -u sluice${kept:+; the backup from before is $kept}"
  case $at in
  127.* | ::1 | localhost) say "It answers on this server only. From your own computer: ssh -L $on:127.0.0.1:$on root@SERVER, or install with --listen 0.0.0.0." ;;
  esac
}

# Readable by root only; made by the panel's own command, which works beside a running panel.
make_backup() {
  mkdir -p "$backups"
  chmod 711 "$backups"
  outbox=$backups/.new-$$
  mkdir -m 700 "$outbox"
  give "$user:$user" "$outbox"
  made=$(panel backup "$outbox" | tail -n 1)
  if [ ! -f "$made" ]; then
    rm -rf "$outbox"
    return 1
  fi
  kept=$backups/$(basename -- "$made")
  mv "$made" "$kept"
  rmdir "$outbox"
  chown root:root "$kept"
  chmod 600 "$kept"
  chmod 700 "$backups"
}

install_panel() {
  check_server
  check_space "$home" 600000
  check_space "$data" 100000
  find_archive
  check_archive
  before=$(field "$home/current/release.json" version 2>/dev/null || :)
  kept=''
  make_user
  make_folders
  unpack
  if [ -z "$prefix" ] && [ -n "$before" ] && [ "$before" != "$version" ]; then
    make_backup || fail 'No backup can be made, so nothing was changed: see the line above.'
    say "A backup from before is $kept."
  fi
  write_settings
  [ -z "$before" ] || learn_address
  switch_version
  if [ -z "$before" ] && [ -z "$prefix" ]; then
    panel setting -firstAdmin
    learn_address
  fi
  start_panel
  if [ "$changed" = no ]; then
    say "Sluice $version is installed; nothing was changed."
  else
    say "Sluice $version is installed${before:+ (before: $before)}. The command is: sluice"
  fi
}

uninstall_panel() {
  [ "$(id -u)" = 0 ] || fail 'Run this as root.'
  [ -z "$prefix" ] || fail 'uninstall has no --root: delete the folder.'
  [ -e "$home" ] || [ -e "$unit" ] || fail 'Sluice is not installed here.'
  kept=''
  if ! make_backup; then
    [ "$backup" = no ] || fail 'No backup can be made, so nothing was removed: see the line above. To go on without one: --no-backup'
  fi
  if [ -e "$unit" ]; then
    systemctl disable --quiet --now sluice 2>/dev/null || :
    rm -f "$unit"
    systemctl daemon-reload 2>/dev/null || :
  fi
  rm -rf "$home"
  rm -f "$command"
  if [ "$purge" = yes ]; then
    rm -rf "$data" "$logs" "$(dirname -- "$settings")"
    ! id "$user" >/dev/null 2>&1 || userdel "$user"
    say 'Sluice, its data, settings and logs were removed.'
  else
    say "Sluice was removed. Data stays in $data, settings in $(dirname -- "$settings"): install it again to go on."
  fi
  [ -z "$kept" ] || say "A backup of everything: $kept"
}

case $action in
install) install_panel ;;
uninstall) uninstall_panel ;;
esac
