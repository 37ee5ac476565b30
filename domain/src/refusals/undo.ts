/** Why an act on many clients cannot be undone, or a save would overwrite another. */
export const undo = {
  'undo.missing':
    'Nothing can be undone under the number {id}. It is too long ago, or the number is wrong: look in the activity list.',
  'undo.done': 'This has been undone already.',
  'undo.changed':
    'Nothing was undone: {count} clients have changed since ({who}). The other {others} can be undone without them.',
  'undo.all-changed': 'Nothing was undone: the clients have changed since ({who}). Edit them instead.',
  'undo.client-gone': 'The client was deleted since.',
  'undo.client-used': 'The client has been used since.',
  'undo.client-edited': 'The client was edited since: {fields}.',
  'undo.counters-set': 'The traffic of the client was reset or set again since.',
  'undo.inbound-gone': 'An inbound that the client was attached to was deleted since.',
  'undo.client-back': 'A client with this name was created again.',
  'version.changed':
    'Somebody else has saved this since you opened it. Read it again and then save your changes.',
} as const
