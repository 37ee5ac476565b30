/** Why an act on many clients cannot be undone, or a save would overwrite another. */
export const undo = {
  'undo.missing': 'Action {id} cannot be undone: it is too old, or the number is wrong. See Activity.',
  'undo.inbounds-changed': 'Nothing was undone: the inbounds have been reset again or deleted since.',
  'undo.some-inbounds-changed':
    'Nothing was undone: inbounds have been reset again or deleted since ({who}). The other {others} can be undone without them.',
  'undo.inbound-reset': 'The inbound has been reset again since.',
  'undo.inbound-deleted': 'The inbound has been deleted since.',
  'undo.done': 'This has already been undone.',
  'undo.changed':
    'Nothing was undone: {count} clients have changed since ({who}). The other {others} can be undone without them.',
  'undo.deletes': 'Nothing was undone yet: this deletes {count} clients. Confirm it first.',
  'undo.deletes-others':
    'Nothing was undone: {left} clients have been used or changed since ({who}) and stay. Undo deletes the other {count}.',
  'undo.all-changed': 'Nothing was undone: the clients have changed since ({who}). Edit them instead.',
  'undo.client-gone': 'The client has been deleted since.',
  'undo.client-edited': 'The client has been edited since: {fields}.',
  'undo.counters-set': 'The traffic of the client has been reset or set again since.',
  'undo.inbound-gone': 'An inbound of the client has been deleted since.',
  'undo.client-used': 'The client has been used since.',
  'undo.client-back': 'A client with this name was created again.',
  'version.changed': 'Someone else has saved this since you opened it. Reload it, then save your changes.',
} as const
