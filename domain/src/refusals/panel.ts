/** The panel itself: its storage, its listeners, its certificates, its start and its command line. */
export const panel = {
  'other.said': '{reason}',
  'panel.failed': 'Something went wrong in the panel. Its log has the details.',
  'panel.stopped': 'The panel was stopped.',
  'panel.busy-with-strangers':
    'The panel is handling too many requests from callers who are not logged in. Try again in a moment.',
  'storage.disk-full': 'The disk is full. Free some space and try again: nothing was saved.',
  'storage.read-only': 'The database is read-only. Check the rights of the data folder: nothing was saved.',
  'storage.too-slow': 'The database took too long to answer. Try again in a moment: nothing was saved.',
  'storage.unreachable': 'The database does not answer. Try again in a moment: nothing was saved.',
  'not-built.provider': '{name} is not built into this panel. Add its WireGuard outbound by hand.',
  'certificate.pair-unusable':
    'The certificate {cert} and the key {key} cannot be used ({reason}). Give a PEM pair that belongs together, or clear both: sluice cert -reset.',
  'certificate.file-unreadable':
    'The certificate {file} cannot be read: {reason}. Correct the path, or clear it: sluice cert -reset.',
  'certificate.key-unreadable':
    'The private key {file} cannot be read: {reason}. Correct the path, or clear it: sluice cert -reset.',
  'certificate.no-such-file': 'there is no such file.',
  'certificate.not-a-file': 'it is not a certificate file.',
  'certificate.missing': 'There is no certificate at this path on the server.',
  'certificate.not-readable': 'The panel may not read this file.',
  'certificate.not-given': 'Give a certificate, or its path in certFile.',
  'certificate.invalid': 'This is not a certificate in PEM or DER.',
  'target.missing': 'Enter a host, or host:port.',
  'target.invalid': '"{target}" is not a host or host:port.',
  'target.too-many': 'Give at most {max} targets at once.',
  'target.is-range': 'Give names, not a range: {target} cannot be checked.',
  'target.lacks': 'It lacks {missing}.',
  'target.lacks-certificate': 'It lacks a trusted certificate for this name.',
  'target.lacks-certificate-too': 'It lacks {missing}, a trusted certificate for this name.',
  'target.no-certificate': '{host} shows no certificate.',
  'listener.address-invalid':
    '"{address}" is not an IP address to listen on. Use 127.0.0.1, 0.0.0.0 or one that this machine has.',
  'listener.port-taken':
    'Port {port} is taken on {address}. Stop what listens there or choose another port (SLUICE_PORT, SLUICE_SUB_PORT).',
  'listener.port-needs-rights':
    'Port {port} needs rights that this user does not have. Choose a port above 1023.',
  'listener.address-not-here':
    'This machine has no address {address}. Set the listen address to one that it has, or 0.0.0.0.',
  'listener.failed': 'Cannot listen on {where} ({reason}).',
  'start.dsn-missing':
    'SLUICE_DB_TYPE says PostgreSQL. Set SLUICE_DB_DSN to postgres://user:password@host:port/name.',
  'start.db-type-unknown': 'SLUICE_DB_TYPE is "{type}". Use sqlite or postgres.',
  'start.port-invalid': 'SLUICE_{name} is "{text}". Use a port from 1 to 65535.',
  'start.number-invalid': 'SLUICE_{name} is "{text}". Use a whole number from {min} to {max}.',
  'start.folder-unusable':
    'The data folder {folder} cannot be used ({reason}). Make it writable for this user or set SLUICE_DB_FOLDER.',
  'start.folder-in-use':
    'Another Sluice already uses {folder}. Stop it first, or give this one a folder of its own with SLUICE_DB_FOLDER.',
  'start.folder-not-lockable':
    'The data folder {folder} cannot be locked ({reason}). Check its owner and free space.',
  'start.database-newer':
    'The database was written by a newer Sluice (it has the step "{step}"); nothing was changed. Start that version or a newer one, or restore a backup.',
  'start.database-needs-version':
    'The database was written by a newer Sluice: it needs version {version}, and this one is {own}; nothing was changed. Start version {version} or newer, or restore a backup.',
  'start.no-room-for-copy':
    'The database {file} must be brought up to date, and there is no room for the copy that is made before ({reason}); nothing was changed. Free as much space as the file takes, and start again.',
  'start.migration-failed':
    'The database cannot be brought up to date: step "{step}" failed ({reason}); nothing was changed. It may belong to another program: give Sluice a database of its own, or restore a backup.',
  'start.postgres-no-answer':
    'PostgreSQL does not answer at {server} ({reason}); nothing was changed. Check SLUICE_DB_DSN and that the server runs.',
  'start.database-not-writable':
    "The database {file} cannot be written to ({reason}). Check the folder's owner, rights and free space.",
  'start.database-not-openable':
    "The database {file} cannot be opened ({reason}). Check the folder's owner and free space.",
  'start.database-damaged':
    'The database {file} is damaged or is no SQLite database; nothing was changed. Restore a backup, or move the file away to begin anew.',
  'start.instance-id-unusable': 'The file {file} cannot be used ({reason}). Check its owner and free space.',
  'start.second-instance':
    'Another Sluice ({version} on {name}) runs on this database, and this needs the database alone. Stop that one, or wait {seconds} seconds if it has crashed, and try again.',
  'start.schema-in-use':
    'Another Sluice ({version} on {name}) runs on this database, and this version would change its tables. Stop that one, or wait {seconds} seconds if it has crashed, and start this one again.',
  'start.sqlite-too-old': 'SQLite {version} is too old. Use a Node with SQLite {oldest} or newer.',
  'cli.unknown-command': '"{command}" is no command. See: sluice --help.',
  'cli.unknown-core-command': '"sluice core {command}" is no command. See: sluice core --help.',
  'cli.no-core': 'There is no core on this machine. Install one: sluice core install.',
  'cli.unknown-flag': '"{flag}" is not known here. Known: {known}.',
  'cli.flag-needs-value': '-{name} needs a value: -{name} VALUE.',
  'cli.no-input':
    'Nothing came on standard input. Send the password there: printf %s "$WORD" | sluice setting -password -.',
  'cli.target-missing':
    'Say where the database goes: sluice migrate-db --to postgres://user:password@host:port/name, or --to FILE.',
  'cli.database-invalid':
    '"{text}" is neither postgres://user:password@host:port/name nor the path of a file. Write one of them.',
  'cli.database-missing': 'There is no database at {file}. Check the path.',
  'cli.same-database':
    'Source and target are the same database: {where}. Give another one with --to or --from.',
  'cli.database-not-empty':
    '{where} already holds data; nothing was changed. Give an empty database, or --replace to put this one in its place.',
  'cli.foreign-tables':
    '{where} holds tables of another program ({table}); nothing was changed. Give Sluice a database of its own.',
  'cli.postgres-no-answer':
    'PostgreSQL does not answer at {server} ({reason}); nothing was changed. Check the address, and that the database exists.',
  'cli.target-unusable': '{file} cannot be written ({reason}); nothing was changed. Check the folder.',
  'cli.commit-unanswered':
    'The connection to {where} was lost before the last answer. Start the panel on it and look whether everything is there, or copy again with --replace.',
  'cli.file-in-use': 'Another program uses {file}; nothing was changed. Stop it and try again.',
  'cli.panel-runs':
    'A panel runs on {where}; nothing was changed. Stop it first, or wait {seconds} seconds if it has crashed.',
  'cli.panel-runs-here':
    'A panel runs on {folder}; nothing was changed. Stop it first, and start it afterwards.',
  'cli.port-invalid': '-port is "{port}". Use a number from 1 to 65535.',
  'demo.read-only':
    'This demo is read-only from other addresses. Start one of your own with --demo to change something.',
  'demo.no-core': 'No core runs in a demo. Start the panel without --demo for this.',
  'demo.no-network': 'A demo makes no calls to other servers. Start the panel without --demo for this.',
} as const
