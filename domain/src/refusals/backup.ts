/** Backups: making, storing, checking and restoring them. */
export const backup = {
  'backup.empty-file': 'The file is empty. Choose the backup again.',
  'backup.not-a-backup':
    'This file is neither a backup of this panel nor its database. Nothing was changed; choose another file.',
  'backup.archive-damaged':
    'The backup is damaged or was cut off. Nothing was changed; fetch the file again, or use an older one.',
  'backup.manifest-unreadable':
    'The manifest of the backup cannot be read. Nothing was changed; use another backup.',
  'backup.manifest-lies':
    'The backup does not hold what its manifest says: it was changed or is damaged. Nothing was changed; use another one.',
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
  'backup.passphrase-missing': 'This backup is encrypted. Type its passphrase.',
  'backup.passphrase-wrong': 'The passphrase does not fit this backup. Check it and try again.',
  'backup.not-by-passphrase':
    'This file is encrypted for a key, not with a passphrase. Decrypt it with age first.',
  'backup.too-much-work':
    'Decrypting this file would need more memory than the panel allows. Decrypt it with age first.',
  'backup.unknown': 'There is no such backup any more. Look at the list again.',
} as const
