import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/untyped.ts'
import { type ResolveStrategy, resolveStrategies } from '../net/resolve-strategy.ts'
import { textIn, valueAt, withValueAt } from './edit.ts'
import { isFreedom } from './outbound-traits.ts'

/** Whether a change applies live or at the next core start (`plan.ts` decides; a test keeps this in step). */
export type Applied = 'live' | 'restart'

interface Field<V> {
  applied: Applied
  read(template: Block): V
  write(template: Block, value: V): Block
}

const choice = <const C extends readonly [string, ...string[]]>(
  choices: C,
  path: readonly string[],
  fallback: C[number],
): Field<C[number]> & { choices: C } => ({
  choices,
  applied: 'restart',
  read: (template) => {
    const written = textIn(template, path).toLowerCase()
    return choices.find((c) => c.toLowerCase() === written) ?? fallback
  },
  write: (template, value) => withValueAt(template, path, value),
})

/** Policy of level 0, in seconds or kilobytes: all clients are level 0. Blank: the core's default. */
const ofLevel = (key: string): Field<number | undefined> => ({
  applied: 'restart',
  read: (template) => {
    const value = Number(valueAt(template, ['policy', 'levels', '0', key]) ?? Number.NaN)
    return Number.isFinite(value) ? value : undefined
  },
  write: (template, value) => withValueAt(template, ['policy', 'levels', '0', key], value),
})

const freedomAt = (template: Block): number => asBlocks(valueAt(template, ['outbounds'])).findIndex(isFreedom)
/** The outbound that connects directly; undefined if there is none. */
export const directTag = (template: Block): string | undefined => {
  const at = freedomAt(template)
  return at < 0 ? undefined : textIn(template, ['outbounds', at, 'tag'])
}

const strategyPath = (at: number) => ['outbounds', at, 'settings', 'domainStrategy'] as const

const direct: Field<ResolveStrategy> = {
  applied: 'live',
  read: (template) => {
    const written = textIn(template, strategyPath(freedomAt(template))).toLowerCase()
    return resolveStrategies.find((s) => s.toLowerCase() === written) ?? 'AsIs'
  },
  write: (template, value) => {
    const at = freedomAt(template)
    return at < 0 ? template : withValueAt(template, strategyPath(at), value)
  },
}

const accessLog: Field<boolean> = {
  applied: 'restart',
  read: (template) => !['', 'none'].includes(textIn(template, ['log', 'access']).toLowerCase()),
  write: (template, on) => withValueAt(template, ['log', 'access'], on ? 'access.log' : 'none'),
}

/** The core settings most operators may want to change, and when a change takes effect. */
export const basics = {
  logLevel: choice(['debug', 'info', 'warning', 'error', 'none'], ['log', 'loglevel'], 'warning'),
  accessLog,
  maskAddress: choice(['', 'quarter', 'half', 'full'], ['log', 'maskAddress'], ''),
  direct,
  /** Whether routing rules see the resolved address of a domain. */
  routing: choice(['AsIs', 'IPIfNonMatch', 'IPOnDemand'], ['routing', 'domainStrategy'], 'AsIs'),
  handshake: ofLevel('handshake'),
  connIdle: ofLevel('connIdle'),
  uplinkOnly: ofLevel('uplinkOnly'),
  downlinkOnly: ofLevel('downlinkOnly'),
  bufferSize: ofLevel('bufferSize'),
}
