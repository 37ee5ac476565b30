import type {
  MoveInBusyPort,
  MoveInEffect,
  MoveInFinding,
  MoveInPlan,
  MoveInSection,
} from '#contract/move-in-api.ts'
import { moveInKinds } from '#contract/move-in-kinds.ts'
import type { Finding } from '#domain/move-in/arrival.ts'
import type { PlannedInbound } from '#domain/move-in/plan.ts'
import { inEnglish } from '#domain/refusal.ts'
import {
  type Front,
  type FrontOf,
  type HolderOf,
  isSameFront,
  panelUrl,
  portsOf,
  subscriptionUrl,
} from './front.ts'
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

export function effectOf(planned: Planned, frontOf: FrontOf, host: string): MoveInEffect {
  const { before, plan, usersHere, settings } = planned
  const [from, to] = [frontOf(before), frontOf(settings.next)]
  const after = plan.users.length > 0 ? plan.users.map(({ username }) => username) : [...usersHere]
  return {
    panel: { from: panelUrl(from, host), to: panelUrl(to, host) },
    subscriptions: { from: subscriptionUrl(from, host), to: subscriptionUrl(to, host) },
    logins: { from: [...usersHere], to: after },
    twoFactor: { from: before.twoFactorEnable, to: settings.next.twoFactorEnable },
    restarts: !isSameFront(from, to),
  }
}

/** Ports of a front that somebody else holds now. */
export async function heldPorts(next: Front, holderOf: HolderOf): Promise<MoveInBusyPort[]> {
  const held: MoveInBusyPort[] = []
  for (const { what, address, port } of portsOf(next)) {
    const holder = await holderOf('tcp', address, port)
    if (holder) held.push({ what, tag: '', listen: address, port, program: holder.name, pid: holder.pid })
  }
  return held
}

async function heldInbound(inbound: PlannedInbound, holderOf: HolderOf): Promise<MoveInBusyPort[]> {
  const { fields, layers, node, tag } = inbound
  if (!fields.enable || node !== '' || fields.port === 0) return []
  for (const layer of layers) {
    const holder = await holderOf(layer, fields.listen, fields.port)
    if (holder) {
      const { listen, port } = fields
      return [{ what: 'inbound', tag, listen, port, program: holder.name, pid: holder.pid }]
    }
  }
  return []
}

export interface ViewDeps {
  frontOf: FrontOf
  holderOf: HolderOf
}

export async function viewOf(
  staged: Staged,
  planned: Planned,
  { frontOf, holderOf }: ViewDeps,
  host: string,
): Promise<MoveInPlan> {
  const { plan, settings } = planned
  const busyPorts = await heldPorts(frontOf(settings.next), holderOf)
  for (const inbound of plan.inbounds) busyPorts.push(...(await heldInbound(inbound, holderOf)))
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
    effect: effectOf(planned, frontOf, host),
    nothingToDo: !brings(planned),
  }
}
