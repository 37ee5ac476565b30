import type { Block } from '#contract/inbound.ts'
import { valueAt } from '#domain/core-config/edit.ts'
import { canonicalStream, networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { endpointsOf, shown } from '#domain/outbounds/endpoints.ts'
import { outboundsOf, protocolOf, tagOf } from '#domain/outbounds/template-outbounds.ts'
import { asBlock } from '#domain/untyped.ts'
import type { Template } from '../draft/template.ts'

export interface OutboundRow {
  /** Its name in the editor's URL: its tag, or its position if it has none. */
  key: string
  tag: string
  outbound: Block
  /** Undefined for outbounds of a subscription: they are not in the template. */
  index: number | undefined
  protocol: string
  /** Transport and security, if any. */
  words: string[]
  address: string
  up: number
  down: number
}

const plain = new Set(['freedom', 'direct', 'blackhole', 'block', 'dns', 'loopback', 'wireguard', 'hysteria'])

/** `ws`, `tls`; empty for direct outbounds. */
export function streamWords(outbound: Block): string[] {
  if (plain.has(protocolOf(outbound))) return []
  const stream = canonicalStream(asBlock(valueAt(outbound, ['streamSettings'])))
  return [networkOf(stream), securityOf(stream)].filter((word) => word !== 'none' && word !== 'tcp')
}

export const keyOfOutbound = (outbound: Block, index: number): string => tagOf(outbound) || `#${index + 1}`

type Bytes = Pick<OutboundRow, 'tag' | 'up' | 'down'>

export function rowsOf(
  template: Template,
  subscribed: readonly Block[],
  traffic: readonly Bytes[],
): OutboundRow[] {
  const bytes = new Map(traffic.map((row) => [row.tag, row]))
  const row = (outbound: Block, index: number | undefined, key: string): OutboundRow => {
    const tag = tagOf(outbound)
    const { up = 0, down = 0 } = bytes.get(tag) ?? {}
    const [protocol, words] = [protocolOf(outbound), streamWords(outbound)]
    const address = endpointsOf(outbound).map(shown).join(', ')
    return { key, tag, outbound, index, protocol, words, address, up, down }
  }
  return [
    ...outboundsOf(template).map((outbound, i) => row(outbound, i, keyOfOutbound(outbound, i))),
    ...subscribed.map((outbound) => row(outbound, undefined, tagOf(outbound))),
  ]
}

export function matching(rows: readonly OutboundRow[], q: string): OutboundRow[] {
  const text = q.trim().toLowerCase()
  return rows.filter((row) =>
    [row.tag, row.protocol, row.address, ...row.words].join(' ').toLowerCase().includes(text),
  )
}

/** Under a third of a second is fast, over a second is slow. */
export const latencyTone = (ms: number): 'good' | 'warn' | 'bad' =>
  ms < 350 ? 'good' : ms < 1000 ? 'warn' : 'bad'
/** Share of a full bar; half a second is half of it, and differences shrink above that. */
export const latencyShare = (ms: number): number => ms / (ms + 500)
