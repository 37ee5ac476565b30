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
  --force            install it again, or although the database of the panel is newer
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

action=install archive='' listen='' port='' key='' prefix='' start=yes purge=no backup=yes force=no
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
  --force) force=yes ;;
  --purge) purge=yes ;;
  --no-backup) backup=no ;;
  -h | --help | help) usage && exit 0 ;;
  *) usage >&2 && fail "Unknown: $1" ;;
  esac
  shift
done

user=sluice
home=$prefix/opt/sluice
# The service's own folder: versions, and the link to the one that runs. Everything else in $home is root's.
service=$home/panel
# What was installed last: its release.json, the SHA-256 of its archive, this script.
state=$home/installed
moving=$(dirname -- "$home")/.sluice-moving
data=$prefix/var/lib/sluice
logs=$prefix/var/log/sluice
settings=$prefix/etc/sluice/sluice.env
unit=$prefix/etc/systemd/system/sluice.service
command=$prefix/usr/local/bin/sluice
backups=$prefix/var/backups/sluice
script=$(readlink -f -- "$0")
beside=$(dirname -- "$script")
changed=no old_layout=no fresh='' version='' kept=''
[ -z "$prefix" ] || start=no
exec </dev/null
notes=$(mktemp)
trap 'rm -rf "$notes" "$fresh"' EXIT
trap 'exit 130' INT TERM HUP

# A text or number of a release.json, which has one field on each line.
field() { sed -n 's/^ *"'"$1"'": *"\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p' | head -n 1; }
is_active() { systemctl is-active --quiet sluice 2>/dev/null; }
has_user() { [ -n "$prefix" ] || id "$user" >/dev/null 2>&1; }

# The service's user can change what is in its folders at any moment, also while this runs. So only that user touches them:
# a link there leads nowhere that it could not go by itself. It gets no terminal: what it says is shown by `show`.
as_user() (
  if [ -n "$prefix" ]; then
    "$@" 2>>"$notes"
  else
    cd /
    setsid setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs --inh-caps=-all \
      env -i PATH="$PATH" SLUICE_HOME="$service" "$@" 2>>"$notes"
  fi
)
panel() { as_user "$service/current/bin/sluice" "$@"; }
plain() { LC_ALL=C tr -cd '\11\12\40-\176'; }
show() { plain <"$notes" >&2; }

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
  for tool in tar gzip sed setpriv setsid sha256sum mktemp stat tr; do
    command -v $tool >/dev/null || fail "The program $tool is missing. Install it and run this again."
  done
  [ "$start" = no ] || [ -d /run/systemd/system ] ||
    fail 'systemd does not run here. Run this with --no-start, and let your own supervisor run: /usr/local/bin/sluice run'
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

# Without --key the keys of the release count that was installed last.
check_signature() {
  keys=$key
  if [ -z "$keys" ] && [ -f "$state/release.json" ]; then
    keys=$(sed -n '/"keys": \[/,/\]/s/^ *"\([A-Za-z0-9+\/=]\{56\}\)",\{0,1\}$/\1/p' "$state/release.json")
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
    fail "The signature of $name is wrong. Nothing was changed. If the releases have a new key, name it with --key."
  fi
}

# Before, all of /opt/sluice was the service's. Nothing in there is believed.
find_layout() {
  [ ! -L "$home" ] || fail "$home is a link. Put a folder in its place: mount one there, if it has to be on another disk."
  if [ ! -e "$home" ] && [ -d "$moving/panel" ]; then mv -T "$moving" "$home"; fi # interrupted in the middle
  if [ -z "$prefix" ] && [ -d "$home" ] && [ "$(stat -c %u -- "$home")" != 0 ]; then
    old_layout=yes service=$home state=$moving/none
    [ ! -e "$moving/panel" ] || fail "$moving is left from a move that was interrupted, and $home is there too. Delete the one that you do not need."
    [ "$(stat -c %d -- "$home")" = "$(stat -c %d -- "$(dirname -- "$home")")" ] ||
      fail "$home is a mount point, and a folder of root's has to be put around it. Copy its content to a plain folder in its place first."
    [ "$start" = yes ] || ! is_active || fail 'The folders of the panel have to be moved: stop the service first, or leave --no-start out.'
  fi
}

# Only what root has noted counts: the service could say anything of itself.
is_installed() {
  [ "$force" = no ] && [ -f "$unit" ] && [ -f "$command" ] && [ -f "$settings" ] && [ -f "$state/archive.sha256" ] || return 1
  if [ -z "$archive" ]; then cmp -s "$beside/../release.json" "$state/release.json"; else [ "$(cat "$state/archive.sha256")" = "$sum" ]; fi
}

read_release() {
  if [ -n "$archive" ]; then
    gzip -dc -- "$archive" | tar -xOf - --wildcards --no-wildcards-match-slash '*/release.json'
  else
    cat "$beside/../release.json"
  fi
}

# Everything that can be known of the archive before anything is changed.
check_release() {
  release=$(read_release 2>/dev/null) || fail "$archive cannot be unpacked."
  version=$(printf '%s\n' "$release" | field version)
  case $version in '' | *[!0-9A-Za-z.-]*) fail 'The archive has no readable release.json.' ;; esac
  [ "$(printf '%s\n' "$release" | field arch)" = "$arch" ] ||
    fail "This archive is for another processor; this one is $arch. Nothing was changed."
  schema=$(printf '%s\n' "$release" | field schema)
  is_number "$schema" || fail 'The archive has no readable release.json.'
  learn_running
  if [ -f "$state/release.json" ]; then check_not_older "$(field schema <"$state/release.json")"; fi
  check_not_older "$claimed"
}

is_number() { case $1 in '' | *[!0-9]* | ??????????*) return 1 ;; esac }

# What the service says of itself: a panel that updated itself is newer than what was installed last.
learn_running() {
  before='' claimed=''
  has_user || return 0
  said=$(as_user head -c 65536 "$service/current/release.json" | plain) || return 0
  before=$(printf '%s\n' "$said" | field version)
  case $before in *[!0-9A-Za-z.-]* | ?????????????????????????????????*) before='' ;; esac
  claimed=$(printf '%s\n' "$said" | field schema)
  : >"$notes"
}

check_not_older() {
  is_number "$1" && [ "$force" = no ] || return 0
  [ "$schema" -ge "$1" ] ||
    fail "Version $version is older than the installed one${before:+ ($before)} and cannot read its database. Nothing was changed. To install it nevertheless, and restore a backup afterwards: --force"
}

# Root's own copy, which the service cannot change: unit and command come from there.
unpack() {
  fresh=$(dirname -- "$home")/.sluice-new-$$
  mkdir -p "$(dirname -- "$home")"
  mkdir -m 755 "$fresh"
  if [ -n "$archive" ]; then
    gzip -dc -- "$archive" | tar -xf - -C "$fresh" --no-same-owner --strip-components=1 || fail "$archive cannot be unpacked."
  else
    cp -R "$beside/../." "$fresh"
  fi
  chmod -R go-w "$fresh"
  [ -z "$prefix" ] || return 0
  setsid setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs "$fresh/bin/node" --version >/dev/null 2>"$notes" ||
    fail "The Node of the archive does not run here: $(plain <"$notes"). On a bare Debian: apt-get install libstdc++6. Nothing was changed."
}

make_user() {
  ! has_user || return 0
  useradd --system --user-group --home-dir /var/lib/sluice --no-create-home --shell /usr/sbin/nologin "$user" ||
    fail "The user $user cannot be made. Make it and run this again."
  say "Made the user $user."
}

give() { [ -n "$prefix" ] || chown -h "$@"; }

# For the service. The folder around it is root's, so that the service cannot put a link there; an operator may have.
make_own() {
  [ ! -L "$1" ] || return 0
  mkdir -p "$1"
  chmod "$2" "$1"
  give "$user:$user" "$1"
}

make_folders() {
  for file in "$data" "$logs" "$settings" "$unit" "$command"; do mkdir -p "$(dirname -- "$file")"; done
  make_own "$data" 700
  make_own "$logs" 700
  [ "$old_layout" = no ] || return 0
  mkdir -p "$state"
  make_own "$service" 755
}

# The folder that the service had becomes its own folder inside one of root's: two renames, and nothing in it is looked at.
move_layout() {
  [ "$old_layout" = yes ] || return 0
  ! is_active || systemctl stop sluice
  rmdir "$moving/installed" "$moving" 2>/dev/null || :
  mkdir -m 755 "$moving"
  mkdir "$moving/installed"
  mv -T "$home" "$moving/panel" || fail "$home cannot be renamed: see the line above. Run this again afterwards."
  mv -T "$moving" "$home"
  service=$home/panel state=$home/installed
  say "$home belongs to root now, and $service to the user $user."
}

# Unpacked beside its place and then renamed: an interrupted installation leaves nothing half done.
place_version() {
  tar -C "$fresh" -cf - . | as_user sh -c '
    set -eu
    umask 022
    cd "$1"
    rm -rf .new-*
    mkdir -p versions
    mkdir -p -m 700 cache
    mkdir ".new-$3"
    tar -xf - -C ".new-$3"
    if [ -e "versions/$2" ]; then mv -T "versions/$2" ".new-$3-old"; fi
    mv -T ".new-$3" "versions/$2"
    rm -rf .new-*' sh "$service" "$version" "$$" >>"$notes" || {
    show
    fail "The version cannot be put into $service. Nothing was changed."
  }
}

switch_version() {
  as_user sh -c '
    set -eu
    cd "$1"
    ln -s "versions/$2" ".new-current-$3"
    mv -T ".new-current-$3" current' sh "$service" "$version" "$$" >>"$notes" || {
    show
    fail "$service/current cannot be changed: see the line above."
  }
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
  if [ -n "$fresh" ]; then
    if [ ! -f "$settings" ]; then put "$fresh/packaging/sluice.env" "$settings" 640; fi
    put "$fresh/packaging/sluice.service" "$unit" 644
    put "$fresh/packaging/command.sh" "$command" 755
  fi
  set_value SLUICE_LISTEN "$listen"
  set_value SLUICE_PORT "$port"
  chmod 640 "$settings"
  give "root:$user" "$settings"
}

# Last: an installation that was interrupted is done again.
write_state() {
  put "$fresh/packaging/install.sh" "$state/install.sh" 755
  put "$fresh/release.json" "$state/release.json" 644
  printf '%s\n' "$sum" >"$notes"
  put "$notes" "$state/archive.sha256" 644
}

# The value that the service uses: its own settings file first, then what the panel has stored.
value_of() {
  set=$(sed -n "s/^$1=//p" "$settings" | tail -n 1)
  if [ -n "$set" ]; then printf '%s' "$set"; else panel setting -show | plain | sed -n "s/^$2: //p"; fi
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
  where=$(as_user "$service/current/bin/node" "$service/current/packaging/where.mjs" "$at" "$on" "$path" 60) ||
    fail "The panel does not answer. See why: journalctl -u sluice${kept:+; the backup from before is $kept}"
  printf '%s\n' "$where" | plain
  case $at in
  127.* | ::1 | localhost) say "It answers on this server only. From your own computer: ssh -L $on:127.0.0.1:$on root@SERVER, or install with --listen 0.0.0.0." ;;
  esac
}

first_admin() {
  admin=$(panel setting -firstAdmin) || {
    show
    fail 'No administrator can be made: see the line above.'
  }
  printf '%s\n' "$admin" | plain
}

# For root only. The panel's own command makes it, beside a running panel too; its bytes come through a pipe, so that the
# service decides neither where root writes nor what root reads.
make_backup() {
  mkdir -p "$backups"
  chmod 700 "$backups"
  draft=$backups/.new-$$
  (
    umask 077
    as_user sh -c '
      set -eu
      umask 077
      box=$(mktemp -d "$2/.backup-XXXXXX")
      trap "rm -rf \"$box\"" EXIT
      "$1" backup "$box" >&2
      cat "$box"/sluice-*' sh "$service/current/bin/sluice" "$data" >"$draft"
  ) || :
  case $(head -c 4 "$draft" | plain) in
  PK*) ending=zip ;;
  age-) ending=zip.age ;;
  *)
    rm -f "$draft"
    show
    return 1
    ;;
  esac
  kept=$backups/sluice-$(date -u +%Y-%m-%dT%H-%M-%SZ)-installer.$ending
  mv -T "$draft" "$kept"
}

install_version() {
  unpack
  make_user
  make_folders
  if [ -z "$prefix" ] && [ -n "$before" ]; then
    make_backup || fail 'No backup can be made, so the version was not changed: see the line above.'
    say "A backup from before is $kept."
  fi
  place_version
  write_settings
  [ -z "$before" ] || learn_address
  move_layout
  switch_version
  if [ -z "$before" ] && [ -z "$prefix" ]; then
    first_admin
    learn_address
  fi
  write_state
  changed=yes
}

install_panel() {
  check_server
  check_space "$home" 600000
  check_space "$data" 100000
  find_archive
  find_layout
  check_archive
  if is_installed; then
    version=$(field version <"$state/release.json")
    learn_running
    [ "$before" = "$version" ] || say "The panel says that it is version ${before:-unknown} by now, which was not installed by root. To put $version in its place: --force"
    write_settings
    learn_address
  else
    check_release
    install_version
  fi
  start_panel
  if [ "$changed" = no ]; then
    say "Sluice $version is installed; nothing was changed."
  else
    say "Sluice $version is installed${before:+ (before: $before)}. The command is: sluice"
  fi
}

# A folder of the service: that user empties it, and the empty folder is root's to delete.
remove_own() {
  if [ -L "$1" ] || [ ! -d "$1" ]; then return 0; fi
  as_user sh -c 'cd "$1" && chmod -R u+rwX . && rm -rf ./* ./.[!.]* ./..?*' sh "$1" >>"$notes" || :
  rmdir "$1" 2>/dev/null || say "Not everything in $1 could be removed: look at what is there, and delete it yourself."
}

# The unit leaves the core running if the panel cannot stop it. This time nobody will adopt it.
stop_for_good() {
  [ -e "$unit" ] || return 0
  extra=/run/systemd/system/sluice.service.d
  mkdir -p "$extra"
  printf '[Service]\nKillMode=mixed\n' >"$extra/uninstall.conf"
  systemctl daemon-reload 2>/dev/null || :
  systemctl disable --quiet --now sluice 2>/dev/null || :
  rm -f "$extra/uninstall.conf" "$unit"
  rmdir "$extra" 2>/dev/null || :
  systemctl daemon-reload 2>/dev/null || :
}

uninstall_panel() {
  [ "$(id -u)" = 0 ] || fail 'Run this as root.'
  [ -z "$prefix" ] || fail 'uninstall has no --root: delete the folder.'
  [ -e "$home" ] || [ -e "$unit" ] || fail 'Sluice is not installed here.'
  has_user || fail "There is no user $user, which owns the files. Make it, or delete $home and $unit yourself."
  start=yes
  find_layout
  if ! make_backup; then
    [ "$backup" = no ] || fail 'No backup can be made, so nothing was removed: see the line above. To go on without one: --no-backup'
  fi
  stop_for_good
  remove_own "$service"
  if [ "$old_layout" = no ]; then
    rm -rf "$state"
    rmdir "$home" 2>/dev/null || :
  fi
  rm -f "$command"
  if [ "$purge" = yes ]; then
    remove_own "$data"
    remove_own "$logs"
    rm -rf "$(dirname -- "$settings")"
    userdel "$user" || say "The user $user stays: see the line above."
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
