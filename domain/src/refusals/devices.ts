/** Devices of clients. */
export const devices = {
  'device.missing': 'The client {email} has no device with the id {id}. Read the list again.',
} as const
