import type { Block } from '#contract/inbound.ts'
import { isBlock } from './stream.ts'

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
