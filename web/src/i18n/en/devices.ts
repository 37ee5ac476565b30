export const devices = {
  'device.title': 'Subscription devices',
  'device.none': 'No devices yet. Devices are recorded while the client or its group has a device limit.',
  'device.first': 'first seen {when}',
  'device.last': 'seen {when}',
  'device.unknown': 'Unknown device',
  'device.forget': 'Remove',
  'device.forgetTitle': 'Remove {device}? This frees a place, which the device can take again.',
  'device.forgetAll': 'Remove all',
  'device.forgetAllTitle': 'Remove all devices of {email}? This also unblocks blocked ones.',
  'device.block': 'Block',
  'device.unblock': 'Unblock',
  'device.blocked': 'Blocked',
} as const
