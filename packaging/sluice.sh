#!/bin/sh
# Runs the program of this folder with the Node beside it.
set -eu

self=$(readlink -f -- "$0")
here=${self%/bin/sluice}
home=${here%/versions/*}

# The settings of the service, for commands that a person calls. What is set already wins.
load_environment() {
  while IFS= read -r line || [ -n "$line" ]; do
    name=${line%%=*}
    case $name in '' | *[!A-Za-z0-9_]* | [0-9]*) continue ;; esac
    value=${line#*=}
    case $value in
    \"*\") value=${value#\"} value=${value%\"} ;;
    \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    eval "is_set=\${$name+yes}"
    [ -n "${is_set:-}" ] || export "$name=$value"
  done <"$1"
}

# A folder that was only unpacked, and not installed, has its data beside it (lib/data).
if [ "$home" != "$here" ] && [ -L "$home/current" ]; then
  settings=${SLUICE_ENV_FILE:-/etc/sluice/sluice.env}
  if [ -r "$settings" ]; then load_environment "$settings"; fi
  : "${SLUICE_DB_FOLDER:=/var/lib/sluice}"
  export SLUICE_DB_FOLDER HOME="$SLUICE_DB_FOLDER"
  export XDG_CACHE_HOME="${XDG_CACHE_HOME:-$home/cache}" NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$home/cache/compile}"
fi
@ENV@

program=$here/lib/dist/server
case ${1:-run} in
run | --listen* | --insecure-http)
  # The parent of the panel: it keeps the core's connections alive while the panel is replaced.
  if [ -e "$program/supervise.js" ]; then exec "$here/bin/node" "$program/supervise.js" "$@"; fi
  ;;
esac
exec "$here/bin/node" @FLAGS@ "$program/main.js" "$@"
