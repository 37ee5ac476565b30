export const undo = {
  'undo.othersTitle': 'Undo for the other {count, plural, one {# client} other {# clients}}?',
  'undo.otherInboundsTitle': 'Undo for the other {count, plural, one {# inbound} other {# inbounds}}?',
  'undo.othersVerb': 'Undo the others',
  'undo.verb': 'Undo',
  'undo.done': 'Undone',
  'undo.deleteTitle': 'Delete {count, plural, one {# client} other {# clients}}?',
  'undo.deleteText': 'Undoing this deletes the clients that it created. Their links stop working.',
  'undo.deleteVerb': 'Delete {count, plural, one {# client} other {# clients}}',
} as const
