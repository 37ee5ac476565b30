import type { DeviceKeys } from '#server/clients/device-keys.ts'

/** For devices of clients that all share one key. */
export const noDeviceKeys: DeviceKeys = {
  mint: () => {
    throw new Error('no device gets a key here')
  },
  change: async () => undefined,
  ofCentre: async () => [],
}
