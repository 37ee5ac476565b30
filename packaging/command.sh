#!/bin/sh
# The command `sluice` of an installed panel, and what the unit starts. It belongs to root; the program that it runs
# belongs to the service's user, which could have changed it. So root becomes that user first, and the program gets
# neither the terminal nor the environment of root.
set -eu

user=sluice
home=/opt/sluice/panel
program=$home/current/bin/sluice

caller=$(id -u)
if [ "$caller" = "$(id -u "$user" 2>/dev/null || :)" ]; then
  export SLUICE_HOME="$home"
  exec "$program" "$@"
fi
if [ "$caller" != 0 ]; then
  echo "Run this as root, for example: sudo sluice ${1:-version}. It works with the data of the panel, which is for root and the user $user only." >&2
  exit 1
fi
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
for tool in setpriv setsid realpath; do
  command -v $tool >/dev/null && continue
  echo "The program $tool is missing. Install it and run this again." >&2
  exit 1
done

# What is exported here may be secrets of other programs.
for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p'); do
  case $name in
  PATH | SLUICE_* | PG* | LANG | LC_* | TZ | TERM | NO_COLOR | SHELLOPTS | BASHOPTS) ;;
  [Hh][Tt][Tt][Pp]_[Pp]* | [Hh][Tt][Tt][Pp][Ss]_[Pp]* | [Nn][Oo]_[Pp][Rr]* | [Aa][Ll][Ll]_[Pp]*) ;;
  *) unset "$name" ;;
  esac
done
export PATH SLUICE_HOME="$home"

# Root opens a file for the service only if nobody but root could have put something else there: no link on the way, and
# every folder root's alone. Everything else the program opens by itself, with its own rights.
is_roots() {
  file=$(realpath -s -- "$1" 2>/dev/null) || return 1
  [ -f "$file" ] && [ "$file" = "$(readlink -f -- "$file")" ] || return 1
  place=$file
  while [ "$place" != / ]; do
    place=$(dirname -- "$place")
    case $(stat -c '%u %A' -- "$place") in 0\ d????-??-*) ;; *) return 1 ;; esac
  done
}

# The open file in the place of its name: the user of the service cannot read what is in /root or /var/backups/sluice.
handle=3
open_file() {
  given=$1
  [ "$handle" -lt 9 ] && is_roots "$1" || return 0
  eval "exec $handle<\"\$file\""
  given=/dev/fd/$handle
  handle=$((handle + 1))
}

# The file of `restore`, and those that these flags name. A database of another panel goes by its name: it is copied
# together with the files that lie beside it.
left=$# before=''
while [ "$left" -gt 0 ]; do
  given=$1
  case $before:$1 in
  restore:-*) ;;
  restore:* | -passphrase-file:* | --passphrase-file:* | -config:* | --config:* | -env:* | --env:*) open_file "$1" ;;
  *:-passphrase-file=* | *:--passphrase-file=* | *:-config=* | *:--config=* | *:-env=* | *:--env=*)
    open_file "${1#*=}"
    given=${1%%=*}=$given
    ;;
  esac
  before=$1
  shift
  set -- "$@" "$given"
  left=$((left - 1))
done

set -- setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs --inh-caps=-all "$program" "$@"

# A person: the program gets a terminal of its own, in which it can type only to itself.
if [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && command -v script >/dev/null; then
  words=''
  for word; do words="$words '$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'"; done
  exec env SHELL=/bin/sh script -qec "exec$words" /dev/null
fi

# Otherwise it gets no terminal at all: a session of its own, and pipes where this one has a terminal.
pipes=''
through_pipe() {
  [ -n "$pipes" ] || pipes=$(mktemp -d)
  mkfifo "$pipes/$1"
}
trap '[ -z "$pipes" ] || rm -rf "$pipes"' EXIT
if [ -t 1 ]; then through_pipe out && { cat "$pipes/out" & } && exec >"$pipes/out"; fi
if [ -t 2 ]; then through_pipe err && { cat "$pipes/err" >&2 & } && exec 2>"$pipes/err"; fi
if [ -t 0 ]; then exec 9</dev/null; else exec 9<&0; fi
setsid "$@" <&9 9<&- &
child=$!
trap 'kill -TERM "$child" 2>/dev/null || :' INT TERM HUP
while :; do
  wait "$child" && status=0 || status=$?
  kill -0 "$child" 2>/dev/null || break
done
exec >/dev/null 2>&1
wait
exit "$status"
