import type { FallbackInput, FallbackRow } from '#contract/fallback.ts'
import type { Block, Inbound, InboundInput } from '#contract/inbound.ts'
import { isProtocol } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/mint.ts'
import { defaultsFor } from '#domain/inbounds/form/defaults.ts'
import { layer4Of, type PortClaim } from '#domain/inbounds/port.ts'
import { blockAt } from '#domain/inbounds/stream.ts'

/** What a person decides about an inbound, in the order in which the JSON shows it. */
const keys = [
  'remark',
  'enable',
  'protocol',
  'listen',
  'port',
  'settings',
  'streamSettings',
  'sniffing',
  'tag',
  'total',
  'expiryTime',
  'trafficReset',
  'trafficResetDay',
  'shareAddrStrategy',
  'shareAddr',
  'subSortIndex',
  'disableFlow',
] as const satisfies readonly (keyof Inbound)[]

/** An inbound as the form holds it. Its clients are on a page of their own: left out, they stay (R42). */
export function formOf(inbound: Inbound): Block {
  const { clients: _, ...settings } = inbound.settings
  return { ...Object.fromEntries(keys.map((key) => [key, inbound[key]])), settings }
}

const blank: InboundInput = {
  remark: '',
  enable: true,
  listen: '',
  port: 0,
  total: 0,
  expiryTime: 0,
  trafficReset: 'never',
  trafficResetDay: 1,
  shareAddrStrategy: 'node',
  shareAddr: '',
  subSortIndex: 1,
}

/** What is sent: a figure that was cleared is its zero, for an absent one would keep the stored value. */
export const bodyOf = (form: Block): InboundInput => ({ ...blank, ...form })

/** Nothing chosen yet: safe by default (screens.md 5.1), never without security. */
export const emptyForm = (port: number, mint: Mint): Block => ({
  remark: '',
  enable: true,
  protocol: 'vless',
  listen: '',
  port,
  ...defaultsFor('vless', 'tcp', 'reality', mint),
  sniffing: { enabled: true, destOverride: ['http', 'tls', 'quic'] },
})

/** A second one like it, on a port of its own; the tag is made anew. */
export function cloneOf(inbound: Inbound, port: number, remark: string): Block {
  const { tag: _, ...form } = formOf(inbound)
  return { ...form, remark, port }
}

export const claimOf = (form: Block, id: number, nodeId: number | null): PortClaim | undefined => {
  const protocol = String(form.protocol ?? '')
  if (!isProtocol(protocol)) return undefined
  const settings = blockAt(form, 'settings')
  const streamSettings = blockAt(form, 'streamSettings')
  return {
    id,
    remark: String(form.remark ?? ''),
    listen: typeof form.listen === 'string' ? form.listen : '',
    port: Number(form.port) || 0,
    nodeId,
    layers: layer4Of({ protocol, settings, streamSettings }),
  }
}

/** A fallback as the form holds it: the key stays with the row while it is moved. */
export interface FallbackDraft extends FallbackInput {
  key: number
}

export const draftsOf = (rows: readonly FallbackRow[]): FallbackDraft[] =>
  rows
    .toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)
    .map(({ id, masterId: _, ...row }) => ({ ...row, key: id }))

export const rowsOf = (drafts: readonly FallbackDraft[]): FallbackInput[] =>
  // From 1: the panel takes 0 for "not said".
  drafts.map(({ key: _, ...row }, i) => ({ ...row, sortOrder: i + 1 }))
