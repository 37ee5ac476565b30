import { z } from 'zod'
import { devicesRoutes } from './routes/devices.ts'
import { api, nothing } from './wire.ts'

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
})
export type Device = z.infer<typeof Device>

export const devicesApi = api(devicesRoutes, {
  list: {
    summary: 'Devices that fetched the subscription of a client with a device limit (limitHwid)',
    reply: z.array(Device),
  },
  forget: {
    summary: 'Forget one device of a client: its place is free again',
    reply: nothing,
    says: 'The device has been forgotten.',
  },
  forgetAll: {
    summary: 'Forget all devices of a client, blocked ones too',
    reply: nothing,
    says: 'The devices have been forgotten.',
  },
  block: {
    summary: 'Refuse a device: it gets no subscription and takes no place',
    reply: nothing,
    says: 'The device has been blocked.',
  },
  unblock: {
    summary: 'Accept a blocked device again',
    reply: nothing,
    says: 'The device has been unblocked.',
  },
})
