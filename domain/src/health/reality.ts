import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, inboundSubject, page } from './check.ts'

/** What the site in front of which a Reality inbound hides showed to a handshake. */
export interface TargetShown {
  tls13: boolean
  h2: boolean
  x25519: boolean
  /** Server names that were tried, and those that no certificate covers. */
  names: readonly string[]
  missing: readonly string[]
}

export interface RealityFact {
  inboundId: number
  name: string
  target: string
  /** `local`: on this machine or in its network. `unasked`: it did not answer yet, or was not asked. */
  found: TargetShown | { error: Coded } | 'local' | 'unasked'
}

function verdictOf({ name, target, found }: RealityFact): Pick<Check, 'state' | 'sentence'> {
  const words = { name, target }
  if (found === 'local') return { state: 'note', sentence: coded('health.reality-local', words) }
  if (found === 'unasked') return { state: 'note', sentence: coded('health.reality-unasked', words) }
  if ('error' in found)
    return { state: 'bad', sentence: coded('health.reality-silent', { ...words, reason: found.error }) }
  const lacks = [found.tls13 ? '' : 'TLS 1.3', found.h2 ? '' : 'HTTP/2', found.x25519 ? '' : 'X25519']
  const missing = lacks.filter((one) => one !== '').join(', ')
  if (missing !== '') return { state: 'warn', sentence: coded('health.reality-lacks', { ...words, missing }) }
  const [other] = found.missing
  return other === undefined
    ? { state: 'ok', sentence: coded('health.reality-good', { ...words, count: found.names.length }) }
    : { state: 'warn', sentence: coded('health.reality-other-name', { ...words, server: other }) }
}

export const judgeReality = (facts: readonly RealityFact[]): Check[] =>
  facts.map((fact) => {
    const { state, sentence } = verdictOf(fact)
    const { inboundId, name } = fact
    const to = state === 'ok' ? undefined : page(`panel/inbounds?i=${inboundId}`)
    return check(`reality.inbound-${inboundId}`, state, sentence, to, inboundSubject(inboundId, name))
  })
