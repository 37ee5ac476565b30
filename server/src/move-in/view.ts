import type {
  MoveInBusyPort,
  MoveInEffect,
  MoveInFinding,
  MoveInPlan,
  MoveInSection,
} from '#contract/move-in-api.ts'
import { moveInKinds } from '#contract/move-in-kinds.ts'
import type { Layer4 } from '#domain/inbounds/port.ts'
import type { Finding } from '#domain/move-in/arrival.ts'
import type { PlannedInbound } from '#domain/move-in/plan.ts'
import { inEnglish } from '#domain/refusal.ts'
import { otherProgramOnPort } from '../inbounds/port-holders.ts'
import type { Config } from '../platform/config.ts'
import {
  type Addresses,
  addressesOf,
  isSameAddresses,
  panelUrl,
  portsOf,
  subscriptionUrl,
} from './addresses.ts'
import { mostFindings } from './packed.ts'
import { brings, type Planned } from './planning.ts'
import type { Staged } from './staged.ts'

export function sectionsOf({ plan, settings }: Planned): MoveInSection[] {
  const left = settings.findings.length
  const counts: Record<string, Omit<MoveInSection, 'kind'> | undefined> = Object.fromEntries(
    Object.entries(plan.counts).map(([kind, { comes, here, left }]) => [kind, { come: comes, here, left }]),
  )
  if (counts.settings && left > 0)
    counts.settings = {
      ...counts.settings,
      come: Math.max(0, counts.settings.come - left),
      left: counts.settings.left + left,
    }
  counts.oldSubscriptions = { come: plan.oldSubscriptions.length, here: 0, left: 0 }
  return moveInKinds.flatMap((kind) => {
    const count = counts[kind]
    return count && count.come + count.here + count.left > 0 ? [{ kind, ...count }] : []
  })
}

const shown = ({ kind, subject, said }: Finding): MoveInFinding => ({
  kind,
  subject,
  said: inEnglish(said),
  saidCoded: said,
})

export function effectOf(planned: Planned, config: Config, host: string): MoveInEffect {
  const { before, plan, usersHere, settings } = planned
  const [from, to] = [addressesOf(config, before), addressesOf(config, settings.next)]
  const after = plan.users.length > 0 ? plan.users.map(({ username }) => username) : [...usersHere]
  return {
    panel: { from: panelUrl(from, host), to: panelUrl(to, host) },
    subscriptions: { from: subscriptionUrl(from, host), to: subscriptionUrl(to, host) },
    logins: { from: [...usersHere], to: after },
    twoFactor: { from: before.twoFactorEnable, to: settings.next.twoFactorEnable },
    restarts: !isSameAddresses(from, to),
  }
}

/** The port, if a program holds it that is neither this panel nor its core. */
async function heldPort(
  layer: Layer4,
  at: Pick<MoveInBusyPort, 'what' | 'tag' | 'listen' | 'port'>,
  corePid: number | undefined,
): Promise<MoveInBusyPort[]> {
  const { otherProgram } = await otherProgramOnPort(layer, at.listen, at.port, corePid)
  if (!otherProgram || otherProgram.pid === process.pid) return []
  return [{ ...at, program: otherProgram.name, pid: otherProgram.pid }]
}

/** Ports of the panel that another program holds now. */
export async function heldPorts(next: Addresses, corePid: number | undefined): Promise<MoveInBusyPort[]> {
  const held: MoveInBusyPort[] = []
  for (const { what, address, port } of portsOf(next))
    held.push(...(await heldPort('tcp', { what, tag: '', listen: address, port }, corePid)))
  return held
}

async function heldInbound(inbound: PlannedInbound, corePid: number | undefined): Promise<MoveInBusyPort[]> {
  const { layers, node, tag } = inbound
  const { enable, listen, port } = inbound.fields
  if (!enable || node !== '' || port === 0) return []
  for (const layer of layers) {
    const held = await heldPort(layer, { what: 'inbound', tag, listen, port }, corePid)
    if (held.length > 0) return held
  }
  return []
}

export async function viewOf(
  staged: Staged,
  planned: Planned,
  config: Config,
  corePid: number | undefined,
  host: string,
): Promise<MoveInPlan> {
  const { plan, settings } = planned
  const busyPorts = await heldPorts(addressesOf(config, settings.next), corePid)
  for (const inbound of plan.inbounds) busyPorts.push(...(await heldInbound(inbound, corePid)))
  const findings = [...settings.findings, ...plan.findings]
  return {
    id: staged.id,
    panel: plan.panel,
    version: plan.version,
    fileName: staged.fileName,
    bytes: staged.bytes,
    stagedAt: staged.stagedAt,
    fresh: planned.isFresh,
    options: planned.options,
    sections: sectionsOf(planned),
    findings: findings.slice(0, mostFindings).map(shown),
    findingsTotal: plan.findingsTotal + settings.findings.length,
    busyPorts,
    effect: effectOf(planned, config, host),
    nothingToDo: !brings(planned),
  }
}
