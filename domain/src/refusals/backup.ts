/** Backups: making, storing, checking and restoring them. */
export const backup = {
  'backup.empty-file': 'The file is empty. Choose the backup again.',
  'backup.not-a-backup':
    'This file is neither a backup of this panel nor its database. Nothing was changed; choose another file.',
  'backup.archive-damaged':
    'The backup is damaged or incomplete. Nothing was changed; download the file again, or use an older one.',
  'backup.manifest-unreadable':
    'The manifest of the backup cannot be read. Nothing was changed; use another backup.',
  'backup.manifest-lies':
    'The contents of the backup do not match its manifest: it was changed or is damaged. Nothing was changed; use another one.',
  'backup.too-large':
    'The backup would unpack to more than a database can be. Nothing was unpacked; use another one.',
  'backup.database-damaged':
    'The database in this file is damaged. Nothing was changed; use an older backup.',
  'backup.foreign-database':
    'This is a database of another program. Nothing was changed; choose a backup of this panel.',
  'backup.other-panel':
    'This looks like the database of another panel. Import it instead: Settings, Backup, or sluice import-3x-ui.',
  'backup.newer':
    'This backup needs Sluice {version} or newer. Nothing was changed; install that version, then restore it.',
  'backup.newer-step':
    'This database was written by a newer Sluice (it has the step "{step}"). Nothing was changed; install that version, then restore it.',
  'backup.passphrase-missing': 'This backup is encrypted. Enter its passphrase.',
  'backup.passphrase-wrong': 'Wrong passphrase for this backup. Check it and try again.',
  'backup.not-by-passphrase':
    'This file is encrypted for a key, not with a passphrase. Decrypt it with age first.',
  'backup.too-much-work':
    'Decrypting this file would need more memory than the panel allows. Decrypt it with age first.',
  'backup.unknown': 'This backup no longer exists. Reload the list.',
  'backup.busy': 'Another backup or restore is running. Try again when it is done.',
  'backup.not-alone':
    'Another panel ({name}) uses this database. Stop it, restore here, then start it again.',
  'backup.nothing-to-undo': 'There is no restore to undo.',
  'backup.folder-relative': '"{folder}" is not a full path. Enter one that begins with a slash.',
  'backup.folder-unusable':
    'Backups cannot be stored in {folder} ({reason}). Make it writable for the panel, or choose another folder.',
  'backup.s3-said': 'The storage refused the request with HTTP status {status}: {reason}.',
  'backup.s3-status': 'The storage refused the request with HTTP status {status}. Check its endpoint.',
  'backup.s3-odd-answer':
    'The storage did not answer like an S3 service. Check its endpoint and the bucket name.',
  'backup.s3-incomplete':
    'The S3 storage is not fully configured: {missing} is blank. Fill it in, or clear the endpoint.',
  'backup.not-compared':
    'The backup is not the one that was compared. Nothing was changed; compare it again.',
  'backup.note-changes': 'Changes made here since this backup: {count}. They will be undone.',
  'backup.note-older': 'It was made by an older version ({version}) and will be updated.',
  'backup.note-other-panel':
    'It was made by another panel. Logins, certificates and addresses will be those of that panel.',
  'backup.note-address': 'After the restore, the panel is at {address}.',
  'backup.note-certificate':
    'The certificate file {file} is not on this machine. If the panel cannot start without it, the restore is undone.',
  'backup.not-carried-out': 'The restore did not run, and nothing was changed. See the log for the reason.',
  'cli.restore-usage': 'Say what to restore: sluice restore FILE, or sluice restore --undo.',
  'cli.no-such-file': 'There is no file {file}. Check the path.',
  'cli.file-unreadable':
    'The file {file} cannot be read ({reason}). Copy it to a folder that only root can change, such as /root, and call this as root.',
  'cli.backup-to-terminal':
    'A backup cannot be shown on a terminal. Write it to a file: sluice backup - >FILE.',
  'cli.file-exists': '{file} already exists. Give another name.',
  'cli.passphrase-unreadable': 'The passphrase file {file} cannot be read: {reason}.',
  'cli.passphrase-empty': 'The first line of {file} is empty. Write the passphrase there.',
} as const
