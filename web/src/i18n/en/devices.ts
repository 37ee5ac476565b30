export const devices = {
  'device.title': 'Devices with this subscription',
  'device.none': 'No device was noted. Devices are noted while the client or its group has a device limit.',
  'device.first': 'first seen {when}',
  'device.last': 'seen {when}',
  'device.unknown': 'Unknown device',
  'device.forget': 'Forget',
  'device.forgetTitle': 'Forget {device}? Its place becomes free; it takes one again with its next fetch.',
  'device.forgetAll': 'Forget all',
  'device.forgetAllTitle': 'Forget all devices of {email}? Blocked ones are no longer blocked.',
  'device.block': 'Block',
  'device.unblock': 'Unblock',
  'device.blocked': 'Blocked',
} as const
