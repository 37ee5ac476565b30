import { z } from 'zod'
import { Block } from './inbound.ts'
import { networks } from './protocol.ts'

const most = 64 * 1024
const text = z.string().max(4_096)
const texts = z.array(text).max(64)

const access = z.discriminatedUnion('protocol', [
  z.object({ protocol: z.literal('vless'), id: text, flow: text, encryption: text }),
  z.object({
    protocol: z.literal('vmess'),
    id: text,
    cipher: z.enum(['auto', 'aes-128-gcm', 'chacha20-poly1305']),
  }),
  z.object({ protocol: z.literal('trojan'), password: text }),
  z.object({ protocol: z.literal('shadowsocks'), method: text, keys: texts, udp: z.boolean() }),
  z.object({ protocol: z.literal('hysteria'), auth: text, obfs: text, ports: text }),
])

const security = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    ...{ kind: z.literal('tls'), sni: text, alpn: texts, fingerprint: text, ech: text, pins: texts },
    ...{ verifyName: text, allowInsecure: z.boolean() },
  }),
  z.object({
    ...{ kind: z.literal('reality'), sni: text, fingerprint: text, publicKey: text, shortId: text },
    ...{ spiderX: text, mldsa65Verify: text },
  }),
])

const transport = z.object({
  ...{ network: z.enum(networks), path: text, host: text, headers: z.record(z.string(), text) },
  ...{ headerType: z.enum(['none', 'http']), serviceName: text, authority: text, multiMode: z.boolean() },
  ...{ mode: text, settings: Block },
})

/** What would make the core open a file, another interface or another address than that of the entry. */
const unwanted =
  /file$|keylog|^(?:script|dialerProxy|proxySettings|interface|certificates|customSockopt|downloadSettings)$/i

const isPlain = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => !unwanted.test(key) && isPlain(inner))
}

/** An entry that another machine says: it becomes part of a core's configuration here, so nothing else may be in it. */
export const ReceivedEntry = z
  .object({
    inboundId: z.int().positive(),
    email: text,
    remark: text,
    /** A name or an address: no path of a socket. */
    host: z
      .string()
      .max(255)
      .regex(/^[A-Za-z0-9._:-]+$/),
    port: z.int().min(1).max(65_535),
    ...{ access, transport, security, masks: Block },
    extras: z.object({
      ...{ mux: Block, sockopt: Block, excludeFrom: texts, ipVersion: text, description: text },
    }),
  })
  .refine((entry) => JSON.stringify(entry).length <= most && isPlain(entry))
