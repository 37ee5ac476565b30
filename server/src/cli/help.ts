const texts = {
  main: `sluice - a control panel for proxy cores

Usage: sluice [command] [flags]        (npm start -- [command] [flags])

  run        start the panel (default)
  setting    show or change settings and the administrator's credentials
  cert       set or clear the panel's certificate
  core       install the proxy core, or say which one is used
  migrate    bring the database up to date and stop
  routes     print every HTTP route with its guard
  version    print the version

Each command has its own --help.`,
  run: `sluice run [--listen ADDRESS] [--insecure-http]

  --listen ADDRESS   listen on this address for panel and subscriptions; 0.0.0.0 opens them to the
                     world, with HTTPS by a self-signed certificate where none is configured
  --insecure-http    serve plain HTTP on a public address (a proxy in front ends TLS)

Environment: SLUICE_LISTEN, SLUICE_PORT, SLUICE_SUB_PORT, SLUICE_BASE_PATH, SLUICE_DB_FOLDER,
SLUICE_LOG_FOLDER, SLUICE_BIN_FOLDER, SLUICE_LOG_LEVEL, SLUICE_DB_TYPE (sqlite, postgres),
SLUICE_DB_DSN, SLUICE_ADMIN_USERNAME, SLUICE_ADMIN_PASSWORD, SLUICE_CORE_BIN.`,
  setting: `sluice setting [flags]

  -show                  print port, base path and listen address
  -username NAME         change the administrator's name
  -password WORD         change the administrator's password; - reads it from standard input,
                         so that it stands in no list of processes and in no shell history
  -port N                change the panel's port
  -webBasePath PATH      change the base path
  -listenIP ADDRESS      change the listen address
  -resetTwoFactor        switch two-factor login off
  -getListen             print the listen address
  -getCert               print the certificate's paths
  -getApiToken           make an API token named "install" where there is none, and print it once
  -webCert FILE, -webCertKey FILE
                         set the panel's certificate
  -tgbottoken TOKEN, -tgbotchatid ID, -tgbotRuntime CRON, -enabletgbot
                         the Telegram bot's settings
  -reset                 put every setting back to its default; inbounds, clients and the
                         administrator stay

A running panel sees new credentials at once and the other settings after its next restart.`,
  cert: `sluice cert [flags]

  -webCert FILE -webCertKey FILE   use this certificate (PEM)
  -reset                           use none

Without flags the paths in force are printed.`,
  core: `sluice core install [-version V] [-sha256 HASH] [-cache]
sluice core version
sluice core path

  install        fetch the official release and check its SHA-256, or build the pinned version with Go;
                 then put it into the panel's own folder
    -version V   another version than the pinned one (26.4.25 or newer)
    -sha256 HASH the SHA-256 of the release's archive, compared by you: needed where the panel does not
                 know it; an install without it says which one the release names
    -cache       only into the cache of this user, not into a panel's folder
  version        print the version and the place of the core that would be run
  path           print its path

Looked for in this order: SLUICE_CORE_BIN, the panel's own folder, xray on the PATH.`,
  migrate: `sluice migrate

Brings the database up to date and stops. A start does the same by itself.`,
  routes: `sluice routes

Prints every HTTP route: method, guard, path, what it does.`,
  version: `sluice version

Prints the version.`,
} as const

export type Command = Exclude<keyof typeof texts, 'main'>
export const isCommand = (word: string): word is Command => word !== 'main' && Object.hasOwn(texts, word)
export const helpFor = (command: keyof typeof texts): string => texts[command]
