import type { Block } from '#contract/inbound.ts'
import { blockAt, isBlock, textAt } from '#domain/untyped.ts'

export interface InboundShape {
  protocol: string
  settings: Block
  streamSettings: Block
  /** Set by the operator: no client of this inbound gets a flow. */
  disableFlow?: boolean
}

const networkNames: Readonly<Record<string, string>> = {
  raw: 'tcp',
  splithttp: 'xhttp',
  websocket: 'ws',
  mkcp: 'kcp',
}
const blockNames: Readonly<Record<string, string>> = {
  rawSettings: 'tcpSettings',
  splithttpSettings: 'xhttpSettings',
}

/** The core knows several names for a transport; this maps them to one. */
export function canonicalStream(stream: Block): Block {
  const out: Block = {}
  for (const [key, value] of Object.entries(stream)) {
    const name = Object.hasOwn(blockNames, key) ? blockNames[key]! : key
    if (name === key || !(name in stream)) out[name] = value
  }
  if (typeof out.method === 'string' && out.network === undefined) {
    out.network = out.method
    delete out.method
  }
  const network = textAt(out, 'network').toLowerCase()
  if (network !== '') out.network = Object.hasOwn(networkNames, network) ? networkNames[network] : network
  return out
}

/** Absent means the core's default. */
export const networkOf = (stream: Block): string => textAt(stream, 'network') || 'tcp'
export const securityOf = (stream: Block): string => textAt(stream, 'security') || 'none'
export const transportOf = (stream: Block): Block => blockAt(stream, `${networkOf(stream)}Settings`)

/** The core's packet size for mKCP where none is set. */
const usualMtu = 1_350

/** The size of a packet that counts for mKCP. */
export const mtuOf = ({ mtu }: Block): number => (typeof mtu === 'number' && mtu > 0 ? mtu : usualMtu)

/** The core refuses mKCP whose window has no room for one packet; 0 is not set. */
export const isWindowTooSmall = (kcp: Block): boolean => {
  const { maxSendingWindow: window } = kcp
  return typeof window === 'number' && window > 0 && window < mtuOf(kcp)
}

const without = (block: Block, key: string): Block => {
  const { [key]: _, ...rest } = block
  return rest
}
const isEmptyList = (v: unknown): boolean => Array.isArray(v) && v.length === 0

/** Empty externalProxy and mask lists are dropped. */
export function tidyStream(stream: Block): Block {
  let out = stream
  if (isEmptyList(out.externalProxy)) out = without(out, 'externalProxy')
  if (isBlock(out.finalmask)) {
    const entries = Object.entries(out.finalmask)
    const kept = entries.filter(([key, v]) => !((key === 'tcp' || key === 'udp') && isEmptyList(v)))
    if (kept.length < entries.length)
      out = kept.length === 0 ? without(out, 'finalmask') : { ...out, finalmask: Object.fromEntries(kept) }
  }
  return out
}

/** `enabled` is always present; destOverride only while sniffing is on. */
export function tidySniffing(sniffing: Block): Block & { enabled: boolean } {
  const enabled = sniffing.enabled === true
  return { ...(enabled ? sniffing : without(sniffing, 'destOverride')), enabled }
}
