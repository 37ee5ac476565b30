import { z } from 'zod'
import { clientsRoutes } from './routes/clients.ts'
import { api } from './wire.ts'

/** A device as its app describes it. The id that the app sent is never shown. */
export const Device = z.object({
  id: z.int(),
  firstSeen: z.int().meta({ description: 'Unix milliseconds' }),
  lastSeen: z.int().meta({ description: 'Unix milliseconds' }),
  userAgent: z.string(),
  deviceOs: z.string(),
  osVersion: z.string(),
  deviceModel: z.string(),
  blocked: z.boolean().meta({ description: 'Gets no subscription and takes no place' }),
  hasKey: z.boolean().meta({ description: 'Has credentials of its own, which can be revoked' }),
  up: z.int().meta({ description: 'Bytes under its own key; the counters of the client have them, too' }),
  down: z.int().meta({ description: 'Bytes under its own key; the counters of the client have them, too' }),
})
export type Device = z.infer<typeof Device>

export const devicesApi = api(clientsRoutes.devices, {
  list: {
    summary:
      'Devices that fetched the subscription of a client with a device limit (limitHwid) or with a key for each (deviceKeys)',
    reply: z.array(Device),
  },
  forget: {
    summary: 'Forget one device of a client: its place is free again',
    says: 'The device has been forgotten.',
  },
  forgetAll: {
    summary: 'Forget all devices of a client, blocked ones too',
    says: 'The devices have been forgotten.',
  },
  revoke: {
    summary: 'Replace the key of a device: its connections end, and it gets the new key with its next fetch',
    says: 'The key of the device has been replaced.',
  },
  block: {
    summary: 'Refuse a device: it gets no subscription and takes no place',
    says: 'The device has been blocked.',
  },
  unblock: { summary: 'Accept a blocked device again', says: 'The device has been unblocked.' },
})
