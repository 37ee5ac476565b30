/** Why a node needs its operator. The reason follows as a sentence of its own. */
export const nodeNeeds = {
  'node-need.same-panel': 'Node {name} is a panel that has already been added.',
  'node-need.certificate': 'The certificate of node {name} is not trusted.',
  'node-need.token': 'Node {name} does not accept its API token.',
  'node-need.above': 'Node {name} manages this panel, and this panel manages it.',
  'node-need.offline': 'Node {name} is offline.',
  'node-need.core-down': 'The core on node {name} is not running: no one can connect through it.',
  'node-need.refused': 'Node {name} refuses changes ({count}).',
  'node-need.behind': 'Node {name} is online, but changes do not reach it ({count}).',
  'node-need.odd': 'Something is wrong with node {name}.',
} as const
