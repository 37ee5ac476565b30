const texts = {
  main: `sluice - a control panel for proxy cores

Usage: sluice [command] [flags]        (npm start -- [command] [flags])

  run             start the panel (default)
  setting         show or change settings and the administrator's credentials
  cert            set or clear the panel's certificate
  core            install the proxy core, or show which one is used
  node            invite another panel to manage this one as its node
  probe           check the entries of another panel from this machine
  doctor          check this server: ports, certificates, clock, disk, core, database, backups
  import-3x-ui    move in from 3x-ui
  import-marzban  move in from Marzban or PasarGuard
  backup          make a backup of everything, next to a running panel or without one
  restore         put a backup in the place of everything, or undo that
  migrate         migrate the database and exit
  migrate-db      copy the database to PostgreSQL, or back to a file
  update          look for a newer version, show what it would do, and install it
  routes          print every HTTP route with its guard
  version         print the version

Each command has its own --help.`,
  run: `sluice run [--listen ADDRESS] [--insecure-http] [--demo]

  --listen ADDRESS   address for panel and subscriptions; 0.0.0.0 makes them public, with HTTPS and
                     a self-signed certificate unless one is configured
  --insecure-http    serve plain HTTP on a public address (behind a proxy that terminates TLS)
  --demo             start with made-up clients, nodes and traffic in a data folder of its own; no core
                     runs, and other addresses may only look

Environment: SLUICE_LISTEN, SLUICE_PORT, SLUICE_SUB_PORT, SLUICE_BASE_PATH, SLUICE_DB_FOLDER,
SLUICE_LOG_FOLDER, SLUICE_BIN_FOLDER, SLUICE_LOG_LEVEL, SLUICE_LOG_MAX_MB, SLUICE_LOG_FILES,
SLUICE_LOG_DAYS, SLUICE_DB_TYPE (sqlite, postgres), SLUICE_DB_DSN, SLUICE_ADMIN_USERNAME,
SLUICE_ADMIN_PASSWORD, SLUICE_CORE_BIN.`,
  setting: `sluice setting [flags]

  -show                  print port, base path and listen address
  -username NAME         change the administrator's name
  -password WORD         change the administrator's password; - reads it from standard input,
                         which keeps it out of process lists and shell history
  -firstAdmin            create an administrator if there is none, and print its password once
  -port N                change the panel's port
  -webBasePath PATH      change the base path
  -listenIP ADDRESS      change the listen address
  -resetTwoFactor        turn two-factor login off and delete its recovery codes
  -getListen             print the listen address
  -getCert               print the certificate's paths
  -getApiToken           create an API token named "install" if there is none, and print it once
  -webCert FILE, -webCertKey FILE
                         set the panel's certificate
  -tgbottoken TOKEN, -tgbotchatid ID, -tgbotRuntime CRON, -enabletgbot
                         the Telegram bot's settings
  -reset                 reset every setting to its default; inbounds, clients and the
                         administrator are kept

A running panel uses new credentials at once and other settings after its next restart.`,
  cert: `sluice cert [flags]

  -webCert FILE -webCertKey FILE   use this certificate (PEM)
  -reset                           use no certificate

Without flags, prints the current paths.`,
  core: `sluice core install [-version V] [-release] [-sha256 HASH] [-cache] [-force]
sluice core install -file PATH | -url URL [-sha256 HASH] [-cache] [-force]
sluice core version
sluice core path

  install        build the pinned version from source (Go is fetched for it if there is none), or download
                 the official release and verify its SHA-256, and install it in the panel's folder
    -version V   a version other than the pinned one (26.4.25 or newer)
    -release     download the release of the pinned version instead of building it: faster, needs
                 github.com; shows its SHA-256 and asks whether it is right
    -file PATH   install this file: a release archive (.zip) or the program itself
    -url URL     the same from a mirror, which may be on a private address
    -sha256 HASH the SHA-256 of the archive or file, verified by you: needed where nobody can be asked;
                 an install without it prints the one that the release names
    -cache       only download into this user's cache, not into the panel's folder
    -force       install it even if it refuses the configuration of the last start
  version        print the version and path of the core that would run
  path           print its path

Search order: SLUICE_CORE_BIN, the panel's folder, xray on the PATH.`,
  node: `sluice node invite [--address HOST] [--no-pin]

Prints one join string with the address of this panel, the fingerprint of its certificate and a new API
token. Paste it at the panel that shall manage this one: Nodes, New node. The string works for the first
panel that uses it, which can then manage inbounds and clients here, and nothing else. Deleting the token
"node invite" in the settings takes it back.

  --address HOST   the name or address at which the other panel reaches this one, with a port where that
                   differs (HOST:PORT), or a whole URL behind a proxy (https://node.example.com/path/)
  --no-pin         leave the fingerprint out: the certificate is checked by its authority, so that it may
                   be renewed`,
  probe: `sluice probe --join STRING [flags]
sluice probe [flags]

Checks the entries of a panel from this machine, as its clients would dial them, and reports what works. The
panel prints the join string (Health, or POST /panel/api/health/probes/invite); it works once. The probe calls
the panel, and nobody needs to reach it. It keeps its key in its folder: with another copy of that folder two
machines would be one probe, and the panel would stop both.

  --join STRING     join this panel; the same string again goes on with what was joined
  --folder PATH     where the key and the core are; data folder/probe unless named
  --core PATH       use this core; without it one is taken or fetched as by a panel
  --allow-private   also entries and a test page in private networks, or on this machine
  --once            one round, then end`,
  doctor: `sluice doctor [--json]

Checks ports, addresses, names, certificates, the clock, disk, memory, the core, the database, permissions
and backups, each with one sentence and what to do about it. Asks the running panel, or reads its files
if none runs. Nothing is changed.

  --json   print the report as JSON

Exit code 1 if something is bad.`,
  backup: `sluice backup [FILE] [--passphrase-file FILE]

Stores the database, certificates and keys in one file, and prints its path. Without FILE it goes
to the backup folder (data folder/backups unless the settings name another); FILE may be a folder, or
- for the standard output: sluice backup - >FILE

  --passphrase-file FILE   encrypt it with the first line of this file (format: age); without it the
                           passphrase of the settings is used, if there is one`,
  restore: `sluice restore FILE [--passphrase-file FILE] [--yes]
sluice restore --undo [--yes]

Checks a backup, or a bare database file, and shows what it holds against what is here. The panel
must be stopped; either engine takes the backup of the other.

  --yes                    replace what is here; what was replaced is kept
  --undo                   bring back what the last restore replaced
  --passphrase-file FILE   the first line of this file decrypts the backup`,
  'import-3x-ui': `sluice import-3x-ui FILE|DSN [flags]

Prints what an import would do, asks, and imports in one step: all or nothing. FILE is the other
panel's database (/etc/x-ui/x-ui.db); it is copied first and never written, and the other panel may
run. DSN is postgres://user:password@host:port/name. The panel of this data folder must be stopped; a
running one imports in its web app.

An empty panel takes everything: inbounds, clients with credentials and traffic, hosts, nodes, API
tokens, settings, the core's template and the logins with their passwords. A panel in use gets what it
lacks and keeps its settings, template and logins.

  --plan         only print the plan
  --yes          do not ask
  --settings     settings, template and logins replace those of a panel in use
  --keep-http    serve subscriptions over plain HTTP where the other panel did, so that apps with an
                 http:// address go on updating
  --take-over    also print the commands that stop the other panel; nothing is stopped by itself`,
  'import-marzban': `sluice import-marzban FILE|DSN [flags]

Imports the database of Marzban or PasarGuard: FILE is its SQLite file (/var/lib/marzban/db.sqlite3),
DSN is postgres://user:password@host:port/name. It is copied first and never written. The old
subscription URLs go on answering. The panel of this data folder must be stopped; a running one
imports in its web app.

  --config FILE     the core's configuration (xray_config.json): Marzban keeps its inbounds there
  --env FILE        its .env file, for the path of subscriptions and the excluded inbounds
  --sub-path PATH   the path in front of its subscription tokens, if it is not /sub/
  --plan            only print the plan
  --yes             do not ask
  --settings        logins replace those of a panel in use
  --keep-http       serve subscriptions over plain HTTP at a public address`,
  migrate: `sluice migrate

Migrates the database and exits. Starting the panel does the same.`,
  'migrate-db': `sluice migrate-db --to TARGET [--from SOURCE] [--replace]

  --to TARGET      postgres://user:password@host:port/name, or the path of an SQLite file;
                   PGPASSWORD in the environment keeps the password out of the command line
  --from SOURCE    the same; without it, the database that the panel uses
  --replace        put the copy in the place of what the target holds; until the copy is complete
                   and compared, the target stays as it is

--dsn and --src are other names for --to and --from. The panel must be stopped, on either side. The
source is only read; an older one is brought up to date on the copy. Afterwards the row counts and
checksums of every table are compared.`,
  update: `sluice update [--check | --plan] [--version V] [--yes]

Looks for a newer version of the panel, shows what an update would do, asks, and updates the running
panel: download, signature and hash, backup, then the new version takes over. The core goes on and nobody
is disconnected. If the new version fails within a minute, the one before comes back by itself.

  --check       only say whether there is a newer version; the exit status is 0 either way
  --plan        only show what an update would do
  --version V   that version instead of the newest one
  --yes         do not ask

A panel that runs from its source code is updated with git pull and npm start.`,
  routes: `sluice routes

Prints every HTTP route: method, guard, path, summary.`,
  version: `sluice version

Prints the version.`,
} as const

export type Command = Exclude<keyof typeof texts, 'main'>
export const isCommand = (word: string): word is Command => word !== 'main' && Object.hasOwn(texts, word)
export const helpFor = (command: keyof typeof texts): string => texts[command]
