#!/bin/sh
# Checks the entries of a panel with the Node and the core beside it: sluice-probe --join STRING
set -eu

here=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
@ENV@

exec "$here/bin/node" @FLAGS@ "$here/lib/dist/server/probe.js" --core "$here/bin/xray" \
  --folder "${SLUICE_PROBE_FOLDER:-$here/data}" "$@"
