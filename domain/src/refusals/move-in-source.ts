/** Another panel's database: why it cannot be read, and why it cannot be imported now. */
export const moveInSource = {
  'source.missing': 'There is no file {path}. Check the path.',
  'source.unreadable': 'The file {path} cannot be read ({reason}). Check its path and its rights.',
  'source.too-large':
    'The file has {size} MB. A database with more than {max} MB is not read: check that it is the right file.',
  'source.no-space':
    'The disk of the data folder has {free} MB left, and the import needs {needed} MB. Free some space: nothing was changed.',
  'source.not-sqlite':
    'This is not an SQLite database. Choose the database file of the other panel: x-ui.db of 3x-ui, db.sqlite3 of Marzban.',
  'source.damaged':
    'This database is damaged or was cut off ({reason}). Copy it again while the other panel is stopped.',
  'source.busy':
    'Another program keeps writing to this database. Stop the other panel for a moment and try again.',
  'source.foreign':
    'This database does not belong to a panel that can be imported. Choose one of 3x-ui, Marzban or PasarGuard.',
  'source.ours': 'This is a database of Sluice itself. Restore it as a backup.',
  'source.too-slow': 'Reading this database took too long, so it was given up. Nothing was changed.',
  'source.computed-columns':
    'The table {table} has computed columns, which no panel makes. The file is not read.',
  'source.too-much': 'This database needs more memory to read than the panel may use. Nothing was changed.',
  'cli.import-postgres-failed':
    'The PostgreSQL database at {server} cannot be read ({reason}). Check the address, the user and its rights.',
  'move-in.not-staged': 'The uploaded database is no longer here. Upload it again.',
  'move-in.busy': 'Another import is running. Wait until it has ended.',
  'move-in.port-held':
    'Port {port} is used by {holder}, but the panel needs it. Stop the other panel (systemctl stop x-ui), or import without the settings.',
  'move-in.certificate-left':
    'The certificate {cert} or its key {key} cannot be used on this machine: {reason} It is not set; until you set one, HTTPS uses a self-signed certificate.',
  'move-in.setting-left': 'The value of {key} is not accepted here: {reason} The setting keeps its value.',
  'move-in.settings-clash': 'The settings cannot be used together: {reason} Import without the settings.',
  'cli.import-no-source':
    'Name the database: a file, or postgres://user:password@host:port/name. See sluice {command} --help.',
  'cli.import-mysql':
    'A MySQL database cannot be read. Move it into an SQLite file first, or use postgres://...',
  'cli.import-wrong-panel': 'This is a database of {found}. Use sluice {command} for it.',
  'cli.import-panel-runs':
    'A panel is running on {folder}. Import in its web app, or stop the panel first: an import behind its back could mix with its own writes.',
  'cli.import-needs-yes':
    'Nothing was imported: there is no terminal to ask on. Read the plan with --plan, then repeat with --yes.',
  'cli.import-config-unreadable': 'The file {path} cannot be read ({reason}).',
} as const
