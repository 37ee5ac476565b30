#!/bin/sh
# The command `sluice` of an installed panel. It belongs to root, and root becomes the user of the service before it
# runs anything that this user could have changed; what root wrote to the data folder the service could not read.
set -eu

user=sluice
program=${SLUICE_HOME:-/opt/sluice}/current/bin/sluice
[ "$(id -u)" = 0 ] || exec "$program" "$@"
if command -v setpriv >/dev/null; then
  exec setpriv --reuid="$user" --regid="$user" --init-groups "$program" "$@"
elif command -v runuser >/dev/null; then
  exec runuser -u "$user" -- "$program" "$@"
fi
echo "Run this as the user $user: neither setpriv nor runuser is installed." >&2
exit 1
