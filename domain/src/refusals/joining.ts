/** A panel becomes a node: its invitation, and what it has already. */
export const joining = {
  'join.not-one':
    'This is not a join string. It begins with sluice-join: and is printed by "sluice node invite" on the node.',
  'join.damaged':
    'The join string is damaged: a part of it is missing or changed. Copy the whole line again.',
  'join.other-version':
    'This join string was made by another version of Sluice (v{version}). Update this panel, or enter address and token instead.',
  'cli.unknown-node-command': '"sluice node {command}" is no command. See: sluice node --help.',
  'cli.invite-address':
    '"{address}" is no address. Give a host name, an IP address or a whole URL: --address node.example.com.',
  'adoption.node-disabled': 'The node is disabled. Enable it to see what it has.',
  'adoption.already-here': 'It already belongs to this panel.',
  'adoption.being-removed': 'This panel has deleted it and removes it from the node.',
  'adoption.inbound-stays': 'None of its inbounds are adopted.',
  'adoption.not-chosen': 'It was not selected and stays with the node.',
  'adoption.not-there': 'The node no longer has it.',
  'adoption.on-its-node': 'It runs on a node of that node.',
  'adoption.protocol-stays': 'This panel places no {protocol} inbounds on nodes.',
  'adoption.protocol-unknown': 'This panel does not know the protocol {protocol}.',
  'adoption.tag-wanted':
    'This panel is about to place an inbound with the tag {tag} on the node. Change one of the two tags.',
  'adoption.tag-taken': 'Inbounds of this panel already use the tags {tag} and {other}. Change one of them.',
  'adoption.settings-unknown': 'This panel would not accept its settings: {reason}.',
  'adoption.client-differs':
    'This panel has a client with this name and other credentials ({fields}). Rename one of the two.',
  'adoption.client-inconsistent':
    'The node has different credentials for this client on its inbounds. Make them equal on the node first.',
  'adoption.client-refused': 'This panel would not accept it: {reason}.',
  'adoption.credential-unusable':
    'Its credential is not valid on the inbound {tag}. Give it a new one on the node first.',
  'leave.away':
    'The node is not responding ({reason}), so nothing can be removed there. Try again when it is back online, or delete it and leave everything on it.',
  'leave.unfinished':
    '{count} items of this panel are still on the node: {reason}. Try again, or delete the node and leave them on it.',
  'leave.disabled': 'The node is disabled.',
  'leave.no-answer': 'The node did not say why.',
  'leave.unknown': 'Choose keep or remove.',
} as const
