import { z } from 'zod'
import { Block } from './inbound.ts'
import { networks } from './protocol.ts'

const line = z.string().max(4_096)
const lines = z.array(line).max(64).readonly()

const Access = z.discriminatedUnion('protocol', [
  z.object({ protocol: z.literal('vless'), id: line, flow: line, encryption: line }),
  z.object({
    protocol: z.literal('vmess'),
    id: line,
    cipher: z.enum(['auto', 'aes-128-gcm', 'chacha20-poly1305']),
  }),
  z.object({ protocol: z.literal('trojan'), password: line }),
  z.object({ protocol: z.literal('shadowsocks'), method: line, keys: lines, udp: z.boolean() }),
  z.object({ protocol: z.literal('hysteria'), auth: line, obfs: line, ports: line }),
])

const Transport = z.object({
  network: z.enum(networks),
  ...{ path: line, host: line, serviceName: line, authority: line, mode: line },
  headers: z.record(line, line),
  headerType: z.enum(['none', 'http']),
  multiMode: z.boolean(),
  settings: Block,
})

const Security = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('tls'),
    ...{ sni: line, fingerprint: line, ech: z.string().max(16_384), verifyName: line },
    ...{ alpn: lines, pins: lines },
    allowInsecure: z.boolean(),
  }),
  z.object({
    kind: z.literal('reality'),
    ...{ sni: line, fingerprint: line, publicKey: line, shortId: line, spiderX: line, mldsa65Verify: line },
  }),
])

/** What a client dials (`domain/links/advertised.ts`), as another machine gets it that checks it. */
export const DialledEntry = z.object({
  inboundId: z.int(),
  email: line,
  remark: line,
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535),
  access: Access,
  transport: Transport,
  security: Security,
  masks: Block,
  extras: z.object({
    ...{ mux: Block, sockopt: Block },
    excludeFrom: lines,
    ...{ ipVersion: line, description: line },
  }),
})
