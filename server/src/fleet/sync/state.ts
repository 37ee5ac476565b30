import type { Coded } from '#contract/coded.ts'
import { grantedLimit } from '#domain/fleet/allowance.ts'
import { type ClientPlan, planClient, remotesOf } from '#domain/fleet/client-plan.ts'
import { accepts, type InboundStep, planInbound } from '#domain/fleet/inbound-plan.ts'
import type { RemoteClient, Snapshot } from '#domain/fleet/snapshot.ts'
import { counted } from '#domain/fleet/sums.ts'
import type { WantedClient, WantedInbound } from '#domain/fleet/wanted.ts'
import { coded } from '#domain/refusal.ts'
import type { DerivedClient } from './desired.ts'
import type { PlacedClientRow, PlacedInboundRow } from './managed.ts'

/** All that is known when one look at a node is worked on. */
export interface Picture {
  snapshot: Snapshot
  wantedInbounds: ReadonlyMap<number, WantedInbound>
  placedInbounds: ReadonlyMap<number, PlacedInboundRow>
  clients: ReadonlyMap<number, DerivedClient>
  placedClients: ReadonlyMap<number, PlacedClientRow>
}

/** Tags on the node that the panel put there; an inbound may have its old tag or its new one. */
export const oursIn = ({
  placedInbounds,
  wantedInbounds,
}: Pick<Picture, 'placedInbounds' | 'wantedInbounds'>): ReadonlySet<string> =>
  new Set(
    [...placedInbounds.values()]
      .filter(({ goneAt }) => goneAt === 0)
      .flatMap(({ tag, inboundId }) => [tag, wantedInbounds.get(inboundId)?.tag ?? tag]),
  )

export interface InboundWork {
  id: number
  step: InboundStep
  wanted: WantedInbound | undefined
  placed: PlacedInboundRow | undefined
  /** Its row id on the node; 0 if it is not there. */
  remoteId: number
  /** If the node keeps showing something else than it was sent: what it made of it. */
  accepted: string
}

export function inboundWork(picture: Picture, id: number): InboundWork {
  const wanted = picture.wantedInbounds.get(id)
  const placed = picture.placedInbounds.get(id)
  const { inbounds } = picture.snapshot
  const found = inbounds.get(placed?.tag ?? '') ?? inbounds.get(wanted?.tag ?? '')
  // The tag of a deleted inbound may have been given to another one of ours since.
  const isAnother = found && placed && placed.goneAt > 0 && oursIn(picture).has(placed.tag)
  const remote = isAnother ? undefined : found
  return {
    id,
    step: planInbound(wanted, placed, remote),
    wanted,
    placed,
    remoteId: remote?.id ?? 0,
    accepted: wanted && remote ? accepts(wanted, remote) : '',
  }
}

export interface ClientWork {
  id: number
  plan: ClientPlan
  /** As the node should have it; undefined if it should not. */
  wanted: WantedClient | undefined
  granted: number
  placed: PlacedClientRow | undefined
  remote: RemoteClient | undefined
}

/** Bytes that the node counted and the panel has not added yet are used up already. */
function limitOf(
  { client, used, places }: DerivedClient,
  placed: PlacedClientRow | undefined,
  remote: RemoteClient | undefined,
) {
  const baseline = placed ?? { up: 0, down: 0 }
  const sums = remote?.sums ?? baseline
  const { added } = placed ? counted(baseline, sums) : { added: { up: 0, down: 0 } }
  return grantedLimit({
    quota: client.totalGB,
    used: used + added.up + added.down,
    nodeUsed: sums.up + sums.down,
    granted: placed?.granted ?? 0,
    places,
  })
}

/** A client as the node should have it, with its limit there. */
export function wantedClient(
  { clients, placedClients }: Pick<Picture, 'clients' | 'placedClients'>,
  id: number,
  remote?: RemoteClient,
): { wanted: WantedClient | undefined; granted: number } {
  const derived = clients.get(id)
  const granted = derived ? limitOf(derived, placedClients.get(id), remote) : 0
  return { wanted: derived && { client: { ...derived.client, totalGB: granted }, on: derived.on }, granted }
}

export function clientWork(picture: Picture, id: number): ClientWork {
  const { snapshot } = picture
  const placed = picture.placedClients.get(id)
  const [remote] = remotesOf({ wanted: picture.clients.get(id), placed, snapshot })
  const { wanted, granted } = wantedClient(picture, id, remote)
  const plan = planClient({ wanted, placed, snapshot, ours: oursIn(picture) })
  return { id, plan, wanted, granted, placed, remote }
}

const remaining = (plan: ClientPlan): string =>
  plan.do === 'steps'
    ? Object.entries(plan.steps)
        .flatMap(([step, what]) =>
          step === 'update' ? (what as { differs: string[] }).differs : step === 'name' ? [] : step,
        )
        .join(', ')
    : ''

/** The node said yes and did something else. */
export const clientNotKept = ({ plan }: ClientWork): Coded =>
  coded('fleet.not-kept', { fields: remaining(plan) })
