import { asCount } from '#domain/traffic/ledger.ts'

/** The status that a panel reports. Missing values are blank or zero. */
export type PanelStatus = NonNullable<ReturnType<typeof readStatus>>

type Part = Record<string, unknown>
const part = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})

/** Another program's text: short, and without characters that a database or a page cannot take. */
export const text = (value: unknown, max = 64): string =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, max) : ''
const count = (value: unknown): number => (typeof value === 'number' ? asCount(value) : 0)
const percent = (value: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value)) * 100) / 100 : 0

/** Undefined if this is not the status of a panel. */
export function readStatus(answer: unknown) {
  const { cpu, mem, xray, panelVersion, panelGuid, uptime, netIO, fleet } = part(answer)
  if (typeof cpu !== 'number' || typeof xray !== 'object' || xray === null) return undefined
  const memory = part(mem)
  const core = part(xray)
  const net = part(netIO)
  return {
    guid: text(panelGuid),
    panelVersion: text(panelVersion),
    coreVersion: text(core.version),
    coreState: text(core.state),
    coreError: text(core.errorMsg, 300),
    cpuPct: percent(cpu),
    memPct: percent((count(memory.current) * 100) / Math.max(1, count(memory.total))),
    uptimeSecs: count(uptime),
    netUp: count(net.up),
    netDown: count(net.down),
    /** Which calls between two panels of ours it understands; 0 for none. */
    fleet: count(fleet),
  }
}

type About = Pick<PanelStatus, 'guid' | 'panelVersion' | 'coreVersion' | 'coreState' | 'coreError' | 'fleet'>

/** The same from a report of one of our own panels. */
export const readAbout = (said: About): About => ({
  guid: text(said.guid),
  panelVersion: text(said.panelVersion),
  coreVersion: text(said.coreVersion),
  coreState: text(said.coreState),
  coreError: text(said.coreError, 300),
  fleet: Math.max(1, count(said.fleet)),
})

/** Why a panel that answers cannot be this node, given the ids of this panel and of the other nodes. */
export function identityTrouble(
  guid: string,
  own: string,
  others: readonly { name: string; guid: string }[],
): { kind: 'self' } | { kind: 'other'; name: string } | undefined {
  if (guid === '') return undefined // older panels have no id
  if (guid === own) return { kind: 'self' }
  const twin = others.find((node) => node.guid === guid)
  return twin && { kind: 'other', name: twin.name }
}

/** States in which nothing on a node is changed: it is this panel, another node, or a panel above this one. */
export const untouchable: ReadonlySet<string> = new Set([
  'node.is-this-panel',
  'node.same-as-another',
  'node.is-above',
])
