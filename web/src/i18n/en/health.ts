export const health = {
  'health.checked': 'Checked {when}.',
  'health.checkedNow': 'Checked just now.',
  'health.again': 'Check again',
  'health.bad': 'Needs fixing',
  'health.warn': 'Warnings',
  'health.note': 'Notes',
  'health.ok': 'Passed',
  'health.goodTitle': 'No problems found',
  'health.goodText': 'Ports, certificates, the clock, the core, the database and backups were checked.',
  'health.open': 'Open {page}',
  'health.openFor': 'Open {page} for this: {sentence}',
  'health.command': 'command',
} as const
