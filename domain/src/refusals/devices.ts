/** Devices of clients, and what apps are told with a subscription. */
export const devices = {
  'device.missing': 'The client {email} has no device with the id {id}. Read the list again.',
  'setting.hosts': 'Use names or IP addresses without ports, separated by commas, or leave it blank.',
  'setting.routing-too-long':
    'The routing rules would be a header of more than {max} characters, which proxies refuse. Shorten them.',
  'device.no-key':
    'This device of {email} has no key of its own. Turn on keys for each device, and let the device fetch its subscription.',
} as const
