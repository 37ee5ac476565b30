export const network = {
  'nav.network': 'Network',
  'network.tabs': 'Parts of the core configuration',
  'network.routing': 'Routing',
  'network.raw': 'Raw template',
  'network.versions': 'Versions',
  'network.unapplied': 'Changes that are not applied',
  'network.changes': '{count, plural, one {# change} other {# changes}} not applied',
  'network.review': 'Review',
  'network.discard': 'Discard',
  'network.discardTitle': 'Discard the draft?',
  'network.discardText':
    '{count, plural, one {# change goes} other {# changes go}}. What runs in the core stays as it is.',
  'network.leave':
    'Your changes are not in force yet. The draft waits here until this browser tab is closed.',
  'network.staleTitle': 'The template was changed by somebody else',
  'network.staleText': 'Your draft began from an older one: applying it takes their change back.',
  'network.staleTake': 'Discard my draft, take theirs',
} as const
