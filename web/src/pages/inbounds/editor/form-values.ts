import type { FallbackInput, FallbackRow } from '#contract/fallback.ts'
import type { Block, Inbound, InboundInput } from '#contract/inbound.ts'
import { inboundFieldNames, inboundFields } from '#contract/inbounds/fields.ts'
import { isProtocol } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { defaultsFor } from '#domain/inbounds/form/defaults.ts'
import { layer4Of, type PortClaim } from '#domain/inbounds/port.ts'
import { runsOn } from '#domain/inbounds/runs-on.ts'
import { blockAt } from '#domain/untyped.ts'

/** The editable parts of an inbound, in the order of the JSON view. The node is chosen once, when it is created. */
const first = [
  ...(['remark', 'enable', 'protocol', 'listen', 'port'] as const),
  ...(['settings', 'streamSettings', 'sniffing', 'tag'] as const),
]
const others = inboundFieldNames.filter((name) => name !== 'nodeId' && !first.some((one) => one === name))
const keys = [...first, ...others]

/** An inbound as the form holds it. Clients are left out, which keeps them (R42). */
export function formOf(inbound: Inbound): Block {
  const { clients: _, ...settings } = inbound.settings
  return { ...Object.fromEntries(keys.map((key) => [key, inbound[key]])), settings }
}

const blank = Object.fromEntries(
  inboundFieldNames
    .filter((name) => name !== 'nodeId' && name !== 'protocol')
    .map((name) => [name, inboundFields[name].default]),
)

/** The request: a cleared number is sent as zero, because an absent one would keep the stored value. */
export const bodyOf = (form: Block): InboundInput => ({ ...blank, ...form })

/** The default of a new inbound: never without security. */
export const emptyForm = (port: number, mint: Mint): Block => ({
  remark: '',
  enable: true,
  protocol: 'vless',
  listen: '',
  port,
  ...defaultsFor('vless', 'tcp', 'reality', mint),
  sniffing: { enabled: true, destOverride: ['http', 'tls', 'quic'] },
})

/** A copy on another port of the same machine; its tag is generated. */
export function cloneOf(inbound: Inbound, port: number, remark: string): Block {
  const { tag: _, ...form } = formOf(inbound)
  const place = runsOn(inbound)
  return { ...form, remark, port, ...(place.kind === 'node' && { nodeId: place.node }) }
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

export const freshFallback = (key: number, dest = ''): FallbackDraft => ({
  ...{ key, dest, childId: 0, sortOrder: 0 },
  ...{ name: '', alpn: '', path: '', xver: 0 },
})

export const draftsOf = (rows: readonly FallbackRow[]): FallbackDraft[] =>
  rows
    .toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)
    .map(({ id, masterId: _, ...row }) => ({ ...row, key: id }))

export const rowsOf = (drafts: readonly FallbackDraft[]): FallbackInput[] =>
  // From 1: the panel reads 0 as "not given".
  drafts.map(({ key: _, ...row }, i) => ({ ...row, sortOrder: i + 1 }))
