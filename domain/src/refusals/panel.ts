/** The panel itself: its storage, its listeners, its start. */
export const panel = {
  'other.said': '{reason}.',
  'panel.failed': 'Something went wrong in the panel. Its log has the details.',
  'storage.disk-full': 'The disk is full. Free some space and try again: nothing was saved.',
  'storage.read-only': 'The database is read-only. Check the rights of the data folder: nothing was saved.',
  'storage.too-slow': 'The database took too long to answer. Try again in a moment: nothing was saved.',
  'storage.unreachable': 'The database does not answer. Try again in a moment: nothing was saved.',
} as const
