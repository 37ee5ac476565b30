/** Why a node does not have yet what it should have. */
export const fleet = {
  'fleet.inbound-foreign':
    'The node has an inbound of its own with the tag {tag}. Change the tag of one of the two.',
  'fleet.client-foreign': 'The node has a client of its own called {email}. Rename one of the two.',
  'fleet.inbound-not-there': 'Its inbound is not on the node yet.',
  'fleet.node-disabled': 'The node is disabled. It gets what it lacks when it is enabled.',
  'fleet.not-kept': 'The node accepted it and still shows something else: {fields}.',
} as const
