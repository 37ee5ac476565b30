/** Devices of clients, and what apps are told with a subscription. */
export const devices = {
  'device.missing': 'Client {email} has no device with the ID {id}. Reload the list.',
  'setting.hosts': 'Use names or IP addresses without ports, separated by commas, or leave it blank.',
  'setting.routing-too-long':
    'The routing rules would be a header of more than {max} characters, which proxies refuse. Shorten them.',
  'device.no-key':
    'This device of {email} has no key of its own. Turn on separate keys for devices, and let the device refresh its subscription.',
} as const
