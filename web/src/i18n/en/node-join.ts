export const nodeJoin = {
  'join.string': 'Join string',
  'join.stringHint':
    'Run “sluice node invite” on that server and paste the line it prints: address, certificate and token in one. Leave blank to enter them yourself.',
  'join.nameHint': 'Leave blank to use the address.',
  'join.adopt': 'Adopt',
  'join.adoptOffline': 'the node is offline',
  'join.adoptTitle': 'Adopt from {name}',
  'join.adoptText':
    'Inbounds and clients that are already on this node become part of this panel, with their ports, credentials and traffic. Nothing changes on the node and no one is disconnected.',
  'join.nothing':
    'Nothing to adopt: everything on this node is already managed here, or stays with the node.',
  'join.inbounds': 'Inbounds to adopt',
  'join.clientsOn': '{count, plural, =0 {No clients} one {# client} other {# clients}}',
  'join.comeNew': '{count, plural, one {# new client} other {# new clients}}',
  'join.comeKnown': '{count, plural, one {# existing client attached} other {# existing clients attached}}',
  'join.changes': '{email}: the settings of this panel replace those on the node ({fields}).',
  'join.stays': 'Stays with the node',
  'join.more': '{count, plural, one {and # more} other {and # more}}',
  'join.adoptVerb': 'Adopt',
  'join.later': 'Not now',
  'join.adopted':
    '{inbounds, plural, one {# inbound} other {# inbounds}} and {clients, plural, one {# client} other {# clients}} adopted',
  'join.skipped': '{count, plural, one {# item skipped} other {# items skipped}}: {reason}',
  'join.leaveTitle': 'Delete {name}?',
  'join.leaveEmpty':
    'No inbound of this panel is on this node. The node’s own inbounds and clients stay there and keep running; only its address and token are removed here.',
  'join.leaveText':
    '{count, plural, one {# inbound of this panel is on this node. It is deleted here; its clients stay here with their traffic.} other {# inbounds of this panel are on this node. They are deleted here; their clients stay here with their traffic.}}',
  'join.leaveChoice': 'On the node',
  'join.keep': 'Keep running',
  'join.keepHint': 'Inbounds and clients stay on the node as they are now',
  'join.remove': 'Remove',
  'join.removeHint': 'Deleted on the node first; the node must be online',
} as const
