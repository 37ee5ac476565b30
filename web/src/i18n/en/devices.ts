export const devices = {
  'device.title': 'Subscription devices',
  'device.none':
    'No devices yet. Devices are recorded while the client or its group has a device limit, or each device has its own key.',
  'device.first': 'first seen {when}',
  'device.last': 'seen {when}',
  'device.unknown': 'Unknown device',
  'device.forget': 'Remove',
  'device.forgetTitle': 'Remove {device}? This frees a place, which the device can take again.',
  'device.forgetAll': 'Remove all',
  'device.forgetAllTitle': 'Remove all devices of {email}? This also unblocks blocked ones.',
  'device.revoke': 'Revoke',
  'device.revokeTitle':
    'Revoke the key of {device}? Its connections end now, and it gets a new key when it fetches the subscription again.',
  'device.block': 'Block',
  'device.unblock': 'Unblock',
  'device.blocked': 'Blocked',
} as const
