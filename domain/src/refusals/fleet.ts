/** Why a node does not have yet what it should have. */
export const fleet = {
  'fleet.inbound-foreign': 'The node has its own inbound with the tag {tag}. Change one of the two tags.',
  'fleet.client-foreign': 'The node has its own client named {email}. Rename one of the two.',
  'fleet.inbound-not-there': 'The inbound is not on the node yet.',
  'fleet.node-disabled': 'The node is disabled. It receives pending changes when it is enabled.',
  'fleet.not-kept': 'The node accepted the change but still shows something else: {fields}.',
} as const
