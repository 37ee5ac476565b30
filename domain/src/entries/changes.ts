import type { Act } from '#contract/acts.ts'
import type { Coded } from '#contract/coded.ts'
import { inUtc } from '#domain/health/check.ts'
import { coded, codedList } from '#domain/refusal.ts'

/** An act of the audit log. */
export interface PastAct {
  at: number
  action: string
  by: string
  object: string
  /** What it changed, as JSON that may be cut off. */
  after: string
}

/** The time between the last good check of an entry and the first failed one, and whose acts count. */
export interface Turn {
  from: number
  to: number
  /** The inbound, and those whose fallbacks lead to it. */
  inboundIds: readonly number[]
  /** The node that runs the inbound, if it is one. */
  node: number | undefined
}

type Told = (act: PastAct, said: { at: string; by: string }) => Coded

/** Other settings have no effect on inbounds or their links. */
const ofEntries = /\b(?:xray\w+|publicHost|webDomain|subDomain)\\?":/
const ofTemplate = /"template\\?":/

const settings: Told = ({ after }, said) =>
  ofTemplate.test(after) ? coded('entry.changed-template', said) : coded('entry.changed-settings', said)
const inbound: Told = (_, said) => coded('entry.changed-inbound', said)
const node: Told = (_, said) => coded('entry.changed-node', said)
const hosts: Told = (_, said) => coded('entry.changed-hosts', said)
const geo: Told = (_, { at }) => coded('entry.changed-geo', { at })
/** `v26.7.28, SHA-256 …`, or `v26.7.28 to 26.5.1`. */
const versionIn = (object: string): string =>
  (object.split(',', 1)[0] ?? '').split(' ').at(-1)?.replace(/^v/, '') ?? ''
const core: Told = ({ object }, { at }) => coded('entry.changed-core', { version: versionIn(object), at })

/** Acts that may close an entry. A restart that an operator asked for is seen as the start of the core. */
const told: Partial<Record<Act, Told>> = {
  'inbound.update': inbound,
  'inbound.fallbacks': inbound,
  'settings.update': settings,
  'hosts.add': hosts,
  'hosts.update': hosts,
  'hosts.del': hosts,
  'hosts.enable': hosts,
  'hosts.disable': hosts,
  'core.install': core,
  'core.rollBack': core,
  'panel.install': ({ object: version }, { at }) => coded('entry.changed-panel', { version, at }),
  'panel.restore': (_, said) => coded('entry.changed-restore', said),
  'certificate.issue': ({ object }, { at }) =>
    coded('entry.changed-certificate', { names: object.replace(/^\d+ /, ''), at }),
  'geo.update': geo,
  'geo.download': geo,
  'node.update': node,
  'node.setEnable': node,
}
export const tellingActs = Object.keys(told) as Act[]

/** More would hide the one that counts. */
const most = 4

/** The acts on an inbound or a node begin with its id. */
function isOn({ inboundIds, node }: Turn, { action, object, after }: PastAct): boolean {
  if (action === 'settings.update') return ofEntries.test(after) || ofTemplate.test(after)
  const id = Number(object.split(' ', 1)[0])
  if (action.startsWith('inbound.')) return inboundIds.includes(id)
  if (action.startsWith('node.')) return node === id
  // The core, its files and its certificates are those of this server.
  return node === undefined || action.startsWith('hosts.')
}

/** What happened in that time, the latest of each kind, in the order in which it happened. */
export function changesIn(
  turn: Turn,
  acts: readonly PastAct[],
  coreStartedAt: number | undefined,
): Coded | undefined {
  const isIn = (at: number) => at > turn.from && at <= turn.to
  const found = new Map<string, { at: number; sentence: Coded }>()
  for (const act of acts.toSorted((a, b) => a.at - b.at)) {
    const tell = told[act.action as Act]
    if (!tell || !isIn(act.at) || !isOn(turn, act)) continue
    const sentence = tell(act, { at: inUtc(act.at), by: act.by })
    found.set(sentence.code, { at: act.at, sentence })
  }
  if (coreStartedAt && turn.node === undefined && isIn(coreStartedAt) && !found.has('entry.changed-core')) {
    const sentence = coded('entry.changed-start', { at: inUtc(coreStartedAt) })
    found.set(sentence.code, { at: coreStartedAt, sentence })
  }
  const last = [...found.values()].toSorted((a, b) => a.at - b.at).slice(-most)
  const [first, ...rest] = last.map(({ sentence }) => sentence)
  return first && codedList([first, ...rest])
}
