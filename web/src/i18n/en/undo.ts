export const undo = {
  'undo.othersTitle': 'Undo for the other {count, plural, one {# client} other {# clients}}?',
  'undo.otherInboundsTitle': 'Undo for the other {count, plural, one {# inbound} other {# inbounds}}?',
  'undo.othersVerb': 'Undo the others',
  'undo.verb': 'Undo',
  'undo.done': 'Undone',
} as const
