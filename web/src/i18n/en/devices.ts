export const devices = {
  'device.title': 'Subscription devices',
  'device.none':
    'No devices yet. Devices are recorded if the client or its group has a device limit, or if each device gets its own key.',
  'device.first': 'first seen {when}',
  'device.last': 'seen {when}',
  'device.unknown': 'Unknown device',
  'device.forget': 'Remove',
  'device.forgetTitle': 'Remove {device}? This frees a slot. The device can use it again later.',
  'device.forgetAll': 'Remove all',
  'device.forgetAllTitle': 'Remove all devices of {email}? This also unblocks blocked ones.',
  'device.revoke': 'Revoke',
  'device.revokeTitle':
    'Revoke the key of {device}? It is disconnected now and gets a new key the next time it refreshes the subscription.',
  'device.block': 'Block',
  'device.unblock': 'Unblock',
  'device.blocked': 'Blocked',
} as const
