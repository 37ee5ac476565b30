import { z } from 'zod'
import { absentIfNull } from './tolerant.ts'

const text = z.string()
const texts = z.array(z.string())

/** Generated clients accept only these values. */
const securities = ['same', 'none', 'tls', 'reality'] as const
const ipVersions = ['dual', 'ipv4', 'ipv4-prefer', 'ipv6', 'ipv6-prefer'] as const
/** Blank: the panel chooses. */
const choice = <const T extends readonly string[]>(words: T) =>
  z.preprocess((v) => (v === '' ? undefined : v), z.enum(words).optional()).optional()

/** Settings of an advertised address besides host and port; blank keeps the inbound's value. */
const advertised = {
  remark: text,
  port: z.int(),
  security: z.enum(securities),
  sni: text,
  alpn: texts,
  fingerprint: text,
  hostHeader: text,
  path: text,
  allowInsecure: z.boolean(),
  echConfigList: text,
  pinnedPeerCertSha256: texts,
  verifyPeerCertByName: text,
  overrideSniFromAddress: z.boolean(),
  keepSniBlank: z.boolean(),
  excludeFromSubTypes: texts,
  finalMask: text,
  isDisabled: z.boolean(),
  isHidden: z.boolean(),
  mihomoIpVersion: z.enum(ipVersions),
  /** Kept for API clients; every Reality entry for Mihomo has this key exchange. */
  mihomoX25519: z.boolean(),
  serverDescription: text,
  shuffleHost: z.boolean(),
  sortOrder: z.int(),
  tags: texts,
  vlessRoute: text,
  nodeGuids: texts,
  /** What a byte through these addresses counts against quotas; null: what the inbound's does. */
  trafficMultiplier: z.number().nullable(),
}

/**
 * Links of these addresses have keys of their own, by which their bytes are known (ADR 151). So it is from the first
 * multiplier on, for as long as the addresses exist.
 */
const ownKeys = z.boolean()

/** One address of one inbound. */
export const Host = z.object({
  ...advertised,
  ownKeys,
  id: z.int(),
  groupId: text,
  inboundId: z.int(),
  address: text,
  muxParams: z.unknown(),
  sockoptParams: z.unknown(),
  createdAt: z.int(),
  updatedAt: z.int(),
})
export type Host = z.infer<typeof Host>

/** Addresses that were created together and are edited together. */
export const HostGroup = z.object({
  ...advertised,
  ownKeys,
  groupId: text,
  hosts: texts,
  inboundIds: z.array(z.int()),
  muxParams: text,
  sockoptParams: text,
})
export type HostGroup = z.infer<typeof HostGroup>

type HostSettings = Omit<HostGroup, 'groupId' | 'hosts' | 'inboundIds'>

function blankOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodArray) return []
  return schema instanceof z.ZodString ? '' : schema instanceof z.ZodBoolean ? false : 0
}

/** A group's settings without its addresses; unset fields are blank and keep the inbound's value. */
export const blankHost = Object.fromEntries(
  Object.entries({ ...advertised, ownKeys, muxParams: text, sockoptParams: text }).map(([name, schema]) => [
    name,
    blankOf(schema),
  ]),
) as HostSettings // each has the type of its schema

export const HostInput = absentIfNull(
  z.object({
    ...z.object(advertised).partial().shape,
    security: choice(securities),
    mihomoIpVersion: choice(ipVersions),
    inboundIds: z.array(z.int()).min(1).max(1000),
    hosts: z.array(z.string().min(1).max(253)).min(1).max(1000),
    muxParams: text.optional(),
    sockoptParams: text.optional(),
    /** For adding: the id and the keys of a deleted set that is put back, so that its links work again. */
    groupId: text.optional(),
    ownKeys: ownKeys.optional(),
  }),
  // Programs that do not know it leave it as it is; null takes it away.
  undefined,
  ['trafficMultiplier'],
)
export type HostInput = z.output<typeof HostInput>
