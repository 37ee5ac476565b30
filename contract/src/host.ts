import { z } from 'zod'
import { absentIfNull } from './tolerant.ts'

const text = z.string()
const texts = z.array(z.string())

/** What an advertised address may say beside host and port; blank leaves the inbound's own value. */
const advertised = {
  remark: text,
  port: z.int(),
  security: text,
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
  mihomoIpVersion: text,
  mihomoX25519: z.boolean(),
  serverDescription: text,
  shuffleHost: z.boolean(),
  sortOrder: z.int(),
  tags: texts,
  vlessRoute: text,
  nodeGuids: texts,
}

/** One address of one inbound. */
export const Host = z.object({
  ...advertised,
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

/** The addresses that were written together, as the operator edits them. */
export const HostGroup = z.object({
  ...advertised,
  groupId: text,
  hosts: texts,
  inboundIds: z.array(z.int()),
  muxParams: text,
  sockoptParams: text,
})
export type HostGroup = z.infer<typeof HostGroup>

export const HostInput = absentIfNull(
  z.object({
    ...z.object(advertised).partial().shape,
    inboundIds: z.array(z.int()).min(1).max(1000),
    hosts: z.array(z.string().min(1).max(253)).min(1).max(1000),
    muxParams: text.optional(),
    sockoptParams: text.optional(),
  }),
)
export type HostInput = z.output<typeof HostInput>
