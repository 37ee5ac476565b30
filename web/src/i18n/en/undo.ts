export const undo = {
  'undo.othersTitle': 'Undo for the other {count, plural, one {# client} other {# clients}}?',
  'undo.othersVerb': 'Undo the others',
  'undo.verb': 'Undo',
  'undo.done': 'Undone',
} as const
