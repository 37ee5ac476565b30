#!/bin/sh
# Stands in for systemd in a bare root: starts what the unit says, as its user and with its capabilities.
set -eu
unit=/etc/systemd/system/sluice.service
running=/run/sluice.pid
get() { sed -n "s/^$1=//p" "$unit" | tail -n 1; }
is_active() { [ -f "$running" ] && kill -0 "$(cat "$running")" 2>/dev/null; }

stop() {
  if is_active; then
    kill "$(cat "$running")"
    tries=0
    while is_active; do
      tries=$((tries + 1))
      [ $tries -lt 400 ] || exit 1
      sleep 0.05
    done
  fi
  rm -f "$running"
}

start() {
  set -f
  set -- $(get ExecStart)
  set -- setpriv --reuid="$(get User)" --regid="$(get Group)" --clear-groups --no-new-privs \
    --bounding-set=-all,+net_bind_service --inh-caps=-all,+net_bind_service --ambient-caps=-all,+net_bind_service "$@"
  set -- env -i PATH=/usr/bin:/bin $(grep -v '^#' "$(get EnvironmentFile)") "$@"
  cd "$(get WorkingDirectory)"
  "$@" </dev/null >>/run/sluice.log 2>&1 &
  echo $! >"$running"
}

case "$1" in
is-active) is_active ;;
restart) stop && start ;;
disable | stop) stop ;;
enable | daemon-reload) ;;
*) echo "systemctl: $* is not known here" >&2 && exit 1 ;;
esac
