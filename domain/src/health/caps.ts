import type { CapView } from '#contract/caps-api.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, inboundSubject, inUtc, only, page } from './check.ts'

/** A cap that is nearly or wholly used up. */
export type UsedCap = Pick<
  CapView,
  'kind' | 'id' | 'name' | 'used' | 'capBytes' | 'atEnd' | 'stage' | 'until'
>

const subjectOf = ({ kind, id, name }: UsedCap) => {
  if (kind === 'inbound') return inboundSubject(id, name)
  return kind === 'node' ? { kind, id: String(id), name } : only('server')
}

/** Nothing where no cap comes to its end: most servers have none. */
export const judgeCaps = (used: readonly UsedCap[] = []): Check[] =>
  used.map((cap) => {
    const { kind, id, name, stage, atEnd, until } = cap
    const percent = Math.floor((cap.used / cap.capBytes) * 100)
    const what = stage === 'near' ? 'near' : atEnd === 'nothing' ? 'reached' : atEnd
    const sentence =
      what === 'near'
        ? coded('health.cap-near', { kind, name, percent })
        : coded(`health.cap-${what}`, { kind, name, until: inUtc(until) })
    const to = { server: 'panel/usage?by=cost&cap=server', node: `panel/nodes?cap=${id}` }
    const at = page(kind === 'inbound' ? `panel/inbounds?cap=${id}` : to[kind])
    const place = kind === 'server' ? kind : `${kind}-${id}`
    const isBad = stage === 'reached' && atEnd === 'stop'
    return check(`caps.${place}`, isBad ? 'bad' : 'warn', sentence, at, subjectOf(cap))
  })
