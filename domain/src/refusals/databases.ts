/** Copies of a whole database: to another engine, into a file, back from one. */
export const databases = {
  'database.not-ours':
    '{where} is not a database of Sluice; nothing was changed. Data of another panel comes in with an import.',
  'database.value-unfit':
    '{column} holds "{value}", which does not fit there. Correct this row in the source and try again: nothing was changed.',
  'database.disk-full':
    'There is no room left where {where} is written. Free some space and try again: nothing was changed.',
  'database.copy-failed': 'The database could not be copied to {where} ({reason}); nothing was changed.',
  'database.copy-differs':
    'The copy of the table {table} in {where} is not equal to the original ({written} rows for {read}); nothing was changed. Try again, and check the disk if it happens again.',
  'database.source-changed':
    'Somebody wrote to {where} while it was copied; nothing was changed. Stop that program and try again.',
} as const
