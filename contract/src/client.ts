import { z } from 'zod'
import { fieldsWith, inputFields, shownFields } from './clients/fields.ts'
import { answers, inputs, Reverse } from './clients/schemas.ts'
import { Slowed } from './limits.ts'
import { absentIfNull, whole } from './tolerant.ts'
import { ClientTraffic } from './traffic.ts'

/** Some callers send the Telegram id as text, blank for none. */
const tgId = z.preprocess((v) => {
  if (typeof v !== 'string') return v
  if (v.trim() === '') return 0
  return /^-?\d{1,16}$/.test(v.trim()) ? Number(v) : v
}, whole)

/** 3x-ui has a list in an inbound's entries, and a text in its records. */
const allowedIPs = z.preprocess((v) => (Array.isArray(v) ? v.join() : v), z.string())

/** A record sent back whole has the row number in `id` and the UUID in `uuid`. */
function recordAsClient(value: Record<string, unknown>): Record<string, unknown> {
  const { id, uuid } = value
  const row = typeof id === 'number'
  if (!row && (id || uuid === undefined)) return value
  const { id: _, ...rest } = value
  return typeof uuid === 'string' ? { ...rest, id: uuid } : row ? rest : value
}

/** A client as received. Absent fields are left alone; the domain checks the values. */
export const ClientInput = absentIfNull(
  z.object({ ...inputs(inputFields), tgId: tgId.optional(), allowedIPs: allowedIPs.optional() }),
  recordAsClient,
)
export type ClientInput = z.output<typeof ClientInput>

/** A client inside an inbound's `settings.clients`. */
export const ClientEntry = z.object({
  id: z.string().optional(),
  security: z.string(),
  password: z.string().optional(),
  flow: z.string().optional(),
  reverse: Reverse.optional(),
  auth: z.string().optional(),
  /** Legacy Shadowsocks ciphers only. */
  method: z.string().optional(),
  /** WireGuard only. */
  privateKey: z.string().optional(),
  publicKey: z.string().optional(),
  preSharedKey: z.string().optional(),
  allowedIPs: z.array(z.string()).optional(),
  keepAlive: z.int().optional(),
  email: z.string(),
  ...answers([
    'limitIp',
    'totalGB',
    'expiryTime',
    'enable',
    'tgId',
    'subId',
    ...fieldsWith({ entry: 'always' }),
  ]),
  ...z.object(answers(fieldsWith({ entry: 'set' }))).partial().shape,
  created_at: z.int().optional(),
  updated_at: z.int().optional(),
})
export type ClientEntry = z.infer<typeof ClientEntry>

/** A client without its row number: what the domain works with. */
export const ClientFields = z.object(answers(shownFields))
export type ClientFields = z.infer<typeof ClientFields>

/** Keys of features Sluice does not have; clients generated from the newer 3x-ui schema fail without them. */
export const foreignRecordKeys = {
  adTag: '',
  forwardedPorts: '',
  secret: '',
  trafficReset: 'never',
  trafficResetDay: 0,
} as const

export const ClientRecord = ClientFields.extend({
  id: z.int(),
  slowed: Slowed,
  /** Ended by the panel, for its own quota or expiry or for those of its group. */
  ended: z.boolean(),
  /** Shadowsocks 2022 key, if it differs from the password; absent if the password is the key. */
  shadowsocksKey: z.string().optional(),
  adTag: z.string(),
  forwardedPorts: z.string(),
  secret: z.string(),
  trafficReset: z.string(),
  trafficResetDay: z.int(),
})
export type ClientRecord = z.infer<typeof ClientRecord>

export const ClientWithAttachments = ClientRecord.extend({
  inboundIds: z.array(z.int()),
  traffic: ClientTraffic,
})
export type ClientWithAttachments = z.infer<typeof ClientWithAttachments>
